package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Handlers that run in a transaction, alone and with a list of jobs. */
class TransactionalTurnsTests extends WorkerTurnsFixture {

    @Test
    void what_a_transaction_of_its_handler_settled_is_held_no_longer() throws Exception {
        long job = enqueue("effect");
        work();
        assertThat(state(job)).isEqualTo(JobState.COMPLETED);
        assertThat(worker.holdings.count()).isZero();
    }

    @Test
    void a_snooze_rolled_back_with_others_does_not_count() throws Exception {
        long first = enqueue("effects");
        long second = enqueue("effects");
        listHandler = jobs -> {
            listHandler = again -> {};
            jobs.get(0).context().snooze(Duration.ofMinutes(5));
        };
        work();
        assertThat(calls).containsExactly("effects 2", "effects 1", "effects 1");
        assertThat(state(first)).isEqualTo(JobState.COMPLETED);
        assertThat(state(second)).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void a_completion_that_is_refused_with_its_transaction_is_counted() throws Exception {
        enqueue("effect");
        claim();
        handler = context -> worker.holdings
                .running()
                .forEach(fence ->
                        store.settle(List.of(new Settlement(fence, new Outcome.Snoozed(Duration.ZERO), false, null))));
        runAll();
        settle();
        assertThat(worker.settler.fenced()).isEqualTo(1);
    }

    @Test
    void a_handler_without_a_transaction_waits_uncalled_and_uses_no_attempt() throws Exception {
        long job = enqueue("effect");
        noTransactions = true;
        work();
        assertThat(calls).isEmpty();
        assertThat(untilDue(job)).isEqualTo(Duration.ofSeconds(2));
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void a_list_whose_rows_somebody_holds_is_not_called_again() throws Exception {
        long job = enqueue("effects");
        enqueue("effects");
        claim();
        store.rowsAreHeld = true;
        runAll();
        assertThat(calls).containsExactly("effects 2");
        store.rowsAreHeld = false;
        settle();
        assertThat(state(job)).isEqualTo(JobState.SCHEDULED);
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void a_list_that_was_asked_to_stop_is_not_called_again() throws Exception {
        long job = enqueue("effects");
        enqueue("effects");
        claim();
        listHandler = jobs -> {
            worker.holdings.stopAll(StopReason.SHUTDOWN);
            throw new InterruptedException("asked to stop");
        };
        runAll();
        assertThat(calls).containsExactly("effects 2");
        settle();
        assertThat(state(job)).isEqualTo(JobState.READY);
        assertThat(find(job).attempts()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMED_OUT", "SHUTDOWN", "LOST"})
    void jobs_that_run_one_by_one_start_no_more_once_stopped(StopReason reason) throws Exception {
        enqueue("effects");
        enqueue("effects");
        enqueue("effects");
        claim();
        listHandler = jobs -> {
            if (jobs.size() == 1) {
                worker.holdings.stopAll(reason);
            }
            throw new InterruptedException("fails");
        };
        runAll();
        assertThat(calls).containsExactly("effects 3", "effects 1");
    }

    @Test
    void jobs_that_run_one_by_one_start_no_more_without_a_lease() throws Exception {
        long job = enqueue("effects");
        enqueue("effects");
        claim();
        listHandler = jobs -> {
            now += Duration.ofMinutes(5).toNanos();
            throw new IllegalStateException("fails");
        };
        runAll();
        settle();
        assertThat(calls).containsExactly("effects 2");
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void of_a_list_that_was_cancelled_only_those_end_that_somebody_cancelled() throws Exception {
        long cancelled = enqueue("effects");
        long other = enqueue("effects");
        claim();
        listHandler = jobs -> {
            store.cancel(List.of(cancelled));
            worker.holdings.stopAll(StopReason.CANCELLED);
            throw new InterruptedException("asked to stop");
        };
        runAll();
        settle();
        assertThat(state(cancelled)).isEqualTo(JobState.CANCELLED);
        assertThat(state(other)).isEqualTo(JobState.READY);
    }

    @Test
    void a_stopped_list_that_lost_a_job_is_not_called_again() throws Exception {
        enqueue("effects");
        long other = enqueue("effects");
        claim();
        listHandler = jobs -> {
            Fence lost = worker.holdings.running().stream()
                    .filter(fence -> fence.id() != other)
                    .findFirst()
                    .orElseThrow();
            store.settle(List.of(new Settlement(lost, new Outcome.Snoozed(Duration.ZERO), false, null)));
            worker.holdings.stopAll(StopReason.SHUTDOWN);
        };
        runAll();
        assertThat(calls).containsExactly("effects 2");
    }

    @Test
    void a_commit_without_an_answer_is_not_repeated_if_it_took_effect() throws Exception {
        long first = enqueue("effects");
        long second = enqueue("effects");
        commitWithoutAnswer = true;
        work();
        assertThat(calls).containsExactly("effects 2");
        assertThat(state(first)).isEqualTo(JobState.COMPLETED);
        assertThat(state(second)).isEqualTo(JobState.COMPLETED);
        assertThat(worker.settler.fenced()).isZero();
    }
}
