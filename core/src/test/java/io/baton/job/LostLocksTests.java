package io.baton.job;

import static io.baton.job.JobDraft.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A transaction may lose its locks before it ends: a server of a Galera cluster has rolled it back, or a driver has replayed it on another connection.
 * Then each of its writes takes only what it had locked and no other claim holds.
 */
@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MYSQL})
class LostLocksTests {

    private static final String ANOTHER = " lock_id = x'000102030405060708090a0b0c0d0e0f' WHERE state = ";

    @Test
    void a_claim_takes_no_row_that_another_claim_holds_by_then(TestDatabase kind) {
        try (StoreOnDatabase database = new StoreOnDatabase(kind)) {
            long id = database.insert(job());
            JobStore losing = losing(database, "UPDATE baton_job SET state = 2, attempt = 1," + ANOTHER + 1);

            assertThatThrownBy(() -> losing.claim(new Claim("q", UUID.randomUUID(), database.worker, 1, null)))
                    .isInstanceOf(ConcurrencyFailureException.class);
            assertThat(database.claimOne().id()).isEqualTo(id);
        }
    }

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

    private static void assertRefused(StoreOnDatabase database, Outcome outcome) {
        database.insert(job());
        ClaimedJob claimed = database.claimOne();
        JobStore losing = losing(database, "UPDATE baton_job SET" + ANOTHER + 2);

        assertThatThrownBy(() -> losing.settle(List.of(Settlement.of(claimed, outcome))))
                .as("%s", outcome)
                .isInstanceOf(ConcurrencyFailureException.class);
        assertThat(database.settle(claimed, outcome)).as("%s", outcome).isEqualTo(Settled.DONE);
    }

    /** Another claim takes the row before each write to it; in the transaction itself, which holds the lock of the row. */
    private static JobStore losing(StoreOnDatabase database, String anotherClaim) {
        AtomicReference<DataSource> watching = new AtomicReference<>();
        watching.set(BeforeStatements.on(database.dataSource, text -> {
            if (Stream.of("DELETE j FROM", "UPDATE baton_job SET lock_id = NULL", "UPDATE (SELECT named FROM")
                    .anyMatch(text::startsWith)) {
                new JdbcTemplate(requireNonNull(watching.get())).update(anotherClaim);
            }
        }));
        return database.storeThrough(requireNonNull(watching.get()));
    }
}
