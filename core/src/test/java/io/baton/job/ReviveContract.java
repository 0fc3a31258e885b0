package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class ReviveContract extends VerbContract {

    @Test
    void a_dead_job_runs_again_with_all_its_attempts() {
        insert(job().maxAttempts(2));
        settle(claimOne(), new Outcome.Retried(Duration.ZERO, "it broke"));
        ClaimedJob last = claimOne();
        settle(last, new Outcome.Dead("it broke again"));
        database().crashed(3);

        assertThat(store().revive(List.of(last.id()))).isEqualTo(1);

        JobDetails revived = find(last.id());
        assertThat(revived.state()).isEqualTo(JobState.READY);
        assertThat(revived.attempts()).isZero();
        assertThat(revived.endedAt()).isNull();
        assertThat(revived.dueAt()).isAfter(last.dueAt());
        ClaimedJob again = claimOne();
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.crashes()).isZero();
        assertThat(again.payload()).isEqualTo("{}");
        assertThat(settle(last, Outcome.Completed.PLAIN)).isEqualTo(Settled.FENCED);
    }

    @Test
    void only_dead_jobs_are_revived_and_once() {
        store().insertAll(job().times(4));
        List<ClaimedJob> claimed = claim(3);
        settle(claimed.get(0), new Outcome.Dead("it broke"));
        settle(claimed.get(1), Outcome.Completed.PLAIN);
        List<Long> all =
                new java.util.ArrayList<>(claimed.stream().map(ClaimedJob::id).toList());
        all.add(Long.MAX_VALUE);
        assertThat(store().revive(all)).isEqualTo(1);
        assertThat(store().revive(all)).isZero();
        assertThat(store().revive(List.of())).isZero();
        assertThat(claimed)
                .extracting(job -> state(job.id()))
                .containsExactly(JobState.READY, JobState.COMPLETED, JobState.CLAIMED);
    }
}
