package io.baton.job;

import static io.baton.job.JobDraft.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A transaction may lose its locks before it ends: a server of a Galera cluster has rolled it back, or a driver has replayed it on another connection.
 * Then each of its writes takes only what its claims still hold.
 */
@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MYSQL})
class LostLocksTests {

    private static final String CLAIMED_BY_ANOTHER =
            "UPDATE baton_job SET lock_id = x'000102030405060708090a0b0c0d0e0f' WHERE state = 2";

    @Test
    void an_outcome_takes_no_row_that_another_claim_holds_by_then(TestDatabase kind) {
        try (StoreOnDatabase database = new StoreOnDatabase(kind)) {
            Stream.of(
                            Outcome.Completed.PLAIN,
                            new Outcome.Cancelled(),
                            new Outcome.Retried(Duration.ZERO, "it broke"),
                            new Outcome.Dead("it broke"))
                    .forEach(outcome -> assertRefused(database, outcome));
        }
    }

    /** The other claim is made in the transaction itself, since it holds the lock of the row. */
    private static void assertRefused(StoreOnDatabase database, Outcome outcome) {
        database.insert(job());
        ClaimedJob claimed = database.claimOne();
        AtomicReference<DataSource> watching = new AtomicReference<>();
        watching.set(BeforeStatements.on(database.dataSource, text -> {
            if (text.startsWith("DELETE j FROM") || text.startsWith("UPDATE baton_job SET lock_id = NULL")) {
                new JdbcTemplate(requireNonNull(watching.get())).update(CLAIMED_BY_ANOTHER);
            }
        }));
        JobStore losing = database.storeThrough(requireNonNull(watching.get()));

        assertThatThrownBy(() -> losing.settle(List.of(Settlement.of(claimed, outcome))))
                .as("%s", outcome)
                .isInstanceOf(ConcurrencyFailureException.class);
        assertThat(database.settle(claimed, outcome)).as("%s", outcome).isEqualTo(Settled.DONE);
    }
}
