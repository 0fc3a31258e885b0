package io.baton.worker.life;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.handler.RetryDecider;
import io.baton.handler.RetryRule;
import io.baton.job.Claim;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.JobClaims.Claimed;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Stores;
import io.baton.loop.Loop;
import io.baton.loop.Ticker;
import io.baton.testing.memory.Aged;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.type.JacksonPayloadCodec;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.WorkerSettings;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.run.ActiveRun.Deadlines;
import io.baton.worker.run.Runs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.dao.DataAccessResourceFailureException;

/** What becomes of the jobs of a worker that ends in good order, or that others took for dead. */
class EndingWorkerTests {

    @SuppressWarnings("NullAway.Init")
    private WorkerAssembly parts;

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final RetryRule RETRY = new RetryRule(Duration.ZERO, 1, Duration.ZERO, 0, List.of());

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong paused = new AtomicLong();
    private final AtomicBoolean silent = new AtomicBoolean();
    private final AtomicInteger startedInSilence = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile Thread handlerThread = Thread.currentThread();
    private boolean closesContext;
    private volatile boolean rowsAreHeld;
    private volatile boolean noMemory;
    private final AtomicInteger failedClaims = new AtomicInteger();
    private boolean stubborn;

    private final InMemoryJobStore store = new InMemoryJobStore(database, KEEP_ALL) {
        @Override
        public Claimed claim(Claim claim) {
            if (noMemory) {
                failedClaims.incrementAndGet();
                throw new OutOfMemoryError("test");
            }
            return super.claim(claim);
        }

        @Override
        public Map<Fence, Settled> settle(List<Settlement> settlements) {
            if (refusals.getAndDecrement() > 0) {
                throw new DataAccessResourceFailureException("away");
            }
            events.add("settled");
            silent.set(false);
            if (rowsAreHeld) {
                return settlements.stream().collect(Collectors.toMap(Settlement::fence, each -> Settled.BUSY));
            }
            return super.settle(settlements);
        }
    };

    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database) {
        @Override
        public void deregister(long workerId, boolean orderly) {
            events.add(orderly ? "given up" : "resigned");
            super.deregister(workerId, orderly);
        }
    };

    @AfterEach
    void end() {
        gate.countDown();
        threads.shutdownNow();
        Large.onRead = () -> {};
    }

    /** The one handler, which waits for the gate. */
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private final class Work {

        @JobHandler
        void takeLarge(Large payload) {
            startedInSilence.addAndGet(silent.get() ? 1 : 0);
            runs.incrementAndGet();
        }

        @JobHandler("work")
        void work(JobContext job) throws InterruptedException {
            handlerThread = Thread.currentThread();
            runs.incrementAndGet();
            if (closesContext) {
                closeContextOfItsOwn();
                return;
            }
            while (true) {
                try {
                    gate.await();
                    return;
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                    if (!stubborn) {
                        throw e;
                    }
                }
            }
        }
    }

    /** The process is paused while it reads this. */
    @JobType(name = "large", queue = "q")
    record Large() {

        static volatile Runnable onRead = () -> {};

        Large {
            onRead.run();
        }
    }

    private void closeContextOfItsOwn() {
        GenericApplicationContext own = new GenericApplicationContext();
        own.registerBean("slow", DisposableBean.class, () -> gate::await);
        own.refresh();
        own.getBean("slow");
        own.close();
    }

    private WorkerSession session(Duration shutdownTimeout) {
        Engine engine = WorkerParts.engine(
                new Stores(JobStore.roles(store), workers, database),
                this::pulse,
                threads,
                () -> Ticker.SYSTEM.nanos() + paused.get(),
                UUID::randomUUID);
        WorkerSettings settings = WorkerParts.settings(
                new QueueSettings(2, 10),
                new WorkerSettings.Times(Duration.ofMillis(20), Duration.ofMillis(20), LONG, shutdownTimeout));
        HandlerEnvironment handling = WorkerParts.handling(
                WorkerParts.handlers(new Work(), RETRY),
                new RetryDecider(null, new SplittableRandom(1)),
                new JacksonPayloadCodec(),
                WorkerParts.transactions(store),
                Runs.NO_LISTENER);
        WakeupPublisher publisher = new WakeupPublisher(new WakeupInbox(), new WakeupInbox());
        parts = new WorkerAssembly(
                engine, settings, handling, publisher, new WorkerParts.NoListener(), Deadlines.onThread());
        WorkerSession session = new WorkerSession(parts, Loop::new, this::look);
        session.start();
        return session;
    }

    private Pulse pulse(long worker, Set<String> queues) {
        if (silent.get()) {
            throw new DataAccessResourceFailureException("nothing is known of the worker");
        }
        return Pulses.of(JobStore.roles(store), workers, database).take(worker, queues);
    }

    private void look(long nanos) {
        looks.incrementAndGet();
        paused.addAndGet(rowsAreHeld ? 1_000_000_000 : 0);
        if (!rowsAreHeld && parts.settler.unsettled() > 0) {
            // a session that ends has 5 s for this, and the settler may stand still for longer
            Awaitility.await().until(() -> parts.settler.unsettled() == 0);
        }
        LockSupport.parkNanos(nanos);
    }

    private CompletableFuture<Void> end(WorkerSession session) {
        return CompletableFuture.runAsync(() -> session.end(Thread.currentThread()), threads);
    }

    private long enqueue() {
        return store.insert(new NewJob("work", "q", 0, Due.NOW, null, Map.of(), "{}", List.of()));
    }

    private void awaitRuns(int count) {
        Awaitility.await().atMost(LONG).until(() -> runs.get() == count);
    }

    @Test
    void an_identity_is_given_up_only_once_every_outcome_is_written() throws Exception {
        long job = enqueue();
        WorkerSession session = session(LONG);
        awaitRuns(1);
        refusals.set(3);
        CompletableFuture<Void> ended = end(session);
        gate.countDown();
        ended.get(60, TimeUnit.SECONDS);
        assertThat(events).containsExactly("settled", "given up");
        assertThat(store.find(job).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void what_ignores_its_interruption_is_handed_back_before_that_too_and_counted() throws Exception {
        stubborn = true;
        long job = enqueue();
        WorkerSession session = session(Duration.ZERO);
        awaitRuns(1);
        end(session).get(60, TimeUnit.SECONDS);
        assertThat(events).containsExactly("settled", "given up");
        assertThat(database.job(job)).satisfies(row -> {
            assertThat(row.state()).isEqualTo(JobState.READY);
            assertThat(row.attempt()).isZero();
            assertThat(row.crashes()).isZero();
            assertThat(row.interruptions()).isEqualTo(1);
        });
    }

    /** What it came to cannot be written, and neither can it be that its start was no crash. */
    @Test
    void a_row_locked_until_the_worker_ended_keeps_no_crash_count() throws Exception {
        long job = enqueue();
        new Aged(database).crashes(2);
        WorkerSession session = session(LONG);
        awaitRuns(1);
        assertThat(requireNonNull(database.job(job)).crashes()).isEqualTo(3);
        rowsAreHeld = true;
        gate.countDown();
        // while the session looks, its time flies
        Awaitility.await().until(() -> parts.runners.idle());
        end(session).get(60, TimeUnit.SECONDS);
        assertThat(workers.dead(10)).hasSize(1).allSatisfy(dead -> store.unlock(dead, 10));
        assertThat(database.job(job)).satisfies(row -> {
            assertThat(row.state()).isEqualTo(JobState.READY);
            assertThat(row.crashes()).isEqualTo(2);
        });
    }

    @Test
    void a_worker_without_memory_for_claims_runs_what_it_has() {
        long job = enqueue();
        WorkerSession session = session(LONG);
        awaitRuns(1);
        noMemory = true;
        enqueue();
        Awaitility.await().atMost(LONG).until(() -> failedClaims.get() > 1);
        assertThat(session.troubles()).singleElement().satisfies(trouble -> assertThat(trouble.part())
                .isEqualTo("baton-claim"));
        gate.countDown();
        Awaitility.await()
                .atMost(LONG)
                .until(() -> store.find(job).orElseThrow().state() == JobState.COMPLETED);
        session.end(Thread.currentThread());
        assertThat(events).endsWith("given up").doesNotContain("resigned");
    }

    @Test
    void a_handler_closing_its_own_context_is_awaited_like_any_other() throws Exception {
        closesContext = true;
        long job = enqueue();
        WorkerSession session = session(LONG);
        awaitRuns(1);
        CompletableFuture<Void> ended = end(session);
        Awaitility.await().atMost(LONG).until(() -> looks.get() > 50 || ended.isDone());
        assertThat(ended).isNotDone();
        gate.countDown();
        ended.get(60, TimeUnit.SECONDS);
        assertThat(store.find(job).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void a_handler_awaiting_its_workers_end_counts_as_death_without_being_awaited() throws Exception {
        long job = enqueue();
        WorkerSession session = session(LONG);
        awaitRuns(1);
        CompletableFuture.runAsync(() -> session.end(handlerThread), threads).get(60, TimeUnit.SECONDS);
        assertThat(interrupted).hasValue(0);
        assertThat(events).containsExactly("resigned");
        assertThat(workers.dead(10)).hasSize(1).allSatisfy(dead -> store.unlock(dead, 10));
        assertThat(requireNonNull(database.job(job)).crashes()).isEqualTo(1);
    }

    @Test
    void a_worker_paused_while_reading_a_payload_does_not_start_the_job() {
        WorkerSession session = session(LONG);
        AtomicInteger reads = new AtomicInteger();
        Large.onRead = () -> {
            if (reads.getAndIncrement() == 0) {
                silent.set(true);
                paused.addAndGet(LONG.toNanos());
            }
        };
        store.insert(new NewJob("large", "q", 0, Due.NOW, null, Map.of(), "{}", List.of()));
        awaitRuns(1);
        session.end(Thread.currentThread());
        assertThat(startedInSilence).hasValue(0);
        assertThat(reads).hasValue(2);
    }

    @Test
    void what_a_worker_held_that_was_taken_for_dead_is_dropped() {
        enqueue();
        WorkerSession session = session(LONG);
        awaitRuns(1);
        // a beat in between makes the last one seen another
        Awaitility.await().atMost(LONG).until(() -> workers.living().stream().anyMatch(workers::declareDead));
        Awaitility.await().atMost(LONG).until(() -> interrupted.get() == 1);
        Awaitility.await().atMost(LONG).until(() -> parts.runners.idle());
        assertThat(parts.holdings.count()).isZero();
        assertThat(events).as("what it came to is nobody's business").isEmpty();
        gate.countDown();
        session.end(Thread.currentThread());
    }
}
