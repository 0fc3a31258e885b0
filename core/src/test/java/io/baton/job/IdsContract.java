package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobFilter;
import io.baton.JobState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class IdsContract extends VerbContract {

    @Test
    void ids_ascend_from_the_last_one_seen() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            ids.add(insert(job()));
        }
        assertThat(store().ids(JobFilter.all(), 0, 3)).isEqualTo(ids.subList(0, 3));
        assertThat(store().ids(JobFilter.all(), ids.get(2), 3)).isEqualTo(ids.subList(3, 6));
        assertThat(store().ids(JobFilter.all(), ids.get(5), 3)).isEqualTo(ids.subList(6, 7));
        assertThat(store().ids(JobFilter.all(), ids.get(6), 3)).isEmpty();
    }

    @Test
    void only_matching_jobs_outside_history_are_named() {
        long done = insert(job());
        settle(claimOne(), Outcome.Completed.PLAIN);
        long dead = insert(job().label("tenant", "7"));
        settle(claimOne(), new Outcome.Dead("it broke"));
        long ready = insert(job().queue("other").type("x").label("tenant", "7"));
        JobFilter all = JobFilter.all();
        assertThat(store().ids(all, 0, 10)).containsExactly(dead, ready).doesNotContain(done);
        assertThat(store().ids(all.state(JobState.COMPLETED), 0, 10)).isEmpty();
        assertThat(store().ids(all.state(JobState.DEAD, JobState.COMPLETED), 0, 10))
                .containsExactly(dead);
        assertThat(store().ids(all.label("tenant", "7"), 0, 10)).containsExactly(dead, ready);
        assertThat(store().ids(all.queue("other").type("x"), 0, 10)).containsExactly(ready);
    }
}
