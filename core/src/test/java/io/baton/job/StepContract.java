package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.baton.JobCount;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.StepDetails.Kind;
import io.baton.StepDetails.State;
import io.baton.job.JobSteps.FoundStep;
import io.baton.job.JobSweeps.Promotion;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What handlers have done is found by its name, and a job that waits is nobody's until its wait has ended. */
abstract class StepContract extends VerbContract {

    private Steps steps() {
        return new Steps(store());
    }

    private ClaimedJob claimed() {
        insert(job());
        return claimOne();
    }

    private ClaimedJob sleeping() {
        ClaimedJob job = claimed();
        steps().sleepIn(job, "nap");
        return job;
    }

    @Test
    void a_record_is_found_with_what_it_says() {
        ClaimedJob job = claimed();
        assertThat(store().save(job.fence(), Steps.done("charge", "{\"amount\":7}")))
                .isEqualTo(Settled.DONE);

        FoundStep found = steps().of(job.id(), "charge");
        assertThat(found.kind()).isEqualTo(Kind.CALL);
        assertThat(found.state()).isEqualTo(State.DONE);
        assertThat(found.attempt()).isEqualTo(1);
        assertThat(found.result()).isEqualTo("{\"amount\":7}");
        assertThat(found.endedAt()).isAfter(found.beganAt());
        assertThat(found.waitsUntil()).isNull();
        assertThat(found.due()).isFalse();
    }

