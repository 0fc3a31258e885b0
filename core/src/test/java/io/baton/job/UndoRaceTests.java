package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.SignalResult;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever else ends a job or wakes it at the same moment, it is undone once. */
@OnEachDatabase
class UndoRaceTests extends StoreContract<StoreOnDatabase> {

    private static final int ROUNDS = 25;
    private static final int CANCELLED = Ties.STEPS + Ties.UNDO + Ties.UNDOING;
    private static final int DYING = Ties.STEPS + Ties.UNDOING;

    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    @Override
    StoreOnDatabase store(TestDatabase kind) {
        StoreOnDatabase store = new StoreOnDatabase(kind);
        LongLockWaits.allow(store.dataSource);
        return store;
    }

    @AfterAll
    void end() {
        threads.shutdownNow();
    }

    private Steps steps() {
        return new Steps(database.store);
    }

    /** One runs, and has a step that can be undone. */
    private ClaimedJob undoable() {
        database.insert(job());
        ClaimedJob job = database.claimOne();
        database.store.save(job.fence(), Steps.withUndo(Steps.done("charge", "1")));
        return job;
    }

    private ClaimedJob waiting() {
        ClaimedJob job = undoable();
        steps().waitFor(job, "approved");
        assertThat(database.state(job.id())).isEqualTo(JobState.WAITING);
        return job;
    }

    private static Settlement settlement(ClaimedJob job, Outcome outcome) {
        return new Settlement(job.fence(), outcome, true, null);
    }

    /** A worker tries again while somebody holds the row. */
    private void settle(ClaimedJob job, Outcome outcome) {
        Settled settled = Settled.BUSY;
        while (settled == Settled.BUSY) {
            settled = database.store.settle(List.of(settlement(job, outcome))).getOrDefault(job.fence(), Settled.BUSY);
        }
        assertThat(settled).isIn(Settled.DONE, Settled.WOKEN);
    }

    private int cancel(ClaimedJob job) {
        return database.store.cancel(List.of(job.id()));
    }

    private static <T> T of(Future<T> result) throws Exception {
        return result.get(120, TimeUnit.SECONDS);
    }

    private static Callable<?> after(CyclicBarrier barrier, Runnable action) {
        return () -> {
            meet(barrier);
            action.run();
            return null;
        };
    }

