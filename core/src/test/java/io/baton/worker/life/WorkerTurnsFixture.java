package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.database.Transactions;
import io.baton.handler.RetryDecider;
import io.baton.handler.RetryRule;
import io.baton.job.Due;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import io.baton.job.Pulses;
import io.baton.job.ReadyJobs;
import io.baton.job.Stores;
import io.baton.loop.LoopControl;
import io.baton.loop.Troubled.Trouble;
import io.baton.testing.TransactionsOfNothing;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.type.JacksonPayloadCodec;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.InterruptedStore;
import io.baton.worker.WorkerSettings;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.run.ActiveRun.Deadlines;
import io.baton.worker.run.Runs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;

/** A worker whose parts have their turns when a test says, on one thread. */
abstract class WorkerTurnsFixture {

    static final RetryRule RETRY = new RetryRule(Duration.ofHours(1), 1, Duration.ofHours(1), 0, List.of());

    long now;
    final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH.plusNanos(now));
    final InterruptedStore store = new InterruptedStore(database);
    final Deque<Runnable> started = new ArrayDeque<>();
    final List<Runnable> deadlines = new ArrayList<>();
    final ScheduledThreadPoolExecutor scheduler = new Scheduler(deadlines);
    final WakeupInbox here = new WakeupInbox();
    final WakeupInbox elsewhere = new WakeupInbox();
    final List<String> calls = new ArrayList<>();
    final List<AssertionError> broken = new ArrayList<>();
    Action handler = job -> {};
    ListAction listHandler = jobs -> {};
    Runnable onLook = () -> {};
    Runnable afterCommit = () -> {};
    boolean commitWithoutAnswer;
    boolean noThreads;
    int threads = Integer.MAX_VALUE;
    boolean noTransactions;
    int woken;
    final WorkerAssembly worker = assembly(1, 10);
    final WorkerSession session = session(worker);

    @AfterEach
    void end() {
        scheduler.shutdownNow();
        assertThat(broken).isEmpty();
        assertThat(Thread.interrupted()).as("a run left an interrupt behind").isFalse();
    }

    interface Action {

        void run(JobContext job) throws Exception;
    }

    interface ListAction {

        void run(List<Job<Item>> jobs) throws Exception;
    }

    /** Its payload may do something when it is read. */
    @JobType(name = "effects", queue = "q")
    record Item(int number) {}

    @JobType(name = "lists", queue = "q")
    record Listed(int number) {}

    @SuppressWarnings("UnusedMethod")
    final class Work {

        @JobHandler(value = "work", timeout = "1s")
        void work(JobContext job) throws Exception {
            calls.add("work");
            checked(() -> handler.run(job));
        }

        @JobHandler(value = "effect", transactional = true)
        void effect(JobContext job) throws Exception {
            calls.add("effect");
            checked(() -> handler.run(job));
        }

        @JobHandler(transactional = true, batchSize = 10)
        void effects(List<Job<Item>> jobs) throws Exception {
            calls.add("effects " + jobs.size());
            checked(() -> listHandler.run(jobs));
        }

        @JobHandler(timeout = "1s", batchSize = 10)
        void lists(List<Job<Listed>> jobs) throws Exception {
            calls.add("lists " + jobs.size());
            checked(() -> handler.run(jobs.get(0).context()));
        }
    }

    interface Body {

        void run() throws Exception;
    }

    /** For a worker an assertion that fails is a handler that fails. */
    void checked(Body body) throws Exception {
        try {
            body.run();
        } catch (AssertionError e) {
            broken.add(e);
            throw e;
        }
    }

    /** Whose time comes when the test says. */
    static final class Scheduler extends ScheduledThreadPoolExecutor {

        private final List<Runnable> deadlines;

        private Scheduler(List<Runnable> deadlines) {
            super(1);
            this.deadlines = deadlines;
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable action, long delay, TimeUnit unit) {
            deadlines.add(action);
            return super.schedule(action, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        }
    }

    /** Something may happen between a commit and its answer. */
    final class Commits implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            T result = database.run(work);
            Runnable meanwhile = afterCommit;
            afterCommit = () -> {};
            meanwhile.run();
            return result;
        }
    }

    final class Manager implements PlatformTransactionManager {

        private final PlatformTransactionManager nothing = new TransactionsOfNothing();

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            if (noTransactions) {
                throw new CannotCreateTransactionException("no connection");
            }
            return nothing.getTransaction(definition);
        }

        @Override
        public void commit(TransactionStatus status) {
            nothing.commit(status);
            if (commitWithoutAnswer) {
                throw new TransactionSystemException("the answer was lost");
            }
        }

        @Override
        public void rollback(TransactionStatus status) {
            nothing.rollback(status);
        }
    }

    WorkerAssembly assembly(int concurrency, int prefetch) {
        InMemoryWorkerStore workers = new InMemoryWorkerStore(database);
        Engine engine = WorkerParts.engine(
                new Stores(JobStore.roles(store), workers, new Commits()),
                Pulses.of(JobStore.roles(store), workers, database),
                this::start,
                this::look,
                UUID::randomUUID);
        WorkerSettings settings = WorkerParts.settings(new QueueSettings(concurrency, prefetch));
        HandlerEnvironment handling = WorkerParts.handling(
                WorkerParts.handlers(new Work(), RETRY),
                new RetryDecider(null, new SplittableRandom(1)),
                new JacksonPayloadCodec(),
                SimulatedWorker.calls(new Manager(), store, nanos -> now += nanos),
                Runs.NO_LISTENER);
        return new WorkerAssembly(
                engine,
                settings,
                handling,
                new WakeupPublisher(here, elsewhere),
                new WorkerParts.NoListener(),
                new Deadlines(scheduler));
    }

    WorkerSession session(WorkerAssembly made) {
        return new WorkerSession(made, (name, step, pause) -> new Counting(name.equals("baton-claim")), nanos -> {});
    }

    /** Never has a turn by itself. */
    final class Counting implements LoopControl {

        private final boolean claims;

        private Counting(boolean claims) {
            this.claims = claims;
        }

        @Override
        public void start(boolean daemon) {}

        @Override
        public void wake() {
            woken += claims ? 1 : 0;
        }

        @Override
        public void stop(Duration patience) {}

        @Override
        public Optional<Trouble> trouble() {
            return Optional.empty();
        }
    }

    /** Something may happen when the worker looks at the time. */
    long look() {
        Runnable meanwhile = onLook;
        onLook = () -> {};
        meanwhile.run();
        return now;
    }

    void start(Runnable runner) {
        if (noThreads || started.size() >= threads) {
            throw new RejectedExecutionException("no thread");
        }
        started.add(runner);
    }

    long enqueue(String type) {
        return store.insert(new NewJob(type, "q", 0, Due.NOW, null, Map.of(), "{\"number\":1}", List.of()));
    }

    void claim() throws Exception {
        here.jobsAvailable(ReadyJobs.outOfTurn("q"));
        worker.claims.turn();
    }

    void runAll() {
        while (!started.isEmpty()) {
            started.remove().run();
        }
    }

    void settle() throws Exception {
        worker.settler.turn();
    }

    /** Through all its worker. */
    void work() throws Exception {
        claim();
        runAll();
        settle();
    }

    JobDetails find(long id) {
        return store.find(id).orElseThrow(() -> new AssertionError("job " + id + " is not found"));
    }

    JobState state(long id) {
        return find(id).state();
    }

    Duration untilDue(long id) {
        return Duration.between(Instant.EPOCH.plusNanos(now), find(id).dueAt());
    }

    void firstDeadline() {
        deadlines.remove(0).run();
    }

    /** Its time is up, and it ignores that. */
    void isGivenUp() {
        firstDeadline();
        assertThat(Thread.interrupted()).isTrue();
        deadlines.remove(deadlines.size() - 1).run();
    }
}
