package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.SignalResult;
import io.baton.StepDetails.State;
import io.baton.job.JobSteps.FoundStep;
import io.baton.job.JobSteps.Sent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A signal reaches one wait, early or not, or its sender hears that it does not. */
abstract class SignalContract extends VerbContract {

    private static final Sent STORED = new Sent(SignalResult.STORED, null);
    private static final Sent TOO_LATE = new Sent(SignalResult.TOO_LATE, null);
    private static final Sent WOKEN = new Sent(SignalResult.DELIVERED, ReadyJobs.outOfTurn("q"));

    private Steps steps() {
        return new Steps(store());
    }

    private ClaimedJob claimed() {
        insert(job());
        return claimOne();
    }

    private ClaimedJob waiting() {
        ClaimedJob job = claimed();
        steps().waitFor(job, "approved");
        assertThat(state(job.id())).isEqualTo(JobState.WAITING);
        return job;
    }

    private Sent send(long job, String value) {
        return store().send(job, "approved", value, null);
    }

    private FoundStep await(ClaimedJob job, String name) {
        FoundStep found = Steps.awaited(store(), job.fence(), Steps.await(name));
        if (found == null) {
            throw new AssertionError(job + " could not be locked");
        }
        return found;
    }

    @Test
    void a_signal_makes_the_job_ready_that_waits_for_it() {
        ClaimedJob job = waiting();
        assertThat(store().send(job.id(), "other", "0", null)).isEqualTo(STORED);
        assertThat(state(job.id())).isEqualTo(JobState.WAITING);
        assertThat(send(job.id(), "\"yes\"")).isEqualTo(WOKEN);

        assertThat(state(job.id())).isEqualTo(JobState.READY);
        ClaimedJob again = claimOne();
        assertThat(again.attempt()).isEqualTo(1);
        FoundStep taken = await(again, "approved");
        assertThat(taken.state()).isEqualTo(State.DONE);
        assertThat(taken.result()).isEqualTo("\"yes\"");
        assertThat(taken.waitsUntil()).isNull();
        assertThat(taken.endedAt()).isNotNull();
        assertThat(store().nextDue()).isEmpty();
    }

    @Test
    void an_early_signal_is_found_at_once() {
        long id = insert(job());
        assertThat(send(id, "1")).isEqualTo(STORED);
        ClaimedJob job = claimOne();
        assertThat(await(job, "approved").result()).isEqualTo("1");
        assertThat(await(job, "approved#2").state()).isEqualTo(State.WAITING);
        assertThat(await(job, "approved").result()).isEqualTo("1");
    }

    @Test
    void a_signal_for_a_running_job_is_delivered_without_a_wait() {
        ClaimedJob job = claimed();
        await(job, "approved");
        assertThat(send(job.id(), "1")).isEqualTo(new Sent(SignalResult.DELIVERED, null));
        assertThat(steps().suspend(job)).isEqualTo(Settled.WOKEN);
        assertThat(await(claimOne(), "approved").result()).isEqualTo("1");
    }

    @Test
    void each_wait_takes_one_signal_in_order_and_the_rest_is_stored() {
        long id = insert(job());
        send(id, "1");
        send(id, "2");
        ClaimedJob job = claimOne();
        assertThat(await(job, "approved").result()).isEqualTo("1");
        assertThat(await(job, "approved#2").result()).isEqualTo("2");
        assertThat(send(id, "3")).isEqualTo(STORED);
        assertThat(await(job, "approved#3").result()).isEqualTo("3");
        assertThat(await(job, "approved#4").state()).isEqualTo(State.WAITING);
        assertThat(send(id, "4").result()).isEqualTo(SignalResult.DELIVERED);
        assertThat(await(job, "approved#4").result()).isEqualTo("4");
    }

    @Test
    void a_signal_after_the_time_is_too_late_with_or_without_sweep() {
        ClaimedJob job = waiting();
        database().waitsOver();
        assertThat(send(job.id(), "1")).isEqualTo(new Sent(SignalResult.TOO_LATE, ReadyJobs.outOfTurn("q")));
        assertThat(state(job.id())).isEqualTo(JobState.READY);
        assertThat(steps().state(job.id(), "approved")).isEqualTo(State.TIMED_OUT);
        assertThat(store().promoteDue(10).promoted()).isZero();
        assertThat(send(job.id(), "1")).isEqualTo(TOO_LATE);

        ClaimedJob swept = claimOne();
        steps().waitFor(swept, "other");
        database().waitsOver();
        store().promoteDue(10);
        assertThat(store().send(swept.id(), "other", "1", null)).isEqualTo(TOO_LATE);
        assertThat(store().ofJob(swept.id())).extracting(FoundStep::state).containsOnly(State.TIMED_OUT);
    }

