package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.database.Transactions;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.JobHandlerScanner;
import io.baton.handler.RetryDecider;
import io.baton.handler.RetryRule;
import io.baton.job.Claim;
import io.baton.job.Claimed;
import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.JobBody;
import io.baton.job.NewJob;
import io.baton.job.Outcome;
import io.baton.job.Progress;
import io.baton.job.Pulse;
import io.baton.job.PulseListener;
import io.baton.job.Pulses;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Stores;
import io.baton.job.Ties;
import io.baton.loop.LoopControl;
import io.baton.loop.Trouble;
import io.baton.testing.TransactionsOfNothing;
import io.baton.testing.memory.Aged;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.TypeCatalog;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
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
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The road of a job through a worker, turn by turn on one thread. */
class WorkerTurnsTests {

    private static final RetryRule RETRY = new RetryRule(Duration.ofHours(1), 1, Duration.ofHours(1), 0, List.of());

    private long now;
    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH.plusNanos(now));
    private final Store store = new Store(database);
    private final Deque<Runnable> started = new ArrayDeque<>();
    private final List<Runnable> deadlines = new ArrayList<>();
    private final ScheduledThreadPoolExecutor scheduler = new Scheduler(deadlines);
    private final WakeupInbox here = new WakeupInbox();
    private final WakeupInbox elsewhere = new WakeupInbox();
    private final List<String> calls = new ArrayList<>();
    private final List<AssertionError> broken = new ArrayList<>();
    private Action handler = job -> {};
    private ListAction listHandler = jobs -> {};
    private Runnable onLook = () -> {};
    private Runnable afterCommit = () -> {};
    private boolean commitWithoutAnswer;
    private boolean noThreads;
    private boolean noTransactions;
    private int woken;
    private final WorkerAssembly worker = assembly(1, 10);
    private final WorkerSession session = session(worker);

    @AfterEach
    void end() {
        scheduler.shutdownNow();
        assertThat(broken).isEmpty();
        assertThat(Thread.interrupted()).as("a run left an interrupt behind").isFalse();
    }

    private interface Action {

        void run(JobContext job) throws Exception;
    }

    private interface ListAction {

        void run(List<Job<Item>> jobs) throws Exception;
    }

    /** Its payload may do something when it is read. */
    @JobType(name = "effects", queue = "q")
    record Item(int number) {}

    @SuppressWarnings("UnusedMethod")
    private final class Work {

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
    }

    private interface Body {

        void run() throws Exception;
    }

    /** For a worker an assertion that fails is a handler that fails. */
    private void checked(Body body) throws Exception {
        try {
            body.run();
        } catch (AssertionError e) {
            broken.add(e);
            throw e;
        }
    }

    /** Does once what a test asks for. */
    private static final class Store extends InMemoryJobStore {

        private Runnable afterClaim = () -> {};
        private Runnable beforeLookup = () -> {};
        private boolean knowsTies = true;
        private Runnable beforeCharge = () -> {};
        private Runnable beforeRead = () -> {};
        private boolean rowsAreHeld;
        private int progressWrites;

        private Store(MemoryDatabase database) {
            super(database, new Retention(null, null, null, 100));
        }

        @Override
        public Claimed claim(Claim claim) {
            Claimed claimed = super.claim(claim);
            afterClaim.run();
            return claimed;
        }

        @Override
        public List<ClaimedJob> claimedUnder(Claim claim) {
            beforeLookup.run();
            return super.claimedUnder(claim);
        }

        @Override
        public boolean knows(Ties ties) {
            return knowsTies;
        }

        @Override
        public Map<Fence, Settled> charge(Collection<Fence> starting) {
            beforeCharge.run();
            return super.charge(starting);
        }

        @Override
        public Map<Fence, JobBody> bodies(Collection<Fence> fences) {
            beforeRead.run();
            return super.bodies(fences);
        }

        @Override
        public Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress) {
            progressWrites++;
            return super.saveProgress(progress);
        }

        @Override
        public Map<Fence, Settled> settle(List<Settlement> settlements) {
            return rowsAreHeld
                    ? settlements.stream().collect(Collectors.toMap(Settlement::fence, each -> Settled.BUSY))
                    : super.settle(settlements);
        }
    }

    /** Whose time comes when the test says. */
    private static final class Scheduler extends ScheduledThreadPoolExecutor {

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

    private static final class NoListener implements PulseListener {

        @Override
        public void received(Pulse pulse) {}

        @Override
        public void missed() {}
    }

    /** Something may happen between a commit and its answer. */
    private final class Commits implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            T result = database.run(work);
            Runnable meanwhile = afterCommit;
            afterCommit = () -> {};
            meanwhile.run();
            return result;
        }
    }

    private final class Manager implements PlatformTransactionManager {

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

    private HandlerRegistry handlers() {
        GenericApplicationContext context = new GenericApplicationContext();
        context.getBeanFactory().registerSingleton("work", new Work());
        context.refresh();
        return new JobHandlerScanner(new TypeCatalog(), new JacksonPayloadCodec(), RETRY)
                .scan(context.getBeanFactory());
    }

    private WorkerAssembly assembly(int concurrency, int prefetch) {
        InMemoryWorkerStore workers = new InMemoryWorkerStore(database, new Retention(null, null, null, 100));
        Engine engine = new Engine(
                new Stores(store, workers, new Commits()),
                Pulses.of(store, workers, database),
                this::start,
                this::look,
                UUID::randomUUID);
        WorkerSettings settings = new WorkerSettings(
                "worker",
                Map.of("q", new QueueSettings(concurrency, prefetch)),
                new WorkerSettings.Times(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(20),
                        Duration.ofHours(1)),
                new WorkerSettings.Runs(3, 1_000, ErrorDetail.FULL));
        HandlerEnvironment handling = new HandlerEnvironment(
                handlers(),
                new RetryDecider(null, new SplittableRandom(1)),
                new JacksonPayloadCodec(),
                new TransactionalExecution(
                        new Manager(),
                        new DefaultTransactionDefinition(),
                        store,
                        () -> {},
                        limit -> {},
                        nanos -> now += nanos),
                RunListener.NONE);
        return new WorkerAssembly(
                engine,
                settings,
                handling,
                new WakeupPublisher(here, elsewhere),
                new NoListener(),
                new Deadlines(scheduler));
    }

    private WorkerSession session(WorkerAssembly made) {
        return new WorkerSession(made, (name, step, pause) -> new Counting(name.equals("baton-claim")), nanos -> {});
    }

    /** Never has a turn by itself. */
    private final class Counting implements LoopControl {

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
    private long look() {
        Runnable meanwhile = onLook;
        onLook = () -> {};
        meanwhile.run();
        return now;
    }

    private void start(Runnable runner) {
        if (noThreads) {
            throw new RejectedExecutionException("no thread");
        }
        started.add(runner);
    }

    private long enqueue(String type) {
        return store.insert(new NewJob(type, "q", 0, Due.NOW, null, Map.of(), "{\"number\":1}"))
                .id();
    }

    private void claim() throws Exception {
        here.jobsAvailable(ReadyJobs.outOfTurn("q"));
        worker.claiming().turn();
    }

    private void runAll() {
        while (!started.isEmpty()) {
            started.remove().run();
        }
    }

    private void settle() throws Exception {
        worker.settler().turn();
    }

    /** Through all its worker. */
    private void work() throws Exception {
        claim();
        runAll();
        settle();
    }

    private JobDetails find(long id) {
        return store.find(id).orElseThrow(() -> new AssertionError("job " + id + " is not found"));
    }

    private JobState state(long id) {
        return find(id).state();
    }

    private Duration untilDue(long id) {
        return Duration.between(Instant.EPOCH.plusNanos(now), find(id).dueAt());
    }

    private void firstDeadline() {
        deadlines.remove(0).run();
    }

    /** Its time is up, and it ignores that. */
    private void isGivenUp() {
        firstDeadline();
        assertThat(Thread.interrupted()).isTrue();
        deadlines.remove(deadlines.size() - 1).run();
    }

    @Test
    void a_runner_that_ends_tells_of_the_room_it_leaves() throws Exception {
        enqueue("work");
        claim();
        enqueue("work");
        worker.runners()
                .lanes()
                .values()
                .forEach(lane -> lane.ran(1, Duration.ofHours(1).toNanos()));
        claim();
        woken = 0;
        runAll();
        assertThat(woken).isEqualTo(1);
    }

    @Test
    void what_a_transaction_of_its_handler_settled_is_held_no_longer() throws Exception {
        long job = enqueue("effect");
        work();
        assertThat(state(job)).isEqualTo(JobState.COMPLETED);
        assertThat(worker.holdings().count()).isZero();
    }

    @Test
    void jobs_for_which_no_thread_can_be_had_go_back_and_the_lane_goes_on_once_there_are_threads() throws Exception {
        long job = enqueue("work");
        noThreads = true;
        claim();
        settle();
        assertThat(state(job)).isEqualTo(JobState.READY);
        noThreads = false;
        work();
        assertThat(state(job)).isEqualTo(JobState.COMPLETED);
        assertThat(worker.runners().idle()).isTrue();
    }

    @Test
    void a_job_that_is_left_to_others_waits_for_as_long_as_that_is_said() throws Exception {
        long job = enqueue("work");
        claim();
        List<ClaimedJob> waiting = worker.runners().lanes().values().stream()
                .flatMap(lane -> lane.empty().stream())
                .toList();
        worker.runners().handBack(waiting, Duration.ofSeconds(5));
        settle();
        assertThat(state(job)).isEqualTo(JobState.SCHEDULED);
        assertThat(untilDue(job)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void a_run_that_breaks_outside_of_its_handler_is_not_repeated_at_once() throws Exception {
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
    void the_next_suspect_starts_once_it_is_written_what_the_last_one_came_to() throws Exception {
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
    void a_handler_that_is_given_up_is_replaced_until_it_returns() throws Exception {
        long first = enqueue("work");
        claim();
        handler = job -> {
            handler = next -> {};
            claim();
            woken = 0;
            isGivenUp();
            assertThat(worker.holdings().runs()).isEmpty();
            assertThat(session.report().threadsLost()).containsExactly(Map.entry("work", 1));
            assertThat(woken).as("another job may come").isPositive();
            work();
        };
        long second = enqueue("work");
        runAll();
        assertThat(calls).hasSize(2);
        assertThat(find(first).attempts()).isEqualTo(1);
        assertThat(state(first)).isEqualTo(JobState.SCHEDULED);
        assertThat(state(second)).isEqualTo(JobState.COMPLETED);
        assertThat(session.report().threadsLost()).isEmpty();
        assertThat(session.report().shortages()).isEmpty();
        assertThat(worker.runners().idle()).isTrue();
    }

    @Test
    void a_handler_that_is_given_up_takes_no_more_jobs_when_it_returns() throws Exception {
        enqueue("work");
        enqueue("work");
        worker.runners().lanes().values().forEach(lane -> lane.ran(1, 1));
        claim();
        handler = job -> isGivenUp();
        started.remove().run();
        assertThat(calls).as("another runner is there for the rest").hasSize(1);
        assertThat(started).isNotEmpty();
    }

    @Test
    void a_queue_that_lost_all_its_threads_hands_back_what_waits_and_goes_on_when_one_returns() throws Exception {
        worker.runners().lanes().values().forEach(lane -> lane.ran(1, 1));
        enqueue("work");
        enqueue("work");
        long third = enqueue("work");
        claim();
        handler = job -> {
            handler = next -> {
                isGivenUp();
                assertThat(session.report().shortages()).containsKey("queue q");
                settle();
                assertThat(state(third)).isEqualTo(JobState.READY);
                claim();
                woken = 0;
            };
            isGivenUp();
            started.remove().run();
            assertThat(woken).as("there is room again").isPositive();
        };
        started.remove().run();
        assertThat(session.report().shortages()).isEmpty();
        assertThat(session.report().threadsLost()).isEmpty();
    }

    @Test
    void what_still_runs_when_the_worker_ends_goes_back() throws Exception {
        long job = enqueue("work");
        claim();
        handler = context -> {
            session.handBackInterrupted();
            settle();
            assertThat(state(job)).isEqualTo(JobState.READY);
        };
        runAll();
        assertThat(worker.holdings().runs()).isEmpty();
    }

    @Test
    void what_a_job_said_last_of_its_progress_is_written_if_it_is_not_done() throws Exception {
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
        worker.watching().turn();
        assertThat(store.progressWrites).isZero();
    }

    @Test
    void a_job_may_have_fewer_attempts_than_others() throws Exception {
        long job = store.insert(new NewJob("work", "q", 0, Due.NOW, 1, Map.of(), null))
                .id();
        handler = context -> {
            throw new IllegalStateException("broken");
        };
        work();
        assertThat(state(job)).isEqualTo(JobState.DEAD);
    }

    private long enqueueLarge() {
        return store.insert(new NewJob("work", "q", 0, Due.NOW, null, Map.of(), '"' + "x".repeat(20_000) + '"'))
                .id();
    }

    @Test
    void a_job_whose_payload_cannot_be_read_now_is_read_again_a_little_later() throws Exception {
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
    void a_job_whose_payload_is_too_much_for_the_memory_uses_up_its_attempt() throws Exception {
        long job = enqueueLarge();
        store.beforeRead = () -> {
            throw new OutOfMemoryError("test");
        };
        work();
        assertThat(find(job).attempts()).isEqualTo(1);
    }

    @Test
    void a_job_that_was_lost_while_its_payload_was_read_does_not_run() throws Exception {
        enqueueLarge();
        store.beforeRead = () -> worker.holdings().forgetAll();
        claim();
        started.remove().run();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(calls).isEmpty();
        assertThat(worker.runners().idle()).isTrue();
    }

    @Test
    void a_job_that_was_lost_while_its_start_was_charged_does_not_run() throws Exception {
        enqueue("work");
        new Aged(database).crashes(1);
        store.beforeCharge = () -> worker.holdings().forgetAll();
        claim();
        started.remove().run();
        assertThat(calls).isEmpty();
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
    void a_wish_to_wait_that_was_rolled_back_with_others_does_not_count() throws Exception {
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
        handler = context -> worker.holdings()
                .running()
                .forEach(fence -> store.settle(List.of(new Settlement(fence, new Outcome.Snoozed(Duration.ZERO)))));
        runAll();
        settle();
        assertThat(worker.settler().fenced()).isEqualTo(1);
    }

    @Test
    void a_handler_without_a_transaction_is_not_called_and_waits_without_using_up_an_attempt() throws Exception {
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
            worker.holdings().stopAll(StopReason.SHUTDOWN);
            throw new InterruptedException("asked to stop");
        };
        runAll();
        assertThat(calls).containsExactly("effects 2");
        settle();
        assertThat(state(job)).isEqualTo(JobState.READY);
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void of_a_list_that_was_cancelled_only_those_end_that_somebody_cancelled() throws Exception {
        long cancelled = enqueue("effects");
        long other = enqueue("effects");
        claim();
        listHandler = jobs -> {
            store.cancel(List.of(cancelled));
            worker.holdings().stopAll(StopReason.CANCELLED);
            throw new InterruptedException("asked to stop");
        };
        runAll();
        settle();
        assertThat(state(cancelled)).isEqualTo(JobState.CANCELLED);
        assertThat(state(other)).isEqualTo(JobState.READY);
    }

    @Test
    void what_was_claimed_by_a_worker_that_was_taken_for_dead_meanwhile_is_handed_back() throws Exception {
        long job = enqueue("work");
        store.afterClaim = () -> worker.identity().lost(worker.identity().current());
        work();
        assertThat(calls).isEmpty();
        assertThat(state(job)).isEqualTo(JobState.READY);
    }

    @Test
    void a_job_that_takes_part_in_what_is_unknown_here_is_left_to_others() throws Exception {
        long job = enqueue("work");
        store.knowsTies = false;
        work();
        assertThat(calls).isEmpty();
        assertThat(state(job)).isEqualTo(JobState.SCHEDULED);
        assertThat(find(job).attempts()).isZero();
    }

    @Test
    void nothing_is_claimed_while_very_many_outcomes_are_not_written() throws Exception {
        long job = enqueue("work");
        worker.settler()
                .settle(LongStream.rangeClosed(1, 5_001)
                        .mapToObj(id -> new Settlement(new Fence(-id, new UUID(0, id)), Outcome.Completed.PLAIN))
                        .toList());
        claim();
        assertThat(state(job)).isEqualTo(JobState.READY);
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
        worker.claiming().turn();
        runAll();
        assertThat(worker.claiming().turn()).isLessThan(Duration.ofMillis(100));
    }

    @Test
    void a_job_that_was_lost_right_before_its_run_began_does_not_run() throws Exception {
        enqueue("work");
        claim();
        onLook = () -> worker.holdings().forgetAll();
        started.remove().run();
        assertThat(calls).isEmpty();
        assertThat(worker.runners().idle()).isTrue();
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
        assertThat(worker.settler().fenced()).isZero();
    }

    @Test
    void a_list_that_lost_one_of_its_jobs_and_was_asked_to_stop_is_not_called_again() throws Exception {
        enqueue("effects");
        long other = enqueue("effects");
        claim();
        listHandler = jobs -> {
            Fence lost = worker.holdings().running().stream()
                    .filter(fence -> fence.id() != other)
                    .findFirst()
                    .orElseThrow();
            store.settle(List.of(new Settlement(lost, new Outcome.Snoozed(Duration.ZERO))));
            worker.holdings().stopAll(StopReason.SHUTDOWN);
        };
        runAll();
        assertThat(calls).containsExactly("effects 2");
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
    void a_handler_that_ends_its_worker_is_neither_interrupted_nor_given_up() throws Exception {
        enqueue("work");
        claim();
        handler = job -> {
            worker.processEnd().isAwaitedBy(Thread.currentThread());
            firstDeadline();
            assertThat(Thread.interrupted()).isFalse();
            deadlines.remove(deadlines.size() - 1).run();
            assertThat(session.report().threadsLost()).isEmpty();
            assertThat(worker.holdings().runs()).hasSize(1);
            assertThat(session.onlyEndsProcess()).isTrue();
        };
        runAll();
    }
}
