package io.baton.worker.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Which failures of claims are the node's own. */
class ClaimFailuresTests {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private long now;
    private final ClaimFailures failures = new ClaimFailures(() -> now, PATIENCE);

    private void failsFor(Throwable failure, Duration time) {
        failures.failed(failure);
        now += time.toNanos();
        failures.failed(failure);
    }

    @Test
    void a_database_to_which_there_is_no_connection_is_not_the_nodes_fault() {
        failsFor(new CannotCreateTransactionException("away"), PATIENCE);
        assertThat(failures.lasting()).isNull();
    }

    @Test
    void what_the_database_refused_in_between_was_not_the_node() {
        failsFor(new IllegalStateException("broken"), PATIENCE.dividedBy(2));
        failures.failed(new DataAccessResourceFailureException("away"));
        failsFor(new IllegalStateException("broken"), PATIENCE.dividedBy(2));
        assertThat(failures.lasting()).isNull();
        now += PATIENCE.toNanos();
        failures.failed(new IllegalStateException("broken"));
        assertThat(failures.lasting()).isNotNull();
    }
}