    @Test
    void a_further_wait_takes_signals_after_an_earlier_one_has_timed_out() {
        ClaimedJob job = waiting();
        database().waitsOver();
        store().promoteDue(10);
        ClaimedJob again = claimOne();
        steps().waitFor(again, "approved#2");
        assertThat(send(again.id(), "1")).isEqualTo(WOKEN);
        assertThat(steps().state(job.id(), "approved")).isEqualTo(State.TIMED_OUT);
        assertThat(steps().of(job.id(), "approved#2").result()).isEqualTo("1");
    }

    @Test
    void a_message_counts_once() {
        long id = insert(job());
        assertThat(store().send(id, "approved", "1", "m1")).isEqualTo(STORED);
        assertThat(store().send(id, "approved", "2", "m1")).isEqualTo(STORED);
        assertThat(store().send(id, "other", "2", "m1")).isEqualTo(STORED);
        ClaimedJob job = claimOne();
        assertThat(await(job, "approved").result()).isEqualTo("1");
        assertThat(await(job, "other").state()).isEqualTo(State.WAITING);
        assertThat(store().send(id, "approved", "1", "m1").result()).isEqualTo(SignalResult.DELIVERED);

        steps().suspend(job);
        assertThat(store().send(id, "other", "3", "m2")).isEqualTo(WOKEN);
        assertThat(store().send(id, "other", "3", "m2")).isEqualTo(new Sent(SignalResult.DELIVERED, null));
        assertThat(store().send(insert(job()), "approved", "1", "m1")).isEqualTo(STORED);
    }

    @Test
    void a_repeated_message_has_its_first_result_after_the_job_died() {
        ClaimedJob job = claimed();
        store().send(job.id(), "approved", "1", "m1");
        await(job, "approved");
        settle(job, new Outcome.Dead("it broke"));
        assertThat(store().send(job.id(), "approved", "1", "m1").result()).isEqualTo(SignalResult.DELIVERED);
        assertThat(store().send(job.id(), "approved", "1", "m2")).isEqualTo(TOO_LATE);
    }

    @Test
    void unknown_and_ended_jobs_take_no_signals() {
        assertThat(send(Long.MAX_VALUE, "1")).isEqualTo(new Sent(SignalResult.UNKNOWN, null));
        ClaimedJob completed = claimed();
        settle(completed, Outcome.Completed.PLAIN);
        assertThat(send(completed.id(), "1")).isEqualTo(TOO_LATE);
        ClaimedJob cancelled = waiting();
        store().cancel(List.of(cancelled.id()));
        assertThat(send(cancelled.id(), "1")).isEqualTo(TOO_LATE);
        assertThat(state(cancelled.id())).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void a_dead_job_takes_signals_again_once_it_was_revived() {
        ClaimedJob job = claimed();
        await(job, "approved");
        settle(job, new Outcome.Dead("it broke"));
        assertThat(send(job.id(), "1")).isEqualTo(TOO_LATE);
        assertThat(state(job.id())).isEqualTo(JobState.DEAD);
        assertThat(steps().state(job.id(), "approved")).isEqualTo(State.WAITING);

        store().revive(List.of(job.id()));
        assertThat(send(job.id(), "2")).isEqualTo(new Sent(SignalResult.DELIVERED, null));
        assertThat(await(claimOne(), "approved").result()).isEqualTo("2");
    }

    @Test
    void a_signal_that_is_rolled_back_was_never_sent() throws Exception {
        ClaimedJob job = waiting();
        try (HeldTransaction sender = database().hold()) {
            assertThat(sender.call(() -> database().joining.send(job.id(), "approved", "1", "m1")))
                    .isEqualTo(WOKEN);
            sender.rollback();
        }
        assertThat(state(job.id())).isEqualTo(JobState.WAITING);
        assertThat(steps().state(job.id(), "approved")).isEqualTo(State.WAITING);
        assertThat(store().send(job.id(), "approved", "2", "m1")).isEqualTo(WOKEN);
    }

    @Test
    void a_signal_finds_a_wait_whose_worker_died_before_its_end() {
        insert(job());
        ClaimedJob job = claimOne();
        await(job, "approved");
        settle(job, Outcome.HandedBack.UNSTARTED);
        assertThat(send(job.id(), "1")).isEqualTo(new Sent(SignalResult.DELIVERED, null));
        assertThat(await(claimOne(), "approved").result()).isEqualTo("1");
    }

    @Test
    void a_forgotten_wait_takes_the_next_signal() {
        ClaimedJob job = claimed();
        send(job.id(), "1");
        assertThat(await(job, "approved").result()).isEqualTo("1");
        settle(job, new Outcome.Retried(Duration.ZERO, "it broke"));
        assertThat(store().forget(job.id(), "approved")).isTrue();
        ClaimedJob again = claimOne();
        assertThat(await(again, "approved").state()).isEqualTo(State.WAITING);
        assertThat(send(again.id(), "2").result()).isEqualTo(SignalResult.DELIVERED);
    }

    @Test
    void a_stored_signal_alone_does_not_tie_a_job_to_nodes() {
        long id = insert(job());
        send(id, "1");
        assertThat(database().joining.knows(claimOne().ties())).isTrue();
    }
}
