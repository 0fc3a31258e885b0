package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.NewJob;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.job.WorkerStore;
import io.baton.testing.memory.Aged;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** Jobs that are lost before they run, while they are read and while they wait. */
class LostJobsTests extends WorkerTurnsFixture {

    private long enqueueLarge() {
        return store.insert(
                new NewJob("work", "q", 0, Due.NOW, null, Map.of(), '"' + "x".repeat(20_000) + '"', List.of()));
    }

    @Test
    void a_job_whose_payload_is_unreadable_now_is_reread_soon() throws Exception {
        long job = enqueueLarge();
        store.beforeRead = () -> {
            throw new DataAccessResourceFailureException("away");
        };
        work();
        assertThat(state(job)).isEqualTo(JobState.SCHEDULED);
        assertThat(untilDue(job)).isEqualTo(Duration.ofSeconds(2));
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void a_job_whose_payload_exceeds_the_memory_uses_its_attempt() throws Exception {
        long job = enqueueLarge();
        store.beforeRead = () -> {
            throw new OutOfMemoryError("test");
        };
        work();
        assertThat(find(job).attempts()).isEqualTo(1);
    }

    @Test
    void a_job_lost_while_its_payload_was_read_does_not_run() throws Exception {
        enqueueLarge();
        store.beforeRead = () -> worker.holdings.forgetAll();
        claim();
        started.remove().run();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(calls).isEmpty();
        assertThat(worker.runners.idle()).isTrue();
    }

    /** The first of two large jobs of one call, which is somebody else's when the payloads are read. */
    private long firstIsLostWhileTwoAreRead() throws Exception {
        String padded = "{\"number\":1" + " ".repeat(20_000) + "}";
        NewJob large = new NewJob("lists", "q", 0, Due.NOW, null, Map.of(), padded, List.of());
        long first = store.insert(large);
        store.insert(large);
        worker.runners.lanes().values().forEach(lane -> lane.ran(1, 1));
        store.beforeRead = () -> {
            Fence lost = worker.holdings.running().stream()
                    .filter(fence -> fence.id() == first)
                    .findFirst()
                    .orElseThrow();
            store.settle(List.of(new Settlement(lost, new Outcome.Snoozed(Duration.ofHours(1)), false, null)));
        };
        claim();
        return first;
    }

    @Test
    void a_job_found_claimed_by_another_is_held_only_during_its_call() throws Exception {
        firstIsLostWhileTwoAreRead();
        runAll();
        settle();
        assertThat(calls).containsExactly("lists 1");
        assertThat(worker.holdings.count()).isZero();
    }

    @Test
    void it_is_held_no_longer_when_the_call_is_given_up() throws Exception {
        long first = firstIsLostWhileTwoAreRead();
        handler = job -> isGivenUp();
        runAll();
        settle();
        assertThat(calls).containsExactly("lists 1");
        assertThat(worker.holdings.count()).isZero();
        assertThat(find(first).attempts()).as("of what was lost").isZero();
    }

    @Test
    void a_job_lost_while_its_start_was_recorded_does_not_run() throws Exception {
        enqueue("work");
        new Aged(database).crashes(1);
        store.beforeCharge = () -> worker.holdings.forgetAll();
        claim();
        started.remove().run();
        assertThat(calls).isEmpty();
    }

    @Test
    void a_job_whose_lease_ends_while_its_start_is_recorded_never_runs() throws Exception {
        enqueue("work");
        new Aged(database).crashes(1);
        store.beforeCharge = () -> now += Duration.ofSeconds(10).toNanos();
        claim();
        started.remove().run();
        assertThat(calls).isEmpty();
    }

    @Test
    void a_job_lost_right_before_its_run_began_does_not_run() throws Exception {
        enqueue("work");
        claim();
        onLook = () -> worker.holdings.forgetAll();
        started.remove().run();
        assertThat(calls).isEmpty();
        assertThat(worker.runners.idle()).isTrue();
    }

    @Test
    void a_job_taken_together_with_a_lost_one_is_released() throws Exception {
        long first = enqueue("lists");
        long second = enqueue("lists");
        worker.runners.lanes().values().forEach(lane -> lane.ran(1, 1));
        claim();
        worker.holdings.held().stream().filter(fence -> fence.id() == first).forEach(worker.holdings::settled);
        runAll();
        settle();
        assertThat(calls).isEmpty();
        assertThat(state(first)).isEqualTo(JobState.CLAIMED);
        assertThat(state(second)).isEqualTo(JobState.READY);
        assertThat(find(second).attempts()).isZero();
        assertThat(worker.holdings.count()).isZero();
    }

    @Test
    void a_job_whose_worker_ends_while_it_waits_for_memory_goes_back() throws Exception {
        long job = enqueueLarge();
        claim();
        Thread.currentThread().interrupt();
        runAll();
        settle();
        assertThat(calls).isEmpty();
        assertThat(state(job)).isEqualTo(JobState.READY);
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void jobs_claimed_by_a_worker_declared_dead_meanwhile_are_released() throws Exception {
        long job = enqueue("work");
        store.afterClaim = () -> worker.identity.lost(worker.identity.current());
        work();
        assertThat(calls).isEmpty();
        assertThat(state(job)).isEqualTo(JobState.READY);
    }

    /** It was declared dead while it held nothing, between its decision to claim and the claim: nothing leads to that but the search for strays. */
    @Test
    void a_claim_under_a_dead_identity_starts_nothing_and_is_a_stray() throws Exception {
        worker.heartbeat.turn();
        long job = enqueue("work");
        WorkerStore workers = worker.engine.workers();
        Runnable freeze = () -> {
            now += Duration.ofHours(1).toNanos();
            assertThat(workers.declareDead(workers.living().get(0))).isTrue();
            workers.forget(10);
        };
        // the first two looks at the time are those before it decides
        onLook = () -> onLook = () -> onLook = freeze;
        claim();
        assertThat(state(job)).isEqualTo(JobState.CLAIMED);
        runAll();
        worker.heartbeat.turn();
        runAll();
        settle();
        assertThat(calls).isEmpty();
        assertThat(worker.holdings.count()).isZero();
        assertThat(store.unlockStrays(10).jobs()).isEqualTo(1);
        assertThat(state(job)).isEqualTo(JobState.READY);
        assertThat(find(job).attempts()).isZero();
    }
}
