package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobCount;
import io.baton.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

abstract class CountsContract extends VerbContract {

    @Test
    void nothing_is_counted_where_nothing_is() {
        assertThat(store().counts()).isEmpty();
    }

    @Test
    void jobs_are_counted_by_queue_and_state_and_history_is_not() {
        store().insertAll(job().queue("a").times(5));
        store().insertAll(job().queue("b").dueIn(Duration.ofHours(1)).times(3));
        store().insertAll(job().times(6));
        List<ClaimedJob> claimed = claim(5);
        settle(claimed.get(0), Outcome.Completed.PLAIN);
        settle(claimed.get(1), new Outcome.Cancelled());
        settle(claimed.get(2), new Outcome.Dead("it broke"));

        assertThat(store().counts())
                .containsExactlyInAnyOrder(
                        new JobCount("a", JobState.READY, 5),
                        new JobCount("b", JobState.SCHEDULED, 3),
                        new JobCount("q", JobState.READY, 1),
                        new JobCount("q", JobState.CLAIMED, 2),
                        new JobCount("q", JobState.DEAD, 1));
    }

    @Test
    void queues_with_work_are_those_with_a_ready_job() {
        insert(job().queue("ready"));
        insert(job().queue("Ready"));
        insert(job().queue("scheduled").dueIn(Duration.ofHours(1)));
        insert(job().queue("not asked for"));
        insert(job());
        claim(1);
        assertThat(store().queuesWithWork(Set.of("ready", "Ready", "scheduled", "q", "unknown")))
                .containsExactlyInAnyOrder("ready", "Ready");
        assertThat(store().queuesWithWork(Set.of("q"))).isEmpty();
        assertThat(store().queuesWithWork(Set.of())).isEmpty();
    }
}
