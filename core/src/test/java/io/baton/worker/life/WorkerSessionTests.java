package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.handler.RetryDecider;
import io.baton.handler.RetryRule;
import io.baton.job.Fence;
import io.baton.job.FollowUp;
import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.JobStore;
import io.baton.job.Outcome;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Settlement;
import io.baton.job.Stores;
import io.baton.loop.Loop;
import io.baton.loop.LoopControl;
import io.baton.loop.Step;
import io.baton.loop.Troubled.Trouble;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** In which order a worker ends, and how long it waits for a database that does not answer. */
class WorkerSessionTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final InMemoryJobStore store = new InMemoryJobStore(database, KEEP_ALL);
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database) {
        @Override
        public void deregister(long workerId, boolean orderly) {
            events.add("deregister");
            while (answering.getCount() > 0) {
                // as a driver, which does not hear of interruptions
                LockSupport.parkNanos(1_000_000);
            }
            super.deregister(workerId, orderly);
        }
    };
    private final List<String> events = new ArrayList<>();
    private final List<ManualLoop> loops = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private WorkerAssembly assembly;

    private List<FollowUp> followUps = List.of();

    private CountDownLatch answering = new CountDownLatch(0);
    private boolean stuck;
    private long now;

    /** Has its turns when the test says, and takes all the patience there is to stop if it is stuck. */
    private final class ManualLoop implements LoopControl {

        private final String name;
        private final Step step;

        private ManualLoop(String name, Step step) {
            this.name = name;
            this.step = step;
            loops.add(this);
        }

        @Override
        public void start(boolean daemon) {}

        @Override
        public void wake() {}

        @Override
        public void stop(Duration patience) {
            events.add("stop " + name);
            now += stuck ? patience.toNanos() : 0;
            if (name.equals("baton-deregister") && !stuck) {
                turn(name);
            }
        }

        @Override
        public Optional<Trouble> trouble() {
            return Optional.empty();
        }
    }

    private WorkerSession session() {
        Engine engine = new Engine(
                new Stores(JobStore.roles(store), workers, database),
                database,
                Pulses.of(JobStore.roles(store), workers, database),
                Runnable::run,
                () -> now,
                UUID::randomUUID,
                followUps,
                () -> false);
        WorkerSettings settings = WorkerParts.settings(new QueueSettings(1, 1));
        HandlerEnvironment handling = WorkerParts.handling(
                WorkerParts.handlers(new Object(), new RetryRule(Duration.ZERO, 1, Duration.ZERO, 0, List.of())),
                new RetryDecider(null, RandomGenerator.getDefault()),
                new JacksonPayloadCodec(),
                SimulatedWorker.calls(null, store, LockSupport::parkNanos),
                Runs.NO_LISTENER);
        assembly = new WorkerAssembly(
                engine,
                settings,
                handling,
                new WakeupPublisher(new WakeupInbox(), ClusterSignal.NONE),
                new WorkerParts.NoListener(),
                new Deadlines(new ScheduledThreadPoolExecutor(1) {
                    @Override
                    public List<Runnable> shutdownNow() {
                        events.add("end deadlines");
                        return super.shutdownNow();
                    }
                }));
        return new WorkerSession(assembly, (name, step, pause) -> new ManualLoop(name, step), this::pass);
    }

    /** While somebody waits, the settler has its turns, if the database answers. */
    private void pass(long nanos) {
        now += nanos;
        if (!stuck) {
            events.add("settle");
            turn("baton-settle");
        }
    }

    private void turn(String name) {
        try {
            for (ManualLoop loop : loops) {
                if (loop.name.equals(name)) {
                    loop.step.turn();
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void ended() {
        assembly.settler.settle(
                List.of(new Settlement(new Fence(1, new UUID(0, 1)), Outcome.Completed.PLAIN, false, null)));
    }

    @Test
    void the_identity_ends_after_the_last_outcome_and_the_last_heartbeat() {
        WorkerSession session = session();
        turn("baton-heartbeat");
        ended();
        session.end(Thread.currentThread());
        assertThat(events)
                .containsExactly(
                        "stop baton-claim",
                        "end deadlines",
                        "settle",
                        "stop baton-watch",
                        "stop baton-settle",
                        "stop baton-heartbeat",
                        "stop baton-deregister",
                        "deregister");
    }

    @Test
    void waits_a_few_seconds_in_all_for_an_unresponsive_database() {
        WorkerSession session = session();
        turn("baton-heartbeat");
        stuck = true;
        ended();
        session.end(Thread.currentThread());
        assertThat(Duration.ofNanos(now))
                .isLessThanOrEqualTo(assembly.settings.times().shutdownTimeout().plusSeconds(5));
        assertThat(events).endsWith("stop baton-heartbeat", "stop baton-deregister");
    }

    /** As where the database is frozen: what holds up the last statement does not hold up the application. */
    @Test
    void does_not_wait_for_the_answer_to_its_last_statement() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        answering = answer;
        session();
        WorkerSession session = new WorkerSession(assembly, Loop::new, LockSupport::parkNanos);
        turn("baton-heartbeat");
        Thread ending = new Thread(() -> session.end(Thread.currentThread()));
        ending.start();
        ending.join(Duration.ofMinutes(2).toMillis());
        boolean ended = !ending.isAlive();
        answer.countDown();
        assertThat(ended).isTrue();
    }

    /** As the fold of a batch that waits for the lock of an importer, beside the admission of jobs for limits. */
    @Test
    void a_follow_up_that_waits_delays_no_other() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch other = new CountDownLatch(3);
        followUps = List.of(
                following(() -> {
                    waiting.countDown();
                    await(held);
                }),
                following(other::countDown));
        session();
        WorkerSession session = new WorkerSession(assembly, Loop::new, LockSupport::parkNanos);
        session.start();
        try {
            assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(other.await(60, TimeUnit.SECONDS)).as("turns beside it").isTrue();
            assertThat(held.getCount()).as("still waits").isEqualTo(1);
        } finally {
            held.countDown();
            session.end(Thread.currentThread());
        }
    }

    private static FollowUp following(Runnable turn) {
        return new FollowUp() {
            @Override
            public void begin(Runnable wake) {}

            @Override
            public Duration follow(Supplier<Set<String>> open) {
                turn.run();
                return Duration.ofMillis(1);
            }

            @Override
            public void end() {}
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
