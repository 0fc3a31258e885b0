package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.FailedAttempt;
import io.baton.JobDetails;
import io.baton.JobState;
import io.baton.SignalResult;
import io.baton.StepDetails.Kind;
import io.baton.StepDetails.State;
import io.baton.job.JobSteps.FoundStep;
import io.baton.job.JobSteps.NewStep;
import io.baton.job.JobSteps.Sent;
import io.baton.job.JobSweeps.Promotion;
import io.baton.job.JobSweeps.Unlocked;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A job whose steps can be undone is claimed once more to undo them, before it is dead or cancelled. */
abstract class UndoContract extends WorkersContract {

    private static final int MOST = Outcome.Interrupted.MOST_IN_A_ROW;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Outcome.Dead DEAD = new Outcome.Dead("it broke");
    private static final int UNDO = Ties.STEPS + Ties.UNDO;
    private static final int DYING = Ties.STEPS + Ties.UNDOING;
    private static final int CANCELLED = UNDO + Ties.UNDOING;

    private Steps steps() {
        return new Steps(store());
    }

    private ClaimedJob claimed() {
        insert(job());
        return claimOne();
    }

    /** One has a step that can be undone. */
    private ClaimedJob undoable() {
        ClaimedJob job = claimed();
        assertThat(store().save(job.fence(), Steps.withUndo(Steps.done("charge", "1"))))
                .isEqualTo(Settled.DONE);
        return job;
    }

