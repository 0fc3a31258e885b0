package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobContext;
import io.baton.JobState;
import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.NewJob;
import io.baton.job.Outcome;
import io.baton.job.ReadyJobs;
import io.baton.job.Settlement;
import io.baton.testing.memory.Aged;
import io.baton.worker.lane.Lane;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The road of a job through a worker, turn by turn on one thread. */
class WorkerTurnsTests extends WorkerTurnsFixture {

    @Test
    void a_runner_that_ends_names_no_job_in_its_threads_logs() throws Exception {
        handler = job -> calls.add(MDC.get("baton.job.id"));
        long job = enqueue("work");
        work();
        assertThat(calls).containsExactly("work", Long.toString(job));
        assertThat(MDC.get("baton.job.id")).isNull();
        assertThat(MDC.get("baton.job.type")).isNull();
    }

    @Test
    void a_runner_that_ends_tells_of_the_room_it_leaves() throws Exception {
        enqueue("work");
        claim();
        enqueue("work");
        worker.runners
                .lanes()
                .values()
                .forEach(lane -> lane.ran(1, Duration.ofHours(1).toNanos()));
        claim();
        woken = 0;
        runAll();
        assertThat(woken).isEqualTo(1);
    }

    @Test
    void jobs_claimed_ahead_of_a_handler_that_turns_slow_are_released() throws Exception {
        worker.runners.lanes().values().forEach(lane -> lane.ran(1, 1));
        List<Long> jobs = IntStream.range(0, 15).mapToObj(i -> enqueue("work")).toList();
        List<Long> last = jobs.subList(10, 15);
        claim();
        handler = job -> {
            handler = other -> {};
            turnOfWatchAfter(499);
            turnOfWatchAfter(1);
            assertThat(worker.settler.unsettled())
                    .as("they may have come a moment ago")
                    .isZero();
            woken = 0;
            turnOfWatchAfter(500);
            assertThat(woken).as("since this node may claim them again").isEqualTo(1);
            settle();
            claim();
            assertThat(last).allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.READY));
            assertThat(jobs.subList(0, 10))
                    .as("what a call of a list may take together")
                    .allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.CLAIMED));
        };
        runAll();
        settle();
        work();
        assertThat(jobs).allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.COMPLETED));
        assertThat(jobs).as("no release was an attempt").allSatisfy(id -> assertThat(find(id).attempts())
                .isOne());
    }

    private void turnOfWatchAfter(long millis) throws Exception {
        now += Duration.ofMillis(millis).toNanos();
        worker.watch.turn();
    }

    @Test
    void jobs_without_a_thread_are_released_and_their_lane_resumes_later() throws Exception {
        long job = enqueue("work");
        noThreads = true;
        claim();
        settle();
        assertThat(state(job)).isEqualTo(JobState.SCHEDULED);
        now += Lane.RELEASED_FOR.toNanos(); // longer than the first pause
        store.promoteDue(1);
        noThreads = false;
        work();
        assertThat(state(job)).isEqualTo(JobState.COMPLETED);
        assertThat(worker.runners.idle()).isTrue();
    }

    @Test
    void a_job_left_to_others_waits_as_long_as_specified() throws Exception {
        long job = enqueue("work");
        claim();
        List<ClaimedJob> waiting = worker.runners.lanes().values().stream()
                .flatMap(lane -> lane.empty().stream())
                .toList();
        worker.runners.release(waiting, Duration.ofSeconds(5));
        settle();
        assertThat(state(job)).isEqualTo(JobState.SCHEDULED);
        assertThat(untilDue(job)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void a_run_failing_outside_its_handler_is_not_repeated_at_once() throws Exception {
        long job = enqueue("work");
        new Aged(database).crashes(1);
        store.beforeCharge = () -> {
            throw new OutOfMemoryError("test");
        };
        work();
        assertThat(state(job)).isEqualTo(JobState.SCHEDULED);
        assertThat(untilDue(job)).isEqualTo(Duration.ofSeconds(10));
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void a_job_of_a_type_that_is_unknown_here_is_announced_elsewhere() throws Exception {
        enqueue("nobodys");
        claim();
        elsewhere.takeReady();
        settle();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.outOfTurn("q"));
    }

    @Test
    void the_next_suspect_starts_once_the_last_outcome_is_written() throws Exception {
        long first = enqueue("work");
        long second = enqueue("work");
        new Aged(database).crashes(2);
        claim();
        claim();
        runAll();
        assertThat(calls).hasSize(1);
        settle();
        runAll();
        settle();
        assertThat(state(first)).isEqualTo(JobState.COMPLETED);
        assertThat(state(second)).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void suspects_stay_behind_one_that_runs_for_less_than_a_turn() throws Exception {
        List<Long> all = List.of(enqueue("work"), enqueue("work"), enqueue("work"));
        new Aged(database).crashes(2);
        handler = context -> worker.watch.turn();
        claim();
        for (int run = 0; run < all.size(); run++) {
            runAll();
            settle();
        }
        assertThat(all).allSatisfy(job -> assertThat(state(job)).isEqualTo(JobState.COMPLETED));
    }

    @Test
    void suspects_go_back_that_wait_behind_one_that_runs_for_longer() throws Exception {
        List<Long> all = List.of(enqueue("work"), enqueue("work"), enqueue("work"));
        new Aged(database).crashes(2);
        handler = context -> {
            worker.watch.turn();
            worker.watch.turn();
        };
        claim();
        runAll();
        settle();
        assertThat(all.stream().map(this::state))
                .containsExactly(JobState.COMPLETED, JobState.SCHEDULED, JobState.SCHEDULED);
    }

    @Test
    void what_still_runs_when_the_worker_ends_goes_back() throws Exception {
        long job = enqueue("work");
        claim();
        handler = context -> {
            session.releaseInterrupted();
            settle();
            assertThat(state(job)).isEqualTo(JobState.READY);
        };
        runAll();
        assertThat(worker.holdings.runs()).isEmpty();
    }

    @Test
    void the_last_progress_of_an_unfinished_job_is_written() throws Exception {
        long job = enqueue("work");
        handler = context -> {
            context.progress(0.5, "half");
            throw new IllegalStateException("broken");
        };
        work();
        assertThat(find(job).progress()).isEqualTo(0.5);
    }

    @Test
    void nothing_is_written_of_the_progress_of_a_job_that_is_done() throws Exception {
        enqueue("work");
        handler = context -> context.progress(0.5, "half");
        work();
        worker.watch.turn();
        assertThat(store.progressWrites).isZero();
    }

    @Test
    void a_job_may_have_fewer_attempts_than_others() throws Exception {
        long job = store.insert(new NewJob("work", "q", 0, Due.NOW, 1, Map.of(), null, List.of()));
        handler = context -> {
            throw new IllegalStateException("broken");
        };
        work();
        assertThat(state(job)).isEqualTo(JobState.DEAD);
    }

    @Test
    void a_wish_to_wait_counts_though_the_handler_swallows_it() throws Exception {
        long job = enqueue("work");
        handler = this::snoozeQuietly;
        work();
        assertThat(untilDue(job)).isEqualTo(Duration.ofMinutes(5));
        assertThat(find(job).attempts()).isZero();
    }

    private void snoozeQuietly(JobContext context) {
        try {
            context.snooze(Duration.ofMinutes(5));
        } catch (RuntimeException swallowed) {
            // as a library that catches everything does
        }
    }

    @Test
    void a_wish_to_wait_counts_though_the_handler_throws_something_else() throws Exception {
        long job = enqueue("work");
        handler = context -> {
            snoozeQuietly(context);
            throw new IllegalStateException("broken");
        };
        work();
        assertThat(untilDue(job)).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void a_job_with_a_tie_unknown_here_is_left_to_others() throws Exception {
        long job = enqueue("work");
        store.knowsTies = false;
        work();
        assertThat(calls).isEmpty();
        assertThat(state(job)).isEqualTo(JobState.SCHEDULED);
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void what_was_claimed_from_a_queue_that_is_paused_meanwhile_goes_back() throws Exception {
        long job = enqueue("work");
        store.afterClaim = () -> worker.pauses.update(Map.of("q", Duration.ofMinutes(1)));
        work();
        assertThat(calls).isEmpty();
        assertThat(state(job)).isEqualTo(JobState.READY);
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void jobs_that_wait_for_a_queue_paused_meanwhile_go_back() throws Exception {
        long job = enqueue("work");
        claim();
        worker.pauses.update(Map.of("q", Duration.ofHours(1)));
        settle();
        assertThat(state(job)).isEqualTo(JobState.READY);
        runAll();
    }

    @Test
    void a_queue_that_is_paused_no_longer_is_announced_here() {
        worker.pauses.update(Map.of("q", Duration.ofHours(1)));
        worker.pauses.update(Map.of());
        assertThat(here.takeReady()).containsExactly(ReadyJobs.outOfTurn("q"));
    }

    @Test
    void nothing_is_claimed_while_very_many_outcomes_are_not_written() throws Exception {
        long job = enqueue("work");
        veryManyOutcomesAreNotWritten();
        claim();
        assertThat(state(job)).isEqualTo(JobState.READY);
    }

    private void veryManyOutcomesAreNotWritten() {
        worker.settler.settle(LongStream.rangeClosed(1, 5_001)
                .mapToObj(id -> new Settlement(new Fence(-id, new UUID(0, id)), Outcome.Completed.PLAIN, false, null))
                .toList());
    }

    @Test
    void wake_ups_are_forwarded_while_very_many_outcomes_are_not_written() throws Exception {
        veryManyOutcomesAreNotWritten();
        worker.publisher.jobsAvailable(ReadyJobs.of("q"));
        worker.claims.turn();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("q"));
    }

    @Test
    void a_job_runs_in_no_transaction_that_was_left_on_its_thread() throws Exception {
        long job = enqueue("work");
        claim();
        TransactionSynchronizationManager.initSynchronization();
        handler = context -> assertThat(TransactionSynchronizationManager.isSynchronizationActive())
                .isFalse();
        runAll();
        settle();
        assertThat(state(job)).isEqualTo(JobState.COMPLETED);
    }

    @Test
    @SuppressWarnings("NullAway")
    void null_is_no_checkpoint() throws Exception {
        long job = enqueue("work");
        handler = context -> context.saveCheckpoint(null);
        work();
        assertThat(find(job).error()).contains("Job " + job + " (work) cannot save null as its checkpoint");
    }

    @Test
    void a_claim_without_an_answer_is_asked_for_until_there_is_one() throws Exception {
        long job = enqueue("work");
        store.afterClaim = () -> afterCommit = () -> {
            throw new DataAccessResourceFailureException("the answer was lost");
        };
        assertThatThrownBy(this::claim).isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(state(job)).isEqualTo(JobState.CLAIMED);
        store.afterClaim = () -> {};
        store.beforeLookup = () -> {
            throw new DataAccessResourceFailureException("away");
        };
        assertThatThrownBy(this::claim).isInstanceOf(DataAccessResourceFailureException.class);
        store.beforeLookup = () -> {};
        work();
        assertThat(state(job)).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void a_queue_that_had_work_is_looked_at_again_soon() throws Exception {
        claim();
        enqueue("work");
        here.jobsAvailable(ReadyJobs.outOfTurn("q"));
        worker.claims.turn();
        runAll();
        assertThat(worker.claims.turn()).isLessThan(Duration.ofMillis(100));
    }

    /** As for want of memory, again and again: it was claimed, and this worker never takes it on. */
    @Test
    void what_a_failed_claim_was_given_goes_back_within_a_minute() throws Exception {
        worker.heartbeat.turn();
        claim();
        long job = enqueue("work");
        failsForWantOfMemory();
        failsForWantOfMemory();
        for (int second = 0; second < 59; second++) {
            now += Duration.ofSeconds(1).toNanos();
            assertThatThrownBy(this::claim).hasMessageContaining("claims again after a minute");
            worker.heartbeat.turn();
            worker.watch.turn();
        }
        settle();
        assertThat(state(job)).isEqualTo(JobState.READY);
        assertThat(find(job).attempts()).isZero();
        now += Duration.ofSeconds(1).toNanos();
        claim();
        assertThat(state(job)).isEqualTo(JobState.CLAIMED);
    }

    @Test
    void a_node_that_abandoned_its_claim_forwards_its_wake_ups() throws Exception {
        claim();
        enqueue("work");
        failsForWantOfMemory();
        failsForWantOfMemory();
        elsewhere.takeReady();
        worker.publisher.jobsAvailable(ReadyJobs.of("q"));
        assertThatThrownBy(worker.claims::turn).hasMessageContaining("claims again after a minute");
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("q"));
    }

    private void failsForWantOfMemory() {
        afterCommit = () -> {
            throw new OutOfMemoryError("test");
        };
        assertThatThrownBy(this::claim).isInstanceOf(OutOfMemoryError.class);
    }

    /** Else it would run while another node has it. */
    @Test
    void a_job_of_an_open_claim_is_taken_on_and_not_released() throws Exception {
        worker.heartbeat.turn();
        claim();
        long job = enqueue("work");
        failsForWantOfMemory();
        for (int second = 0; second < 59; second++) {
            now += Duration.ofSeconds(1).toNanos();
            worker.heartbeat.turn();
            worker.watch.turn();
        }
        claim();
        settle();
        assertThat(state(job)).isEqualTo(JobState.CLAIMED);
        runAll();
        settle();
        assertThat(state(job)).isEqualTo(JobState.COMPLETED);
    }
}