    private static void meet(CyclicBarrier barrier)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        barrier.await(120, TimeUnit.SECONDS);
    }

    private void atOnce(Runnable one, Runnable other) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        List<? extends Future<?>> both =
                List.of(threads.submit(after(barrier, one)), threads.submit(after(barrier, other)));
        for (Future<?> each : both) {
            of(each);
        }
    }

    private void awaitSomebodyWaiting() {
        LockWaits.awaitAny(kind, database.sql);
    }

    /** The job is ready, its bits were added once, and one run undoes it. */
    private void assertUndoneOnce(ClaimedJob job, int bits) {
        assertThat(database.state(job.id())).isEqualTo(JobState.READY);
        ClaimedJob undoing = database.claimOne();
        assertThat(undoing.id()).isEqualTo(job.id());
        assertThat(undoing.ties().bits() & ~Ties.STEPS_WRITTEN).isEqualTo(bits);
        assertThat(undoing.attempt()).isEqualTo(1);
        assertThat(database.claim(10)).isEmpty();
        settle(undoing, bits == CANCELLED ? new Outcome.Cancelled() : new Outcome.Dead(null));
        assertThat(database.state(job.id())).isEqualTo(bits == CANCELLED ? JobState.CANCELLED : JobState.DEAD);
        assertThat(database.claim(10)).isEmpty();
    }

    @Test
    @Timeout(300)
    void a_cancellation_beside_a_suspension() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = undoable();
            database.store.save(job.fence(), Steps.sleep("nap"));
            AtomicInteger cancelled = new AtomicInteger();
            atOnce(() -> settle(job, new Outcome.Suspended("nap")), () -> cancelled.set(cancel(job)));
            assertThat(cancelled).hasValue(1);
            assertUndoneOnce(job, CANCELLED);
            clear();
        }
    }

    @Test
    @Timeout(300)
    void a_cancellation_beside_the_end_of_a_wait() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = waiting();
            database.waitsOver();
            AtomicInteger cancelled = new AtomicInteger();
            atOnce(() -> database.store.promoteDue(10), () -> cancelled.set(cancel(job)));
            assertThat(cancelled).hasValue(1);
            database.store.promoteDue(10);
            assertUndoneOnce(job, CANCELLED);
            clear();
        }
    }

    @Test
    @Timeout(300)
    void a_cancellation_beside_the_time_of_a_scheduled_job() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = undoable();
            settle(job, new Outcome.Retried(Duration.ofHours(1), "it limped"));
            database.overdue(job.id(), "2020-01-01 00:00:00");
            AtomicInteger cancelled = new AtomicInteger();
            atOnce(() -> database.store.promoteDue(10), () -> cancelled.set(cancel(job)));
            assertThat(cancelled).hasValue(1);
            database.store.promoteDue(10);
            assertUndoneOnce(job, CANCELLED);
            clear();
        }
    }

    @Test
    @Timeout(300)
    void a_cancellation_beside_a_signal() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = waiting();
            AtomicInteger cancelled = new AtomicInteger();
            atOnce(
                    () -> assertThat(database.store
                                    .send(job.id(), "approved", "1", null)
                                    .result())
                            .isIn(SignalResult.DELIVERED, SignalResult.TOO_LATE),
                    () -> cancelled.set(cancel(job)));
            assertThat(cancelled).hasValue(1);
            assertUndoneOnce(job, CANCELLED);
            clear();
        }
    }

    @Test
    @Timeout(300)
    void two_cancellations_at_once() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = waiting();
            AtomicInteger cancelled = new AtomicInteger();
            Runnable operator = () -> cancelled.addAndGet(cancel(job));
            atOnce(operator, operator);
            assertThat(cancelled).hasValue(1);
            assertUndoneOnce(job, CANCELLED);
            clear();
        }
    }

    @Test
    @Timeout(300)
    void a_cancellation_beside_a_failure() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = undoable();
            AtomicInteger cancelled = new AtomicInteger();
            atOnce(() -> settle(job, new Outcome.Dead("it broke")), () -> cancelled.set(cancel(job)));
            assertUndoneOnce(job, cancelled.get() == 1 ? CANCELLED : DYING);
            clear();
        }
    }

    @Test
    @Timeout(300)
    void a_cancellation_beside_a_claim() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = undoable();
            settle(job, new Outcome.Retried(Duration.ZERO, "it limped"));
            AtomicInteger cancelled = new AtomicInteger();
            atOnce(
                    () -> database.claim(1)
                            .forEach(claimed -> settle(
                                    claimed,
                                    claimed.ties().has(Ties.UNDOING)
                                            ? Outcome.HandedBack.UNSTARTED
                                            : new Outcome.Dead("it broke"))),
                    () -> cancelled.set(cancel(job)));
            assertUndoneOnce(job, cancelled.get() == 1 ? CANCELLED : DYING);
            clear();
        }
    }

    @Test
    @Timeout(300)
    void a_cancellation_beside_the_end_of_a_dead_worker() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = undoable();
            settle(job, new Outcome.Retried(Duration.ZERO, "it limped"));
            long worker = database.register("dying", "q");
            database.store.claim(new Claim("q", UUID.randomUUID(), worker, 1, null));
            database.crashed(5);
            database.workers.deregister(worker, false);
            AtomicInteger cancelled = new AtomicInteger();
            atOnce(() -> database.store.unlock(worker, 10), () -> cancelled.set(cancel(job)));
            database.store.unlock(worker, 10);
            assertUndoneOnce(job, cancelled.get() == 1 ? CANCELLED : DYING);
            clear();
        }
    }

    @Test
    @Timeout(300)
    void a_failure_beside_the_end_of_its_worker() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = undoable();
            settle(job, new Outcome.Retried(Duration.ZERO, "it limped"));
            long worker = database.register("dying", "q");
            ClaimedJob claimed = database.store
                    .claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                    .jobs()
                    .get(0);
            database.crashed(5);
            database.workers.deregister(worker, false);
            Settlement failed = settlement(claimed, new Outcome.Dead("it broke"));
            atOnce(() -> database.store.unlock(worker, 10), () -> database.store.settle(List.of(failed)));
            database.store.unlock(worker, 10);
            assertUndoneOnce(job, DYING);
            clear();
        }
    }

    @Test
    @Timeout(180)
    void a_second_cancellation_waits_for_the_first() throws Exception {
        ClaimedJob job = waiting();
        try (HeldConnection first = new HeldConnection(database.dataSource);
                HeldConnection second = new HeldConnection(database.dataSource)) {
            assertThat(first.call(() -> database.joining.cancel(List.of(job.id()))))
                    .isEqualTo(1);
            Future<Integer> cancelled = second.start(() -> database.joining.cancel(List.of(job.id())));
            awaitSomebodyWaiting();
            first.commit();
            assertThat(of(cancelled)).isZero();
            second.commit();
        }
        assertUndoneOnce(job, CANCELLED);
    }

    @Test
    @Timeout(180)
    void a_cancellation_that_waited_for_a_suspension_undoes() throws Exception {
        ClaimedJob job = undoable();
        database.store.save(job.fence(), Steps.sleep("nap"));
        try (HeldConnection run = new HeldConnection(database.dataSource);
                HeldConnection operator = new HeldConnection(database.dataSource)) {
            run.call(() -> database.joining.settle(List.of(settlement(job, new Outcome.Suspended("nap")))));
            Future<Integer> cancelled = operator.start(() -> database.joining.cancel(List.of(job.id())));
            awaitSomebodyWaiting();
            run.commit();
            assertThat(of(cancelled)).isEqualTo(1);
            operator.commit();
        }
        assertUndoneOnce(job, CANCELLED);
    }

    @Test
    @Timeout(180)
    void a_cancellation_that_waited_for_a_failure_is_too_late() throws Exception {
        ClaimedJob job = undoable();
        try (HeldConnection run = new HeldConnection(database.dataSource);
                HeldConnection operator = new HeldConnection(database.dataSource)) {
            run.call(() -> database.joining.settle(List.of(settlement(job, new Outcome.Dead("it broke")))));
            Future<Integer> cancelled = operator.start(() -> database.joining.cancel(List.of(job.id())));
            awaitSomebodyWaiting();
            run.commit();
            assertThat(of(cancelled)).isZero();
            operator.commit();
        }
        assertUndoneOnce(job, DYING);
    }

    @Test
    @Timeout(180)
    void a_cancellation_that_waited_for_a_signal_undoes() throws Exception {
        ClaimedJob job = waiting();
        try (HeldConnection sender = new HeldConnection(database.dataSource);
                HeldConnection operator = new HeldConnection(database.dataSource)) {
            sender.call(() -> database.joining.send(job.id(), "approved", "1", null));
            Future<Integer> cancelled = operator.start(() -> database.joining.cancel(List.of(job.id())));
            awaitSomebodyWaiting();
            sender.commit();
            assertThat(of(cancelled)).isEqualTo(1);
            operator.commit();
        }
        assertUndoneOnce(job, CANCELLED);
    }

    @Test
    @Timeout(180)
    void a_signal_that_waited_for_a_cancellation_is_too_late() throws Exception {
        ClaimedJob job = waiting();
        try (HeldConnection operator = new HeldConnection(database.dataSource);
                HeldConnection sender = new HeldConnection(database.dataSource)) {
            operator.call(() -> database.joining.cancel(List.of(job.id())));
            Future<SignalResult> sent = sender.start(
                    () -> database.joining.send(job.id(), "approved", "1", null).result());
            awaitSomebodyWaiting();
            operator.commit();
            assertThat(of(sent)).isEqualTo(SignalResult.TOO_LATE);
            sender.commit();
        }
        assertUndoneOnce(job, CANCELLED);
    }
}