    @Test
    void a_result_may_be_null_and_names_differ_by_each_character() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.done("charge", null));
        store().save(job.fence(), Steps.done("Charge", "1"));
        store().save(job.fence(), Steps.done("charge ", "2"));
        assertThat(store().ofJob(job.id())).hasSize(3);
        assertThat(steps().of(job.id(), "charge").result()).isNull();
        assertThat(steps().of(job.id(), "charge ").result()).isEqualTo("2");
    }

    @Test
    void steps_are_listed_in_order_up_to_a_limit_by_job() {
        ClaimedJob job = claimed();
        ClaimedJob other = claimed();
        store().save(job.fence(), Steps.sleep("b"));
        store().save(job.fence(), Steps.sleep("a"));
        store().save(other.fence(), Steps.done("c", null));
        assertThat(store().ofJob(job.id())).extracting(FoundStep::name).containsExactly("b", "a");
        assertThat(store().ofJob(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void a_lost_claim_records_nothing() {
        insert(job());
        ClaimedJob stale = claimOne();
        store().save(stale.fence(), Steps.begun("book"));
        settle(stale, new Outcome.Retried(Duration.ZERO, "it broke"));
        ClaimedJob current = claimOne();

        assertThat(store().save(stale.fence(), Steps.done("charge", "1"))).isEqualTo(Settled.FENCED);
        assertThat(store().save(stale.fence(), Steps.done("book", "1"))).isEqualTo(Settled.FENCED);
        assertThat(store().free(stale.fence(), "book")).isEqualTo(Settled.FENCED);
        assertThat(Steps.awaited(store(), stale.fence(), Steps.await("approved")))
                .isNull();
        assertThat(steps().suspend(stale)).isEqualTo(Settled.FENCED);

        assertThat(store().ofJob(current.id())).extracting(FoundStep::name).containsExactly("book");
        assertThat(steps().state(current.id(), "book")).isEqualTo(State.BEGUN);
        assertThat(state(current.id())).isEqualTo(JobState.CLAIMED);
    }

    @Test
    void an_unknown_job_records_nothing() {
        Fence unknown = new Fence(Long.MAX_VALUE, UUID.randomUUID());
        assertThat(store().save(unknown, Steps.done("charge", "1"))).isEqualTo(Settled.FENCED);
        assertThat(store().free(unknown, "charge")).isEqualTo(Settled.FENCED);
        assertThat(Steps.awaited(store(), unknown, Steps.await("approved"))).isNull();
    }

    @Test
    void a_locked_row_is_not_waited_for() throws Exception {
        ClaimedJob job = claimed();
        try (HeldTransaction other = database().hold()) {
            other.call(() -> {
                database().lockJob(job.id());
                return job;
            });
            assertThat(store().save(job.fence(), Steps.done("charge", "1"))).isEqualTo(Settled.BUSY);
            assertThat(store().free(job.fence(), "charge")).isEqualTo(Settled.BUSY);
            assertThat(Steps.awaited(store(), job.fence(), Steps.await("approved")))
                    .isNull();
            assertThat(steps().suspend(job)).isEqualTo(Settled.BUSY);
        }
        assertThat(store().ofJob(job.id())).isEmpty();
        assertThat(store().save(job.fence(), Steps.done("charge", "1"))).isEqualTo(Settled.DONE);
    }

    @Test
    void a_record_repeated_after_a_lost_response_is_one() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.done("charge", "1"));
        assertThat(store().save(job.fence(), Steps.done("charge", "1"))).isEqualTo(Settled.DONE);
        assertThat(store().ofJob(job.id())).hasSize(1);
        store().save(job.fence(), Steps.sleep("nap"));
        assertThat(store().save(job.fence(), Steps.sleep("nap"))).isEqualTo(Settled.DONE);
        assertThat(store().ofJob(job.id())).hasSize(2);
    }

    @Test
    void a_wait_keeps_its_end_when_it_is_asked_for_again() {
        ClaimedJob job = claimed();
        FoundStep first = Steps.awaited(store(), job.fence(), Steps.await("approved"));
        assertThat(first).isNotNull();
        assertThat(first.waitsUntil()).isAfter(first.beganAt().plus(Duration.ofDays(6)));
        assertThat(Steps.awaited(store(), job.fence(), Steps.await("approved"))).isEqualTo(first);
    }

    @Test
    void a_begun_step_ends_or_is_freed_and_an_ended_one_stays() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.begun("charge"));
        assertThat(steps().of(job.id(), "charge").endedAt()).isNull();
        assertThat(store().free(job.fence(), "charge")).isEqualTo(Settled.DONE);
        assertThat(store().ofJob(job.id())).isEmpty();

        store().save(job.fence(), Steps.begun("charge"));
        store().save(job.fence(), Steps.done("charge", "1"));
        assertThat(store().free(job.fence(), "charge")).isEqualTo(Settled.DONE);
        assertThat(steps().state(job.id(), "charge")).isEqualTo(State.DONE);
    }

    @Test
    void records_stay_however_the_run_ends() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.done("charge", "1"));
        settle(job, new Outcome.Retried(Duration.ZERO, "it broke"));
        ClaimedJob again = claimOne();
        assertThat(store().ofJob(job.id())).hasSize(1);
        settle(again, Outcome.Completed.PLAIN);
        assertThat(state(job.id())).isEqualTo(JobState.COMPLETED);
        assertThat(store().ofJob(job.id())).hasSize(1);
    }

    @Test
    void a_job_that_waits_is_free_of_claim_and_attempt() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.sleep("nap"));
        assertThat(steps().suspend(job)).isEqualTo(Settled.DONE);

        assertThat(state(job.id())).isEqualTo(JobState.WAITING);
        assertThat(find(job.id()).attempts()).isZero();
        assertThat(database().unheld()).isEqualTo(1);
        assertThat(claim(10)).isEmpty();
        assertThat(steps().suspend(job)).isEqualTo(Settled.FENCED);
        assertThat(store().save(job.fence(), Steps.done("charge", "1"))).isEqualTo(Settled.FENCED);
    }

    @Test
    void a_job_without_an_open_wait_is_ready_at_once() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.done("charge", "1"));
        assertThat(steps().suspend(job)).isEqualTo(Settled.WOKEN);
        assertThat(state(job.id())).isEqualTo(JobState.READY);
        assertThat(claimOne().attempt()).isEqualTo(1);
    }

    @Test
    void a_wait_that_is_over_makes_its_job_ready_at_once() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.sleep("nap"));
        database().waitsOver();
        assertThat(steps().suspend(job)).isEqualTo(Settled.WOKEN);
        assertThat(steps().of(claimOne().id(), "nap").due()).isTrue();
    }

    @Test
    void waiting_is_written_together_with_other_ends() {
        store().insertAll(job().times(4));
        List<ClaimedJob> jobs = claim(4);
        store().save(jobs.get(0).fence(), Steps.sleep("nap"));
        assertThat(store().settle(List.of(
                        Steps.suspended(jobs.get(0), "nap"),
                        Settlement.of(jobs.get(1), Outcome.Completed.PLAIN),
                        Steps.suspended(jobs.get(2), "nap"),
                        Settlement.of(jobs.get(3), new Outcome.Retried(Duration.ofHours(1), "it broke")))))
                .containsEntry(jobs.get(0).fence(), Settled.DONE)
                .containsEntry(jobs.get(1).fence(), Settled.DONE)
                .containsEntry(jobs.get(2).fence(), Settled.WOKEN)
                .containsEntry(jobs.get(3).fence(), Settled.DONE);
        assertThat(jobs)
                .extracting(job -> state(job.id()))
                .containsExactly(JobState.WAITING, JobState.COMPLETED, JobState.READY, JobState.SCHEDULED);
    }

    @Test
    void a_first_record_ties_its_job_so_that_older_nodes_release_it() {
        insert(job());
        ClaimedJob plain = claimOne();
        assertThat(plain.ties()).isEqualTo(Ties.NONE);
        store().save(plain.fence(), Steps.done("charge", "1"));
        settle(plain, new Outcome.Retried(Duration.ZERO, "it broke"));

        ClaimedJob tied = claimOne();
        assertThat(tied.ties().has(Ties.STEPS)).isTrue();
        assertThat(database().joining.knows(tied.ties())).isTrue();
        store().save(tied.fence(), Steps.done("book", "1"));
        settle(tied, new Outcome.Retried(Duration.ZERO, "it broke"));
        assertThat(database().joining.knows(claimOne().ties())).isTrue();
    }

    @Test
    void waits_end_by_time_and_their_jobs_are_ready() {
        ClaimedJob sleeping = sleeping();
        insert(job().queue("b"));
        ClaimedJob waiting = database().claim("b", 1).get(0);
        steps().waitFor(waiting, "approved");
        assertThat(store().nextDue().orElseThrow()).isBetween(Duration.ofDays(6), Duration.ofDays(7));
        Promotion none = store().promoteDue(10);
        assertThat(none.promoted()).isZero();
        assertThat(none.nextDue()).isBetween(Duration.ofDays(6), Duration.ofDays(7));

        database().waitsOver();
        assertThat(store().nextDue()).contains(Duration.ZERO);
        assertThat(store().promoteDue(10))
                .isEqualTo(new Promotion(2, Set.of(ReadyJobs.outOfTurn("q"), ReadyJobs.outOfTurn("b")), null));
        assertThat(state(sleeping.id())).isEqualTo(JobState.READY);
        assertThat(state(waiting.id())).isEqualTo(JobState.READY);
        assertThat(steps().state(sleeping.id(), "nap")).isEqualTo(State.DONE);
        FoundStep late = steps().of(waiting.id(), "approved");
        assertThat(late.state()).isEqualTo(State.TIMED_OUT);
        assertThat(late.endedAt()).isNotNull();
        assertThat(store().promoteDue(10).promoted()).isZero();
        assertThat(Steps.awaited(store(), database().claim("b", 1).get(0).fence(), Steps.await("approved")))
                .isEqualTo(late);
    }

    @Test
    void waits_and_scheduled_jobs_are_due_in_one_sweep() {
        ClaimedJob sleeping = sleeping();
        long scheduled = database().insertOverdue(job(), "2020-01-01 00:00:00");
        long later = insert(job().dueIn(Duration.ofHours(1)));
        database().waitsOver();
        Promotion promotion = store().promoteDue(10);
        assertThat(promotion.promoted()).isEqualTo(2);
        assertThat(promotion.nextDue()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        assertThat(List.of(sleeping.id(), scheduled, later))
                .extracting(this::state)
                .containsExactly(JobState.READY, JobState.READY, JobState.SCHEDULED);
    }

    @Test
    void waits_end_in_portions() {
        for (int each = 0; each < 3; each++) {
            sleeping();
        }
        database().waitsOver();
        Promotion first = store().promoteDue(2);
        assertThat(first.promoted()).isEqualTo(2);
        assertThat(first.nextDue()).isEqualTo(Duration.ZERO);
        assertThat(store().promoteDue(2).promoted()).isEqualTo(1);
        assertThat(claim(10)).hasSize(3);
    }

    @Test
    void a_running_job_stays_claimed_when_its_wait_ends() {
        ClaimedJob job = claimed();
        Steps.awaited(store(), job.fence(), Steps.await("approved"));
        database().waitsOver();
        assertThat(store().promoteDue(10)).isEqualTo(new Promotion(0, Set.of(), null));
        assertThat(state(job.id())).isEqualTo(JobState.CLAIMED);
        assertThat(steps().state(job.id(), "approved")).isEqualTo(State.TIMED_OUT);
        assertThat(steps().suspend(job)).isEqualTo(Settled.WOKEN);
    }

    @Test
    void a_run_decides_that_its_wait_is_over() {
        ClaimedJob job = claimed();
        Steps.awaited(store(), job.fence(), Steps.await("approved"));
        database().waitsOver();
        FoundStep late = Steps.awaited(store(), job.fence(), Steps.await("approved"));
        assertThat(late).isNotNull();
        assertThat(late.state()).isEqualTo(State.TIMED_OUT);
        assertThat(store().nextDue()).isEmpty();
    }

    @Test
    void waits_of_dead_jobs_end_and_the_jobs_stay_dead() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.sleep("nap"));
        settle(job, new Outcome.Dead("it broke"));
        database().waitsOver();
        assertThat(store().promoteDue(10)).isEqualTo(new Promotion(0, Set.of(), null));
        assertThat(state(job.id())).isEqualTo(JobState.DEAD);
        assertThat(steps().state(job.id(), "nap")).isEqualTo(State.DONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void waits_of_jobs_that_are_gone_end(boolean history) {
        ClaimedJob job = sleeping();
        JobStore store = history ? store() : database().storeKeeping(new Retention(null, Duration.ZERO, null, 100));
        store.cancel(List.of(job.id()));
        database().waitsOver();
        assertThat(store().promoteDue(10)).isEqualTo(new Promotion(0, Set.of(), null));
    }

    @Test
    void a_sweep_skips_a_job_whose_row_is_locked() throws Exception {
        assumeTrue(database().passesOverHeldRows(), "H2 waits for it");
        ClaimedJob held = sleeping();
        ClaimedJob free = sleeping();
        database().waitsOver();
        try (HeldTransaction other = database().hold()) {
            other.call(() -> {
                database().lockJob(held.id());
                return held;
            });
            assertThat(store().promoteDue(10).promoted()).isEqualTo(1);
            assertThat(state(free.id())).isEqualTo(JobState.READY);
            assertThat(steps().state(held.id(), "nap")).isEqualTo(State.WAITING);
        }
        assertThat(store().promoteDue(10).promoted()).isEqualTo(1);
    }

    @Test
    void a_waiting_job_is_cancelled_at_once_and_keeps_its_records() {
        ClaimedJob job = sleeping();
        assertThat(store().cancel(List.of(job.id()))).isEqualTo(1);
        assertThat(state(job.id())).isEqualTo(JobState.CANCELLED);
        assertThat(store().ofJob(job.id())).hasSize(1);
        assertThat(store().cancelFree(List.of(sleeping().id()))).isEqualTo(1);
        assertThat(store().counts()).isEmpty();
    }

    @Test
    void a_cancel_overrules_a_wait() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.sleep("nap"));
        store().cancel(List.of(job.id()));
        assertThat(steps().suspend(job)).isEqualTo(Settled.DONE);
        assertThat(state(job.id())).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void operators_neither_move_nor_revive_a_waiting_job() {
        ClaimedJob job = sleeping();
        assertThat(store().reschedule(List.of(job.id()), Due.NOW)).isZero();
        assertThat(store().revive(List.of(job.id()))).isZero();
        assertThat(state(job.id())).isEqualTo(JobState.WAITING);
    }

    @Test
    void a_step_is_forgotten_unless_its_job_runs() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.done("charge", "1"));
        store().save(job.fence(), Steps.done("book", "1"));
        assertThat(store().forget(job.id(), "charge")).isFalse();
        settle(job, new Outcome.Dead("it broke"));

        assertThat(store().forget(job.id(), "charge")).isTrue();
        assertThat(store().forget(job.id(), "charge")).isFalse();
        assertThat(store().forget(Long.MAX_VALUE, "charge")).isFalse();
        assertThat(store().ofJob(job.id())).extracting(FoundStep::name).containsExactly("book");
    }

    @Test
    void a_wait_can_be_ended_before_its_time() {
        ClaimedJob sleeping = sleeping();
        assertThat(Steps.endWait(store(), sleeping.id(), "other")).isNull();
        assertThat(Steps.endWait(store(), sleeping.id(), "nap")).isEqualTo(ReadyJobs.outOfTurn("q"));
        assertThat(state(sleeping.id())).isEqualTo(JobState.READY);
        assertThat(steps().state(sleeping.id(), "nap")).isEqualTo(State.DONE);
        assertThat(Steps.endWait(store(), sleeping.id(), "nap")).isNull();
        assertThat(Steps.endWait(store(), Long.MAX_VALUE, "nap")).isNull();

        ClaimedJob waiting = claimOne();
        steps().waitFor(waiting, "approved");
        assertThat(Steps.endWait(store(), waiting.id(), "approved")).isEqualTo(ReadyJobs.outOfTurn("q"));
        assertThat(steps().state(waiting.id(), "approved")).isEqualTo(State.TIMED_OUT);
    }

    @Test
    void a_wait_ended_while_its_job_runs_does_not_hold_it() {
        ClaimedJob job = claimed();
        store().save(job.fence(), Steps.sleep("nap"));
        assertThat(Steps.endWait(store(), job.id(), "nap")).isNull();
        assertThat(steps().suspend(job)).isEqualTo(Settled.WOKEN);
    }

    @Test
    void waiting_jobs_are_counted_found_and_unfinished() {
        ClaimedJob job = sleeping();
        JobFilter waiting = JobFilter.all().state(JobState.WAITING);
        assertThat(store().counts()).containsExactly(new JobCount("q", JobState.WAITING, 1));
        assertThat(store().search(waiting, 0, 10))
                .extracting(found -> found.id().value())
                .containsExactly(job.id());
        assertThat(store().search(JobFilter.all(), 0, 10)).hasSize(1);
        assertThat(store().ids(waiting, 0, 10)).containsExactly(job.id());
        assertThat(store().lock(List.of(job.id()), waiting)).containsOnlyKeys(job.id());
        assertThat(store().anyUnfinished(JobFilter.all())).isTrue();
        assertThat(store().anyUnfinished(waiting)).isTrue();
        assertThat(store().queuesWithWork(Set.of("q"))).isEmpty();
    }

    @Test
    void a_reclaimed_job_keeps_its_records_and_open_waits() {
        long worker = database().register("dying", "q");
        insert(job());
        ClaimedJob job = store().claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                .jobs()
                .get(0);
        store().save(job.fence(), Steps.done("charge", "1"));
        Steps.awaited(store(), job.fence(), Steps.await("approved"));
        database().workers.deregister(worker, false);
        store().unlock(worker, 10);

        assertThat(state(job.id())).isEqualTo(JobState.READY);
        assertThat(steps().suspend(job)).isEqualTo(Settled.FENCED);
        ClaimedJob again = claimOne();
        assertThat(store().ofJob(again.id())).extracting(FoundStep::state).containsExactly(State.DONE, State.WAITING);
        assertThat(steps().suspend(again)).isEqualTo(Settled.DONE);
    }

    @Test
    void a_node_that_dies_does_not_matter_to_a_waiting_job() {
        long worker = database().register("dying", "q");
        insert(job());
        ClaimedJob job = store().claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                .jobs()
                .get(0);
        steps().sleepIn(job, "nap");
        database().workers.deregister(worker, false);
        store().unlock(worker, 10);
        store().unlockStrays(10);
        assertThat(state(job.id())).isEqualTo(JobState.WAITING);
    }

    @Test
    void a_sleep_is_not_over_by_a_signal_of_its_name() {
        ClaimedJob job = claimed();
        store().send(job.id(), "nap", "1", null);
        store().save(job.fence(), Steps.sleep("nap"));
        assertThat(steps().suspend(job)).isEqualTo(Settled.DONE);
        assertThat(state(job.id())).isEqualTo(JobState.WAITING);
    }

    @Test
    void records_go_with_the_history_of_their_jobs() {
        ClaimedJob ended = claimed();
        store().save(ended.fence(), Steps.done("charge", "1"));
        store().send(ended.id(), "approved", "1", null);
        settle(ended, Outcome.Completed.PLAIN);
        ClaimedJob waiting = sleeping();
        assertThat(store().forgetSteps(10)).isEqualTo(2);
        assertThat(store().ofJob(ended.id())).hasSize(1);

        database().everythingLongAgo();
        store().purge(new Retention(Duration.ofDays(1), null, null, 100), 10);
        store().forgetSteps(10);
        store().forgetSignals(10);
        assertThat(store().ofJob(ended.id())).isEmpty();
        assertThat(store().ofJob(waiting.id())).hasSize(1);
        assertThat(store().forgetSteps(10)).isEqualTo(1);
    }
}