    /** One has a step that cannot be undone. */
    private ClaimedJob plain() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.done("charge", "1"));
        return job;
    }

    /** Its steps are being undone by the run that holds it. */
    private ClaimedJob undoing() {
        end(undoable(), DEAD);
        ClaimedJob job = claimOne();
        assertThat(bits(job)).isEqualTo(DYING);
        return job;
    }

    /** Ends a run that knows of its steps. */
    private Settled end(ClaimedJob job, Outcome outcome) {
        return store().settle(List.of(known(job, outcome))).getOrDefault(job.fence(), Settled.FENCED);
    }

    private static Settlement known(ClaimedJob job, Outcome outcome) {
        return new Settlement(job.fence(), outcome, true, null);
    }

    private static int bits(ClaimedJob job) {
        return job.ties().bits() & ~Ties.STEPS_WRITTEN;
    }

    /** The job is ready to be undone, as if it had never run; returns its next claim. */
    private ClaimedJob assertUndone(long id, int bits, @Nullable String error) {
        JobDetails found = find(id);
        assertThat(found.state()).isEqualTo(JobState.READY);
        assertThat(found.attempts()).isZero();
        assertThat(found.endedAt()).isNull();
        if (error == null) {
            assertThat(found.error()).isNull();
        } else {
            assertThat(found.error()).startsWith(error);
        }
        assertThat(store().ofJob(id)).isNotEmpty();
        ClaimedJob next = claimOne();
        assertThat(next.id()).isEqualTo(id);
        assertThat(bits(next)).isEqualTo(bits);
        assertThat(next.attempt()).isEqualTo(1);
        assertThat(next.crashes()).isLessThan(2);
        assertThat(database().joining.knows(next.ties())).isTrue();
        assertThat(store().cancelRequested(database().worker, Set.of(next.fence())))
                .isEmpty();
        return next;
    }

    private long dying() {
        return database().register("dying", "q");
    }

    private ClaimedJob undoableOn(long worker) {
        insert(job());
        ClaimedJob job = claimFor(worker, 1).get(0);
        store().save(job.fence(), Steps.withUndo(Steps.done("charge", "1")));
        return job;
    }

    @Test
    void a_step_that_can_be_undone_ties_its_job() {
        ClaimedJob job = plain();
        store().save(job.fence(), Steps.withUndo(Steps.done("book", "1")));
        store().save(job.fence(), Steps.withUndo(Steps.done("send", "1")));
        store().save(job.fence(), Steps.done("tell", "1"));
        end(job, new Outcome.Retried(Duration.ZERO, "it broke"));
        ClaimedJob again = claimOne();
        assertThat(bits(again)).isEqualTo(UNDO);
        assertThat(again.ties().undoes()).isTrue();
        assertThat(database().joining.knows(again.ties())).isTrue();
    }

    @Test
    void a_wait_that_can_be_undone_ties_its_job() {
        ClaimedJob job = claimed();
        Steps.awaited(store(), job.fence(), Steps.withUndo(Steps.await("approved")));
        assertThat(steps().suspend(job)).isEqualTo(Settled.DONE);
        store().send(job.id(), "approved", "1", null);
        assertThat(bits(claimOne())).isEqualTo(UNDO);
    }

    @Test
    void a_job_is_undone_before_it_is_dead() {
        ClaimedJob job = undoable();
        JobDetails held = find(job.id());
        assertThat(end(job, DEAD)).isEqualTo(Settled.DONE);
        assertThat(find(job.id()).dueAt()).isEqualTo(held.dueAt());
        assertThat(find(job.id()).failedAttempts())
                .extracting(FailedAttempt::error)
                .containsExactly("it broke");
        assertThat(database().unheld()).isEqualTo(1);
        assertUndone(job.id(), DYING, "it broke");
    }

    @Test
    void a_job_with_an_older_claim_is_undone_as_well() {
        end(undoable(), new Outcome.Retried(Duration.ZERO, "it limped"));
        database().crashed(3);
        ClaimedJob job = claimOne();
        store().settle(List.of(Settlement.of(job, DEAD, 2)));
        assertUndone(job.id(), DYING, "it broke");
    }

    @Test
    void a_job_is_undone_after_the_last_interruption() {
        ClaimedJob job = undoable();
        database().interrupted(MOST - 2);
        end(job, Outcome.Interrupted.PLAIN);
        ClaimedJob again = claimOne();
        assertThat(bits(again)).isEqualTo(UNDO);

        end(again, Outcome.Interrupted.PLAIN);
        ClaimedJob last = assertUndone(job.id(), DYING, "Interrupted: " + MOST + " times in a row");
        end(last, Outcome.Interrupted.PLAIN);
        assertThat(state(job.id())).isEqualTo(JobState.READY);
        assertThat(bits(claimOne())).isEqualTo(DYING);
    }

    @Test
    void the_last_interruption_by_the_database_keeps_its_reason() {
        ClaimedJob job = undoable();
        database().interrupted(MOST - 1);
        end(job, new Outcome.Interrupted(HOUR, "the connection was cut"));
        assertUndone(job.id(), DYING, "the connection was cut");
    }

    static Stream<Outcome> outcomesThatACancelOverrules() {
        return Stream.concat(
                CancelContract.outcomesThatACancelOverrules().stream(),
                Stream.of(
                        new Outcome.Suspended("nap"),
                        new Outcome.Blocked(List.of("a")),
                        new Outcome.Interrupted(HOUR, "the connection was cut")));
    }

    @ParameterizedTest
    @MethodSource("outcomesThatACancelOverrules")
    void a_job_is_undone_before_a_cancel_overrules_an_outcome(Outcome outcome) {
        ClaimedJob job = undoable();
        store().save(job.fence(), Steps.sleep("nap"));
        database().interrupted(MOST - 1);
        assertThat(store().cancel(List.of(job.id()))).isEqualTo(1);
        assertThat(store().cancel(List.of(job.id()))).isEqualTo(1);
        assertThat(end(job, outcome)).isEqualTo(Settled.DONE);
        ClaimedJob next = assertUndone(job.id(), CANCELLED, find(job.id()).error());
        end(next, Outcome.Interrupted.PLAIN);
        assertThat(state(job.id())).isEqualTo(JobState.READY);
    }

    @Test
    void a_job_is_undone_before_its_run_has_it_cancelled() {
        ClaimedJob job = undoable();
        assertThat(end(job, new Outcome.Cancelled())).isEqualTo(Settled.DONE);
        assertUndone(job.id(), CANCELLED, null);
    }

    @Test
    void an_earlier_error_is_kept_when_a_run_is_cancelled() {
        end(undoable(), new Outcome.Retried(Duration.ZERO, "it limped"));
        ClaimedJob job = claimOne();
        end(job, new Outcome.Cancelled());
        assertUndone(job.id(), CANCELLED, "it limped");
    }

    @Test
    void what_has_completed_or_goes_on_is_not_undone() {
        ClaimedJob job = undoable();
        store().cancel(List.of(job.id()));
        end(job, new Outcome.Completed("1"));
        assertThat(state(job.id())).isEqualTo(JobState.COMPLETED);

        for (Outcome outcome : List.of(
                new Outcome.Retried(Duration.ZERO, "it broke"),
                new Outcome.Snoozed(Duration.ZERO),
                Outcome.HandedBack.UNSTARTED,
                Outcome.Interrupted.PLAIN)) {
            database().clear();
            end(undoable(), outcome);
            assertThat(bits(claimOne())).as("after %s", outcome).isEqualTo(UNDO);
        }
    }

    @Test
    void many_ends_are_written_together() {
        store().insertAll(job().times(6));
        List<ClaimedJob> jobs = claim(6);
        jobs.stream().limit(4).forEach(job -> store().save(job.fence(), Steps.withUndo(Steps.done("charge", "1"))));
        store().cancel(List.of(jobs.get(3).id(), jobs.get(5).id()));
        Outcome.Retried retried = new Outcome.Retried(Duration.ZERO, "it limped");
        assertThat(store().settle(List.of(
                        known(jobs.get(0), DEAD),
                        known(jobs.get(1), new Outcome.Dead("it broke too")),
                        known(jobs.get(2), new Outcome.Cancelled()),
                        known(jobs.get(3), retried),
                        known(jobs.get(4), DEAD),
                        known(jobs.get(5), retried))))
                .hasSize(6)
                .containsValue(Settled.DONE);
        assertThat(jobs)
                .extracting(job -> state(job.id()))
                .containsExactly(
                        JobState.READY,
                        JobState.READY,
                        JobState.READY,
                        JobState.READY,
                        JobState.DEAD,
                        JobState.CANCELLED);
        assertThat(find(jobs.get(1).id()).error()).isEqualTo("it broke too");
        assertThat(claim(10)).extracting(UndoContract::bits).containsExactly(DYING, DYING, CANCELLED, CANCELLED);
    }

    @Test
    void a_cancelled_scheduled_job_is_undone_now() {
        ClaimedJob job = undoable();
        database().interrupted(3);
        database().crashed(3);
        end(job, new Outcome.Retried(HOUR, "it limped"));
        JobDetails scheduled = find(job.id());
        assertThat(store().cancel(List.of(job.id()))).isEqualTo(1);
        assertThat(find(job.id()).dueAt()).isBefore(scheduled.dueAt());
        assertThat(store().nextDue()).isEmpty();
        assertUndone(job.id(), CANCELLED, "it limped");
    }

    @Test
    void a_cancelled_ready_job_keeps_its_place_and_is_undone() {
        ClaimedJob job = undoable();
        end(job, new Outcome.Retried(Duration.ZERO, "it limped"));
        database().crashed(3);
        JobDetails ready = find(job.id());
        assertThat(store().cancel(List.of(job.id()))).isEqualTo(1);
        assertThat(find(job.id()).dueAt()).isEqualTo(ready.dueAt());
        assertUndone(job.id(), CANCELLED, "it limped");
    }

    @Test
    void a_cancelled_waiting_job_is_undone() {
        ClaimedJob job = undoable();
        steps().sleepIn(job, "nap");
        assertThat(state(job.id())).isEqualTo(JobState.WAITING);
        assertThat(store().cancel(List.of(job.id()))).isEqualTo(1);
        assertUndone(job.id(), CANCELLED, null);
    }

    @Test
    void a_job_that_nobody_holds_is_undone_and_others_are_cancelled() {
        ClaimedJob job = undoable();
        end(job, new Outcome.Retried(Duration.ZERO, "it limped"));
        long other = insert(job());
        assertThat(store().cancelFree(List.of(job.id(), other))).isEqualTo(2);
        assertThat(state(other)).isEqualTo(JobState.CANCELLED);
        assertUndone(job.id(), CANCELLED, "it limped");
    }

    @Test
    void a_wait_that_is_open_does_not_disturb_the_undo() {
        ClaimedJob job = undoable();
        steps().sleepIn(job, "nap");
        store().cancel(List.of(job.id()));
        database().waitsOver();
        assertThat(store().promoteDue(10)).isEqualTo(new Promotion(0, Set.of(), null));
        assertThat(steps().state(job.id(), "nap")).isEqualTo(State.DONE);
        assertUndone(job.id(), CANCELLED, null);
    }

    @Test
    void a_job_cancelled_on_a_dead_worker_is_undone() {
        long worker = dying();
        ClaimedJob job = undoableOn(worker);
        store().cancel(List.of(job.id()));
        workers().deregister(worker, false);
        assertThat(unlock(worker).jobs()).isEqualTo(1);
        assertThat(database().unheld()).isEqualTo(1);
        assertUndone(job.id(), CANCELLED, null);
    }

    @Test
    void a_job_that_kills_its_workers_is_undone() {
        long worker = dying();
        ClaimedJob job = undoableOn(worker);
        database().crashed(5);
        workers().deregister(worker, false);
        Unlocked unlocked = unlock(worker);
        assertThat(unlocked.jobs()).isEqualTo(1);
        assertThat(unlocked.dead()).isEmpty();
        assertThat(database().unheld()).isEqualTo(1);
        ClaimedJob next = assertUndone(job.id(), DYING, "Worker lost");
        assertThat(next.isCareful()).as("it may kill them again").isTrue();
    }

    @Test
    void a_job_cancelled_on_the_workers_it_kills_is_cancelled() {
        long worker = dying();
        ClaimedJob job = undoableOn(worker);
        store().cancel(List.of(job.id()));
        database().crashed(5);
        workers().deregister(worker, false);
        assertThat(unlock(worker).dead()).isEmpty();
        assertUndone(job.id(), CANCELLED, null);
    }

    @Test
    void a_worker_that_dies_leaves_jobs_of_every_kind() {
        long worker = dying();
        store().insertAll(job().times(4));
        List<ClaimedJob> jobs = claimFor(worker, 4);
        jobs.stream().limit(2).forEach(job -> store().save(job.fence(), Steps.withUndo(Steps.done("charge", "1"))));
        store().cancel(List.of(jobs.get(0).id(), jobs.get(2).id()));
        database().crashed(5);
        workers().deregister(worker, false);
        assertThat(unlock(worker).jobs()).isEqualTo(4);
        assertThat(jobs)
                .extracting(job -> state(job.id()))
                .containsExactly(JobState.READY, JobState.READY, JobState.CANCELLED, JobState.DEAD);
        assertThat(claim(10)).extracting(UndoContract::bits).containsExactly(CANCELLED, DYING);
    }

    @Test
    void a_worker_that_dies_while_it_undoes_leaves_the_rest() {
        end(undoable(), DEAD);
        long worker = dying();
        ClaimedJob job = claimFor(worker, 1).get(0);
        workers().deregister(worker, false);
        assertThat(unlock(worker)).isEqualTo(new Unlocked(1, List.of(), Set.of("q")));
        ClaimedJob again = claimOne();
        assertThat(again.id()).isEqualTo(job.id());
        assertThat(bits(again)).isEqualTo(DYING);
    }

    @Test
    void an_undo_that_fails_for_good_leaves_a_dead_job() {
        ClaimedJob job = undoing();
        assertThat(end(job, new Outcome.Dead("the undo broke"))).isEqualTo(Settled.DONE);
        JobDetails dead = find(job.id());
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.error()).startsWith("the undo broke");
        assertThat(dead.endedAt()).isNotNull();
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void what_is_undone_is_dead_of_its_first_error() {
        ClaimedJob job = undoing();
        assertThat(end(job, new Outcome.Dead(null))).isEqualTo(Settled.DONE);
        JobDetails dead = find(job.id());
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.error()).isEqualTo("it broke");
        assertThat(dead.endedAt()).isNotNull();
        assertThat(dead.failedAttempts()).hasSize(1);
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void what_is_undone_is_cancelled_in_the_end() {
        ClaimedJob job = undoable();
        steps().sleepIn(job, "nap");
        store().cancel(List.of(job.id()));
        assertThat(end(claimOne(), new Outcome.Cancelled())).isEqualTo(Settled.DONE);
        assertThat(state(job.id())).isEqualTo(JobState.CANCELLED);
        assertThat(store().ofJob(job.id())).hasSize(2);
        assertThat(store().counts()).isEmpty();
    }

    @Test
    void an_undo_that_is_interrupted_too_often_leaves_a_dead_job() {
        ClaimedJob job = undoing();
        database().interrupted(MOST - 1);
        end(job, Outcome.Interrupted.PLAIN);
        assertThat(state(job.id())).isEqualTo(JobState.DEAD);
        assertThat(find(job.id()).error()).startsWith("Interrupted");
    }

    @Test
    void an_undo_that_kills_its_workers_leaves_a_dead_job() {
        end(undoable(), DEAD);
        long worker = dying();
        ClaimedJob job = claimFor(worker, 1).get(0);
        database().crashed(5);
        workers().deregister(worker, false);
        assertThat(unlock(worker)).isEqualTo(new Unlocked(1, List.of(job.id()), Set.of()));
        assertThat(state(job.id())).isEqualTo(JobState.DEAD);
    }

    @Test
    void an_undo_that_goes_on_later_keeps_what_it_is_for() {
        ClaimedJob job = undoing();
        for (Outcome outcome : List.of(
                new Outcome.Retried(Duration.ZERO, "the undo broke"),
                new Outcome.Snoozed(Duration.ZERO),
                Outcome.HandedBack.UNSTARTED,
                Outcome.Interrupted.PLAIN)) {
            end(job, outcome);
            job = claimOne();
            assertThat(bits(job)).as("after %s", outcome).isEqualTo(DYING);
        }
        assertThat(find(job.id()).error()).isEqualTo("it broke");
    }

    @Test
    void nobody_cancels_an_undo() {
        ClaimedJob job = undoing();
        long other = insert(job());
        assertThat(store().cancel(List.of(job.id(), other))).isEqualTo(1);
        assertThat(store().cancelFree(List.of(job.id()))).isZero();
        assertThat(store().cancelRequested(database().worker, Set.of(job.fence())))
                .isEmpty();
        end(job, new Outcome.Retried(Duration.ZERO, "the undo broke"));
        assertThat(store().cancel(List.of(job.id()))).isZero();
        assertThat(store().cancelFree(List.of(job.id()))).isZero();
        ClaimedJob again = claimOne();
        end(again, new Outcome.Retried(HOUR, "the undo broke"));
        assertThat(store().cancel(List.of(job.id()))).isZero();
        assertThat(state(job.id())).isEqualTo(JobState.SCHEDULED);
        database().overdue(job.id(), "2020-01-01 00:00:00");
        store().promoteDue(10);
        assertThat(bits(claimOne())).isEqualTo(DYING);
    }

    @Test
    void a_cancelled_job_is_cancelled_once() {
        ClaimedJob job = undoable();
        steps().sleepIn(job, "nap");
        assertThat(store().cancel(List.of(job.id()))).isEqualTo(1);
        assertThat(store().cancel(List.of(job.id()))).isZero();
        assertUndone(job.id(), CANCELLED, null);
    }

    @Test
    void a_dead_job_that_is_not_undone_is_given_up() {
        ClaimedJob job = undoing();
        end(job, new Outcome.Dead("the undo broke"));
        assertThat(store().cancelFree(List.of(job.id()))).isZero();
        assertThat(store().cancel(List.of(job.id()), false)).isZero();
        assertThat(state(job.id())).isEqualTo(JobState.DEAD);
        assertThat(store().cancel(List.of(job.id()))).isEqualTo(1);
        assertThat(state(job.id())).isEqualTo(JobState.CANCELLED);
        assertThat(store().cancel(List.of(job.id()))).isZero();
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void a_revived_job_goes_on_with_its_undo() {
        ClaimedJob dying = undoing();
        end(dying, new Outcome.Dead("the undo broke"));
        assertThat(store().revive(List.of(dying.id()))).isEqualTo(1);
        assertThat(store().cancel(List.of(dying.id()))).isZero();
        ClaimedJob again = assertUndone(dying.id(), DYING, "the undo broke");
        end(again, new Outcome.Dead(null));

        ClaimedJob cancelled = undoable();
        end(cancelled, new Outcome.Cancelled());
        end(claimOne(), new Outcome.Dead("the undo broke"));
        store().revive(List.of(cancelled.id()));
        assertUndone(cancelled.id(), CANCELLED, "the undo broke");
    }

    @Test
    void signals_are_too_late_for_an_undo() {
        Sent tooLate = new Sent(SignalResult.TOO_LATE, null);
        ClaimedJob job = undoable();
        assertThat(store().send(job.id(), "other", "1", "m").result()).isEqualTo(SignalResult.STORED);
        steps().waitFor(job, "approved");
        store().cancel(List.of(job.id()));
        assertThat(store().send(job.id(), "approved", "1", null)).isEqualTo(tooLate);
        assertThat(store().send(job.id(), "another", "1", null)).isEqualTo(tooLate);
        assertThat(store().send(job.id(), "other", "1", "m").result()).isEqualTo(SignalResult.STORED);
        ClaimedJob next = assertUndone(job.id(), CANCELLED, null);
        assertThat(store().send(job.id(), "approved", "1", null)).isEqualTo(tooLate);
        assertThat(state(job.id())).isEqualTo(JobState.CLAIMED);
        end(next, new Outcome.Dead("the undo broke"));
        store().revive(List.of(job.id()));
        assertThat(store().send(job.id(), "approved", "1", null)).isEqualTo(tooLate);
        assertThat(steps().state(job.id(), "approved")).isEqualTo(State.WAITING);
    }

    private static NewStep step(Kind kind, State state) {
        return new NewStep("s", kind, state, 1, Duration.ofMillis(5), null, "\"kept\"", Ties.STEPS + Ties.UNDO);
    }

    @ParameterizedTest
    @EnumSource(
            value = State.class,
            names = {"BEGUN", "DONE", "UNREADABLE"})
    void a_step_that_may_have_been_done_is_undone(State state) {
        ClaimedJob job = claimed();
        store().save(job.fence(), step(Kind.CALL, state));
        end(job, DEAD);
        ClaimedJob undoing = claimOne();
        assertThat(store().undone(undoing.fence(), "s")).isEqualTo(Settled.DONE);
        FoundStep undone = steps().of(job.id(), "s");
        assertThat(undone.state()).isEqualTo(State.UNDONE);
        assertThat(undone.result()).isEqualTo("\"kept\"");
        assertThat(undone.endedAt()).isNotNull();
        assertThat(undone.kind()).isEqualTo(Kind.CALL);
        assertThat(undone.attempt()).isEqualTo(1);
        assertThat(store().undone(undoing.fence(), "s")).isEqualTo(Settled.DONE);
        assertThat(steps().of(job.id(), "s")).isEqualTo(undone);
    }

    @Test
    void what_was_never_done_is_not_undone() {
        ClaimedJob job = undoable();
        store().save(job.fence(), Steps.sleep("nap"));
        store().save(job.fence(), step(Kind.AWAIT, State.TIMED_OUT));
        store().save(job.fence(), Steps.done("other", "1"));
        end(job, DEAD);
        ClaimedJob undoing = claimOne();
        Map<String, State> before = Map.of("nap", State.WAITING, "s", State.TIMED_OUT, "unknown", State.DONE);
        for (String name : before.keySet()) {
            assertThat(store().undone(undoing.fence(), name)).isEqualTo(Settled.DONE);
        }
        assertThat(store().undone(undoing.fence(), "charge")).isEqualTo(Settled.DONE);
        assertThat(steps().state(job.id(), "nap")).isEqualTo(State.WAITING);
        assertThat(steps().state(job.id(), "s")).isEqualTo(State.TIMED_OUT);
        assertThat(steps().state(job.id(), "other")).isEqualTo(State.DONE);
        assertThat(steps().state(job.id(), "charge")).isEqualTo(State.UNDONE);
        assertThat(store().ofJob(job.id())).hasSize(4);
    }

    @Test
    void a_step_that_is_forgotten_counts_as_undone() {
        ClaimedJob job = undoing();
        assertThat(store().forget(job.id(), "charge")).isFalse();
        end(job, new Outcome.Dead("the undo broke"));
        assertThat(store().forget(job.id(), "charge")).isTrue();
        assertThat(steps().state(job.id(), "charge")).isEqualTo(State.UNDONE);
        assertThat(store().forget(job.id(), "charge")).isFalse();
        assertThat(store().forget(job.id(), "unknown")).isFalse();
    }

    @Test
    void a_lost_claim_undoes_nothing() {
        ClaimedJob stale = undoing();
        end(stale, new Outcome.Retried(Duration.ZERO, "the undo broke"));
        assertThat(store().undone(stale.fence(), "charge")).isEqualTo(Settled.FENCED);
        ClaimedJob current = claimOne();
        assertThat(store().undone(stale.fence(), "charge")).isEqualTo(Settled.FENCED);
        assertThat(store().undone(new Fence(Long.MAX_VALUE, UUID.randomUUID()), "charge"))
                .isEqualTo(Settled.FENCED);
        assertThat(steps().state(current.id(), "charge")).isEqualTo(State.DONE);
        end(current, new Outcome.Dead(null));
        assertThat(store().undone(current.fence(), "charge")).isEqualTo(Settled.FENCED);
    }

    @Test
    void an_undo_does_not_wait_for_a_locked_row() throws Exception {
        ClaimedJob job = undoing();
        try (HeldTransaction other = database().hold()) {
            other.call(() -> {
                database().lockJob(job.id());
                return job;
            });
            assertThat(store().undone(job.fence(), "charge")).isEqualTo(Settled.BUSY);
        }
        assertThat(steps().state(job.id(), "charge")).isEqualTo(State.DONE);
        assertThat(store().undone(job.fence(), "charge")).isEqualTo(Settled.DONE);
    }

    @Test
    void an_undo_that_is_rolled_back_was_never_made() throws Exception {
        ClaimedJob job = undoing();
        try (HeldTransaction run = database().hold()) {
            assertThat(run.call(() -> database().joining.undone(job.fence(), "charge")))
                    .isEqualTo(Settled.DONE);
            run.rollback();
        }
        assertThat(steps().state(job.id(), "charge")).isEqualTo(State.DONE);
    }

    @Test
    void a_step_recorded_during_an_undo_does_not_begin_it_anew() {
        ClaimedJob job = undoing();
        store().save(job.fence(), Steps.withUndo(Steps.done("book", "1")));
        end(job, new Outcome.Dead("the undo broke"));
        assertThat(state(job.id())).isEqualTo(JobState.DEAD);
    }

    private interface End {
        void of(UndoContract contract, ClaimedJob job);
    }

    private record PlainEnd(String name, JobState state, End end) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<PlainEnd> plainEnds() {
        return Stream.of(
                new PlainEnd("dead", JobState.DEAD, (contract, job) -> contract.end(job, DEAD)),
                new PlainEnd("interrupted too often", JobState.DEAD, (contract, job) -> {
                    contract.database().interrupted(MOST - 1);
                    contract.end(job, Outcome.Interrupted.PLAIN);
                }),
                new PlainEnd(
                        "stopped", JobState.CANCELLED, (contract, job) -> contract.end(job, new Outcome.Cancelled())),
                new PlainEnd("cancelled while running", JobState.CANCELLED, (contract, job) -> {
                    contract.cancel(job);
                    contract.end(job, new Outcome.Retried(HOUR, "it broke"));
                }),
                new PlainEnd("cancelled when it would wait", JobState.CANCELLED, (contract, job) -> {
                    contract.cancel(job);
                    contract.steps().sleepIn(job, "nap");
                }),
                new PlainEnd("cancelled while scheduled", JobState.CANCELLED, (contract, job) -> {
                    contract.end(job, new Outcome.Retried(HOUR, "it broke"));
                    contract.cancel(job);
                }),
                new PlainEnd("cancelled while ready", JobState.CANCELLED, (contract, job) -> {
                    contract.end(job, new Outcome.Retried(Duration.ZERO, "it broke"));
                    contract.cancel(job);
                }),
                new PlainEnd("cancelled while waiting", JobState.CANCELLED, (contract, job) -> {
                    contract.steps().sleepIn(job, "nap");
                    contract.cancel(job);
                }),
                new PlainEnd("cancelled on a dead worker", JobState.CANCELLED, (contract, job) -> {
                    contract.end(job, new Outcome.Retried(Duration.ZERO, "it broke"));
                    long worker = contract.dying();
                    contract.claimFor(worker, 1);
                    contract.cancel(job);
                    contract.workers().deregister(worker, false);
                    contract.unlock(worker);
                }),
                new PlainEnd("lethal", JobState.DEAD, (contract, job) -> {
                    contract.end(job, new Outcome.Retried(Duration.ZERO, "it broke"));
                    long worker = contract.dying();
                    contract.claimFor(worker, 1);
                    contract.database().crashed(5);
                    contract.workers().deregister(worker, false);
                    assertThat(contract.unlock(worker).dead()).containsExactly(job.id());
                }));
    }

    private void cancel(ClaimedJob job) {
        assertThat(store().cancel(List.of(job.id()))).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("plainEnds")
    void a_job_without_an_undo_ends_at_once(PlainEnd plain) {
        ClaimedJob job = plain();
        plain.end().of(this, job);
        assertThat(state(job.id())).isEqualTo(plain.state());
        assertThat(claim(10)).isEmpty();
    }
}
