package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class FindContract extends VerbContract {

    @Test
    void nothing_is_found_under_an_id_that_was_never_given() {
        insert(job());
        assertThat(store().find(Long.MAX_VALUE)).isEmpty();
        assertThat(store().find(-1)).isEmpty();
    }

    @Test
    void a_job_is_found_in_every_state() {
        long scheduled = insert(job().queue("other").dueIn(Duration.ofHours(1)));
        long ready = insert(job().queue("other"));
        store().insertAll(job().times(4));
        List<ClaimedJob> claimed = claim(4);
        settle(claimed.get(0), new Outcome.Completed("[7]"));
        settle(claimed.get(1), new Outcome.Cancelled());
        settle(claimed.get(2), new Outcome.Dead("it broke"));

        assertThat(state(scheduled)).isEqualTo(JobState.SCHEDULED);
        assertThat(state(ready)).isEqualTo(JobState.READY);
        assertThat(claimed)
                .extracting(job -> state(job.id()))
                .containsExactly(JobState.COMPLETED, JobState.CANCELLED, JobState.DEAD, JobState.CLAIMED);
        assertThat(find(claimed.get(0).id()).result()).isEqualTo("[7]");
    }

    @Test
    void results_find_their_own_job_in_a_batch() {
        store().insertAll(job().times(20));
        List<ClaimedJob> claimed = claim(20);
        store().settle(claimed.stream()
                .map(job -> new Settlement(
                        job.fence(),
                        job.id() % 3 == 0 ? Outcome.Completed.PLAIN : new Outcome.Completed(Long.toString(job.id())),
                        false,
                        null))
                .toList());
        assertThat(claimed).allSatisfy(job -> {
            JobDetails found = find(job.id());
            assertThat(found.result()).isEqualTo(job.id() % 3 == 0 ? null : Long.toString(job.id()));
        });
    }
}
