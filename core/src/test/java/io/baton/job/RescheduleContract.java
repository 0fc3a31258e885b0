package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class RescheduleContract extends VerbContract {

    private static final Due LATER = new Due.At(Instant.parse("2040-01-02T03:04:05.678Z"));

    @Test
    void a_ready_job_is_put_off() {
        long id = insert(job());
        assertThat(store().reschedule(List.of(id), LATER)).isEqualTo(1);
        JobDetails found = find(id);
        assertThat(found.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(found.dueAt()).isEqualTo(Instant.parse("2040-01-02T03:04:05.678Z"));
        assertThat(claim(1)).isEmpty();
    }

    @Test
    void a_scheduled_job_is_brought_forward() {
        for (Due due :
                List.of(Due.NOW, new Due.After(Duration.ZERO), new Due.At(Instant.parse("2020-01-01T00:00:00Z")))) {
            long id = insert(job().dueIn(Duration.ofDays(9)));
            assertThat(store().reschedule(List.of(id), due)).isEqualTo(1);
            assertThat(state(id)).isEqualTo(JobState.READY);
            assertThat(claimOne().id()).isEqualTo(id);
        }
    }

    @Test
    void a_scheduled_job_is_moved_to_another_time() {
        long id = insert(job().dueIn(Duration.ofDays(9)));
        store().reschedule(List.of(id), new Due.After(Duration.ofHours(1)));
        assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
        assertThat(store().nextDue().orElseThrow()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
    }

    @Test
    void only_waiting_jobs_are_moved() {
        store().insertAll(job().times(3));
        List<ClaimedJob> claimed = claim(3);
        settle(claimed.get(0), new Outcome.Dead("it broke"));
        settle(claimed.get(1), Outcome.Completed.PLAIN);
        List<Long> ids = claimed.stream().map(ClaimedJob::id).toList();
        assertThat(store().reschedule(ids, LATER)).isZero();
        assertThat(store().reschedule(List.of(), LATER)).isZero();
        assertThat(ids).extracting(this::state).containsExactly(JobState.DEAD, JobState.COMPLETED, JobState.CLAIMED);
    }
}
