package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What changes between the two statements of a purge, of which the first locks nothing on H2. */
class H2PurgeTests {

    private static final Retention TERMS = new Retention(Duration.ZERO, null, Duration.ZERO, 100);

    private final StoreOnDatabase database = new StoreOnDatabase(TestDatabase.H2);

    @AfterEach
    void close() {
        database.close();
    }

    private long ended(Outcome outcome) {
        database.insert(job());
        ClaimedJob claimed = database.claimOne();
        database.settle(claimed, outcome);
        return claimed.id();
    }

    private int purge(Runnable beforeDelete) {
        return database.storeThrough(BeforeStatements.on(database.dataSource, text -> {
                    if (text.startsWith("DELETE")) {
                        beforeDelete.run();
                    }
                }))
                .purge(TERMS, 100);
    }

    @Test
    void a_dead_job_that_is_revived_meanwhile_is_kept() {
        long id = ended(new Outcome.Dead("it broke"));
        assertThat(purge(() -> database.store.revive(List.of(id)))).isZero();
        assertThat(database.state(id)).isEqualTo(JobState.READY);
    }

    /** As in a table whose ids came again. */
    @Test
    void a_job_that_replaces_a_completed_one_with_another_end_is_kept() {
        long id = ended(Outcome.Completed.PLAIN);
        String other = "UPDATE baton_job_history SET state = " + StateCode.of(JobState.CANCELLED);
        assertThat(purge(() -> database.sql.update(other))).isZero();
        assertThat(database.state(id)).isEqualTo(JobState.CANCELLED);
    }
}
