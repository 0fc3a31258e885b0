package io.baton.worker.claim;

import io.baton.database.Transactions;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.job.JobClaims.ClaimHints;
import io.baton.job.JobClaims.Claimed;
import io.baton.job.JobStore;
import io.baton.job.Pulses;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.Ties;
import io.baton.job.WorkerStore;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.loop.Ticker;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerSettings.Fairness;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.LargePayloads.MemoryShares;
import io.baton.worker.claim.QueueWatch.TypeFilters;
import io.baton.worker.lane.Lane;
import io.baton.worker.lane.Lane.SuspectGate;
import io.baton.worker.lane.LaneRunners;
import io.baton.worker.lane.LaneRunners.RunnerThreads;
import io.baton.worker.life.WorkerParts;
import io.baton.worker.run.ActiveRun.Deadlines;
import io.baton.worker.run.Holdings;
import io.baton.worker.run.Runs;
import io.baton.worker.run.Settler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** A claim loop at rest, on a node that receives wake-ups from others, and a store that answers what a test says. */
abstract class ClaimLoopFixture {

    static final Retention KEEP_ALL = new Retention(null, null, null, 100);
    static final Duration POLL = Duration.ofSeconds(1);
    static final Duration DEAD_AFTER = Duration.ofSeconds(10);

    final List<String> done = new ArrayList<>();
    final Map<String, Duration> untilChecked = new LinkedHashMap<>();
    final WakeupInbox inbox = new WakeupInbox();
    final WakeupInbox elsewhere = new WakeupInbox();
    final WakeupPublisher publisher = new WakeupPublisher(inbox, elsewhere);
    final Map<String, Lane> lanes = new LinkedHashMap<>();
    final Holdings holdings = Runs.holdings();
    final WorkerIdentity identity;
    final ClaimLoop claims;
    int failedTurns;
    final Settler settler;
    long now = -5_000_000_000L;
    Set<String> cheaperToClaim = Set.of();
    List<ClaimedJob> claimed = List.of();

    @Nullable
    RuntimeException failure;

    @Nullable
    RuntimeException failureOfPermits;

    @Nullable
    Claim last;

    long costNanos;
    Runnable duringClaim = () -> {};

    final ClaimHints hints = new ClaimHints() {
        @Override
        public void expect(ReadyJobs ready) {
            done.add("expect " + ready.queue() + (ready.outOfTurn() ? " out of turn" : " " + ready.priorities()));
        }

        @Override
        public Set<String> cheaperToClaim(Set<String> queues) {
            return queues.stream().filter(cheaperToClaim::contains).collect(Collectors.toSet());
        }
    };

    /** Answers what the test says; notes what it is told and asked. */
    final class Store extends InMemoryJobStore {

        private Store(MemoryDatabase database) {
            super(database, KEEP_ALL);
        }

        @Override
        public ClaimHints hints() {
            return hints;
        }

        @Override
        public Claimed claim(Claim claim) {
            last = claim;
            done.add("claim " + claim.queue() + (claim.types() == null ? "" : " " + claim.types()));
            now += costNanos;
            RuntimeException thrown = failure;
            failure = null;
            if (thrown != null) {
                throw thrown;
            }
            duringClaim.run();
            return new Claimed(
                    claimed, claimed.size() == claim.limit() ? Duration.ZERO : untilChecked.remove(claim.queue()));
        }

        @Override
        public List<ClaimedJob> claimedUnder(Claim claim) {
            return claimed;
        }

        @Override
        public boolean knows(Ties ties) {
            return true;
        }

        @Override
        public Map<Long, Set<String>> permits(Collection<Long> jobs) {
            RuntimeException thrown = failureOfPermits;
            failureOfPermits = null;
            if (thrown != null) {
                throw thrown;
            }
            return Map.of();
        }

        @Override
        public Set<String> queuesWithWork(Set<String> queues) {
            done.add("ask " + new TreeSet<>(queues));
            return Set.of();
        }
    }

    static final class Direct implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return work.get();
        }
    }

    @SuppressWarnings("NullAway") // nothing is ever claimed, so nobody runs it
    ClaimLoopFixture() {
        MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
        Store store = new Store(database);
        WorkerStore workers = new InMemoryWorkerStore(database);
        Transactions transactions = new Direct();
        Engine engine = WorkerParts.engine(
                new Stores(JobStore.roles(store), workers, transactions),
                Pulses.of(JobStore.roles(store), workers, transactions),
                Runnable::run,
                () -> now,
                UUID::randomUUID);
        settler = new Settler(engine, holdings, inbox, elsewhere);
        for (String queue : List.of("a", "b")) {
            lanes.put(
                    queue,
                    new Lane(
                            queue,
                            new QueueSettings(10, 10),
                            1,
                            type -> 1,
                            MemoryShares.of(Long.MAX_VALUE, 1),
                            new SuspectGate()));
        }
        RunnerThreads threads = new RunnerThreads(task -> {}, Ticker.SYSTEM);
        LaneRunners runners = new LaneRunners(lanes, threads, null, settler, holdings, Deadlines.onThread());
        identity = new WorkerIdentity(
                engine,
                epoch -> new WorkerInfo(
                        "worker", "host", 1, epoch, "test", DEAD_AFTER, Set.of("a", "b"), Set.of("work")),
                DEAD_AFTER);
        Map<String, FairQueue> queues = new HashMap<>();
        lanes.keySet()
                .forEach(queue -> queues.put(
                        queue, new FairQueue(queue, 10, Fairness.EQUAL, engine, new PausedQueues(engine, publisher))));
        claims = new ClaimLoop(
                engine,
                identity,
                runners,
                settler,
                new QueueWatch(engine, identity, queues, publisher, POLL, new PausedQueues(engine, publisher)),
                new TypeFilters(Set.of("work"), engine.ticker()));
        claims.onFailure(() -> failedTurns++);
    }

    @BeforeEach
    void rest() {
        inbox.receivesFromOthers(true);
        publisher.serve(lanes.keySet());
        claims.turn();
        done.clear();
    }

    static List<ClaimedJob> jobs(int count) {
        return jobs(count, "work");
    }

    static List<ClaimedJob> jobs(int count, String type) {
        return Collections.nCopies(count, ClaimedJobs.plain(1, type, "a"));
    }

    /** It beats, and has a fresh lease. */
    void passes(Duration time) {
        now += time.toNanos();
        identity.renewed(now);
    }
}
