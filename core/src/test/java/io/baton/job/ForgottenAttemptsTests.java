package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ForgottenAttemptsTests {

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void attempts_go_after_their_jobs_portion_by_portion(TestDatabase kind) {
        try (StoreOnDatabase database = new StoreOnDatabase(kind)) {
            database.store.insertAll(job().times(5));
            List<ClaimedJob> first = database.claim(5);
            first.forEach(job -> database.settle(job, new Outcome.Retried(Duration.ZERO, "it broke")));
            List<ClaimedJob> again = database.claim(5);
            database.settle(again.get(0), Outcome.Completed.PLAIN);
            database.settle(again.get(1), new Outcome.Dead("it broke again"));
            database.sql.update(
                    "DELETE FROM baton_job WHERE id IN (?, ?)",
                    again.get(2).id(),
                    again.get(3).id());

            assertThat(database.store.forgetAttempts(2)).isEqualTo(2);
            assertThat(database.store.forgetAttempts(2)).isEqualTo(2);
            assertThat(database.store.forgetAttempts(2)).isEqualTo(1);

            assertThat(database.sql.queryForList(
                            "SELECT DISTINCT job_id FROM baton_attempt ORDER BY job_id", Long.class))
                    .containsExactly(
                            again.get(0).id(), again.get(1).id(), again.get(4).id());
        }
    }
}
