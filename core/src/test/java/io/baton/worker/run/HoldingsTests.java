package io.baton.worker.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.worker.run.ActiveRun.StopReason;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HoldingsTests {

    private final Holdings holdings = Runs.holdings();
    private final ClaimedJob one = job(1);
    private final ClaimedJob other = job(2);

    /** A run that is stopped interrupts its thread, which is that of the test. */
    @AfterEach
    void dropInterrupt() {
        Thread.interrupted();
    }

    private static ClaimedJob job(long id) {
        return ClaimedJobs.plain(id, "work", "q");
    }

    @Test
    void stops_the_runs_that_are_named_and_no_others() {
        ActiveRun runOfOne = holdings.begin(holdings.enter(), List.of(one));
        ActiveRun runOfOther = holdings.begin(holdings.enter(), List.of(other));
        holdings.stop(Set.of(one.fence()), StopReason.CANCELLED);
        assertThat(runOfOne.stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(runOfOther.stopReason()).isNull();
    }

    @Test
    void stops_every_run_once_the_worker_was_taken_for_dead() {
        holdings.claimed(List.of(one));
        ActiveRun runOfOne = holdings.begin(holdings.enter(), List.of(one));
        holdings.forgetAll();
        assertThat(runOfOne.stopReason()).isEqualTo(StopReason.LOST);
        assertThat(holdings.count()).isZero();
    }

    @Test
    void a_run_is_under_way_until_it_ends_or_another_begins() {
        Holdings.Runner runner = holdings.enter();
        holdings.begin(runner, List.of(one)).end();
        assertThat(holdings.runs()).isEmpty();
        ActiveRun next = holdings.begin(runner, List.of(other));
        assertThat(holdings.runs()).containsExactly(next);
        assertThat(holdings.running()).containsExactly(other.fence());
        holdings.leave(runner);
        assertThat(holdings.runs()).isEmpty();
    }

    @Test
    void holds_all_of_several_jobs_or_not_all() {
        holdings.claimed(List.of(one));
        assertThat(holdings.holdsAll(List.of(one))).isTrue();
        assertThat(holdings.holdsAll(List.of(one, other))).isFalse();
    }
}
