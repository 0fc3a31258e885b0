package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

abstract class CancelContract extends VerbContract {

    static List<Outcome> outcomesThatACancelOverrules() {
        return FencingContract.outcomes().stream()
                .filter(outcome -> !(outcome instanceof Outcome.Completed))
                .toList();
    }

    @Test
    void a_waiting_job_is_cancelled_at_once() {
        List<Long> ids = database().insert(job(), job().dueIn(Duration.ofHours(1)));
        assertThat(store().cancel(ids)).isEqualTo(2);
        assertThat(ids).allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.CANCELLED));
        JobDetails cancelled = find(ids.get(0));
        assertThat(cancelled.attempts()).isZero();
        assertThat(cancelled.endedAt()).isAfterOrEqualTo(cancelled.enqueuedAt());
        assertThat(cancelled.payload()).isNull();
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void a_dead_job_is_given_up() {
        insert(job());
        ClaimedJob running = claimOne();
        settle(running, new Outcome.Dead("it broke"));
        assertThat(store().cancelFree(List.of(running.id()))).isZero();
        assertThat(state(running.id())).isEqualTo(JobState.DEAD);
        assertThat(store().cancel(List.of(running.id()))).isEqualTo(1);
        assertThat(state(running.id())).isEqualTo(JobState.CANCELLED);
        assertThat(store().revive(List.of(running.id()))).isZero();
        assertThat(store().cancel(List.of(running.id()))).isZero();
    }

    @Test
    void a_running_job_is_asked_to_stop() {
        store().insertAll(job().times(2));
        List<ClaimedJob> running = claim(2);
        Fence asked = running.get(0).fence();
        Fence other = running.get(1).fence();
        assertThat(store().cancelRequested(database().worker, Set.of(asked, other)))
                .isEmpty();

        assertThat(store().cancel(List.of(asked.id()))).isEqualTo(1);

        assertThat(state(asked.id())).isEqualTo(JobState.CLAIMED);
        assertThat(store().cancelRequested(database().worker, Set.of(asked, other)))
                .containsExactly(asked);
        assertThat(store().cancelRequested(database().worker, Set.of())).isEmpty();
    }

    @Test
    void a_stale_claim_is_not_told_of_a_cancel() {
        insert(job());
        ClaimedJob stale = claimOne();
        settle(stale, new Outcome.Retried(Duration.ZERO, "it broke"));
        ClaimedJob current = claimOne();
        store().cancel(List.of(current.id()));
        assertThat(store().cancelRequested(database().worker, Set.of(stale.fence())))
                .isEmpty();
        assertThat(store().cancelRequested(database().worker, Set.of(stale.fence(), current.fence())))
                .containsExactly(current.fence());
    }

    @ParameterizedTest
    @MethodSource("outcomesThatACancelOverrules")
    void a_cancel_overrules_every_outcome_but_completion(Outcome outcome) {
        insert(job());
        ClaimedJob running = claimOne();
        store().cancel(List.of(running.id()));
        assertThat(settle(running, outcome)).isEqualTo(Settled.DONE);
        assertThat(state(running.id())).isEqualTo(JobState.CANCELLED);
        assertThat(store().counts()).isEmpty();
    }

    @Test
    void a_completion_overrules_a_cancel() {
        insert(job());
        ClaimedJob running = claimOne();
        store().cancel(List.of(running.id()));
        assertThat(settle(running, new Outcome.Completed("1"))).isEqualTo(Settled.DONE);
        assertThat(state(running.id())).isEqualTo(JobState.COMPLETED);
        assertThat(find(running.id()).result()).isEqualTo("1");
    }

    @Test
    void a_job_that_has_ended_cannot_be_cancelled() {
        store().insertAll(job().times(2));
        List<ClaimedJob> claimed = claim(2);
        settle(claimed.get(0), Outcome.Completed.PLAIN);
        settle(claimed.get(1), new Outcome.Cancelled());
        assertThat(store().cancel(claimed.stream().map(ClaimedJob::id).toList()))
                .isZero();
        assertThat(claimed).extracting(job -> state(job.id())).containsExactly(JobState.COMPLETED, JobState.CANCELLED);
    }

    @Test
    void reaches_those_it_can_of_many() {
        store().insertAll(job().times(4));
        List<ClaimedJob> claimed = claim(2);
        settle(claimed.get(0), Outcome.Completed.PLAIN);
        List<Long> waiting = store().ids(JobFilter.all().state(JobState.READY), 0, 10);
        assertThat(store().cancel(List.of(
                        waiting.get(1), claimed.get(1).id(), claimed.get(0).id(), waiting.get(0), Long.MAX_VALUE)))
                .isEqualTo(3);
    }

    @Test
    void nothing_is_cancelled_for_nothing() {
        insert(job());
        assertThat(store().cancel(List.of())).isZero();
        assertThat(claim(1)).hasSize(1);
    }

    @Test
    void a_cancelled_job_leaves_nothing_where_nothing_is_kept() {
        long id = insert(job());
        JobStore forgetful = database().storeKeeping(new Retention(null, Duration.ZERO, null, 100));
        assertThat(forgetful.cancel(List.of(id))).isEqualTo(1);
        assertThat(store().find(id)).isEmpty();
    }
}
