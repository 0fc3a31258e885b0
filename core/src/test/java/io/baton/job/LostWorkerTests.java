package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LostWorkerTests {

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_job_dead_for_its_crashes_names_the_last_worker_that_died(TestDatabase kind) {
        try (StoreOnDatabase database = new StoreOnDatabase(kind)) {
            long id = database.insert(job());
            database.sql.update("UPDATE baton_job SET crashes = 5");
            long last = database.register("the-last", "q");
            database.store
                    .claim(new Claim("q", UUID.randomUUID(), last, 1, null))
                    .jobs();
            database.sql.update("UPDATE baton_worker SET dead = TRUE WHERE id = ?", last);

            assertThat(database.store.unlock(last, 10).dead()).containsExactly(id);

            JobDetails dead = database.find(id);
            assertThat(dead.state()).isEqualTo(JobState.DEAD);
            assertThat(dead.worker()).isEqualTo("the-last");
            // it is nobody's all the same
            assertThat(database.workers.dead(10)).isEmpty();
            assertThat(database.store.revive(List.of(id))).isEqualTo(1);
            assertThat(database.claimOne().crashes()).isZero();
        }
    }

    /** An id that came again would let two living workers share a row: each would keep the other alive, and hand back what the other runs. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void no_worker_reuses_the_id_of_another_after_the_table_was_emptied(TestDatabase kind) {
        try (StoreOnDatabase database = new StoreOnDatabase(kind)) {
            long id = database.insert(job());
            long running = database.register("running", "q");
            database.store.claim(new Claim("q", UUID.randomUUID(), running, 1, null));
            database.sql.execute(
                    kind == TestDatabase.MARIADB
                            ? "TRUNCATE baton_worker"
                            : "TRUNCATE TABLE baton_worker RESTART IDENTITY");

            for (int i = 0; i < 5; i++) {
                assertThat(database.register("later", "q")).isNotIn(database.worker, running);
            }

            assertThat(database.workers.heartbeat(running)).isFalse();
            database.sql.update("UPDATE baton_job SET claimed_at = NULL");
            assertThat(database.store.unlockStrays(10).jobs()).isEqualTo(1);
            assertThat(database.state(id)).isEqualTo(JobState.READY);
        }
    }
}
