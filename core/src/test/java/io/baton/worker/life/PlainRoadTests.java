package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.RunOutcome;
import io.baton.handler.RetryDecider;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.job.Fence;
import io.baton.job.JobClaims.Claimed;
import io.baton.job.JobStore;
import io.baton.job.Pulses;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Stores;
import io.baton.loop.Step;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.type.JacksonPayloadCodec;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.run.ActiveRun.Deadlines;
import io.baton.worker.run.RunListener;
import io.baton.worker.run.RunListeners;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a job that does nothing costs a worker, in bytes that its threads allocate, from its claim to its settlement. Without the database. */
class PlainRoadTests {

    private static final int PORTION = 1_000;
    private static final int WARM_UP = 30;
    private static final int MEASURED = 50;
    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Deque<Runnable> started = new ArrayDeque<>();
    private final WakeupInbox here = new WakeupInbox();
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    private final Work work = new Work();
    private final Counting listener = new Counting();
    private final WorkerAssembly worker = assembly();
    private long lastId;
    /** Which the store allocated on this thread. */
    private long ofStore;

    @JobType(name = "plain", queue = "q")
    record Item(int number) {}

    static final class Work {

        private int done;

        @JobHandler
        void work(Item item) {
            done += item.number();
        }
    }

    /** As the one that keeps the activity of each application. */
    private static final class Counting implements RunListener {

        private int count;

        @Override
        public void started(ClaimedJob job, Duration waited) {
            count++;
        }

        @Override
        public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
            count++;
        }
    }

    /** Gives as many jobs as are wanted, and settles them all. */
    private final class Store extends InMemoryJobStore {

        private Store(MemoryDatabase database) {
            super(database, KEEP_ALL);
        }

        @Override
        public Claimed claim(Claim claim) {
            long before = allocated();
            List<ClaimedJob> jobs = new ArrayList<>();
            for (int i = 0; i < claim.limit(); i++) {
                jobs.add(job(claim.lockId()));
            }
            Claimed claimed = new Claimed(jobs, null);
            ofStore += allocated() - before;
            return claimed;
        }

        @Override
        public Map<Fence, Settled> settle(List<Settlement> settlements) {
            long before = allocated();
            Map<Fence, Settled> settled = new HashMap<>();
            settlements.forEach(settlement -> settled.put(settlement.fence(), Settled.DONE));
            ofStore += allocated() - before;
            return settled;
        }
    }

    private ClaimedJob job(UUID lockId) {
        return ClaimedJobs.plain(
                ++lastId, lockId, "plain", "q", 0, 1, 0, null, Instant.EPOCH, Instant.EPOCH, "{\"number\":1}");
    }

    private WorkerAssembly assembly() {
        MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
        Store store = new Store(database);
        InMemoryWorkerStore workers = new InMemoryWorkerStore(database);
        Engine engine = WorkerParts.engine(
                new Stores(JobStore.roles(store), workers, database),
                Pulses.of(JobStore.roles(store), workers, database),
                started::add,
                () -> 0,
                UUID::randomUUID);
        return new WorkerAssembly(
                engine,
                WorkerParts.settings(new QueueSettings(1, PORTION)),
                WorkerParts.handling(
                        WorkerParts.handlers(work, WorkerTurnsFixture.RETRY),
                        new RetryDecider(null, new SplittableRandom(1)),
                        new JacksonPayloadCodec(),
                        WorkerParts.transactions(store),
                        new RunListeners(List.of(), List.of(listener))),
                new WakeupPublisher(here, new WakeupInbox()),
                new WorkerParts.NoListener(),
                new Deadlines(scheduler));
    }

    @AfterEach
    void end() {
        scheduler.shutdownNow();
    }

    private long allocated() {
        return threads.getCurrentThreadAllocatedBytes();
    }

    private long bytes(Step step) throws Exception {
        long before = allocated();
        long ofStoreBefore = ofStore;
        step.turn();
        return allocated() - before - (ofStore - ofStoreBefore);
    }

    private Duration runAll() {
        while (!started.isEmpty()) {
            started.remove().run();
        }
        return Duration.ZERO;
    }

    private Bytes portion() throws Exception {
        here.jobsAvailable(ReadyJobs.outOfTurn("q"));
        int before = work.done;
        long claim = bytes(worker.claims);
        long run = bytes(this::runAll);
        long settle = bytes(worker.settler);
        return new Bytes(claim, run, settle, work.done - before);
    }

    private record Bytes(long claim, long run, long settle, long jobs) {

        private Bytes perJob() {
            return new Bytes(claim / jobs, run / jobs, settle / jobs, 1);
        }

        private Bytes plus(Bytes other) {
            return new Bytes(claim + other.claim, run + other.run, settle + other.settle, jobs + other.jobs);
        }
    }

    /** The bounds are a tenth above what the compiler of the tests leaves; a better one allocates less. */
    @Test
    void a_job_that_does_nothing_costs_few_bytes() throws Exception {
        for (int i = 0; i < WARM_UP; i++) {
            portion();
        }
        Bytes sum = new Bytes(0, 0, 0, 0);
        for (int i = 0; i < MEASURED; i++) {
            sum = sum.plus(portion());
        }
        assertThat(sum.jobs()).isEqualTo((long) MEASURED * PORTION);
        assertThat(listener.count).isEqualTo(2 * work.done);
        Bytes each = sum.perJob();
        System.out.println("figure plain.claim_bytes_per_job " + each.claim());
        System.out.println("figure plain.bytes_per_job " + each.run());
        System.out.println("figure plain.settle_bytes_per_job " + each.settle());
        assertThat(each.claim()).isLessThanOrEqualTo(41);
        assertThat(each.run()).isLessThanOrEqualTo(2_660);
        assertThat(each.settle()).isLessThanOrEqualTo(17);
    }
}
