package io.baton.worker.claim;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobClaims.Claimed;
import io.baton.loop.FailureText;
import io.baton.loop.FailureText.ExplainedException;
import io.baton.loop.Step;
import io.baton.worker.Engine;
import io.baton.worker.Engine.Timing;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerReport;
import io.baton.worker.claim.QueueWatch.TypeFilters;
import io.baton.worker.lane.Lane;
import io.baton.worker.lane.LaneRunners;
import io.baton.worker.run.Settler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Claims jobs for lanes that have room, one queue after the other, and gives them to the lanes. Other threads call only {@link #capacityAvailable},
 * {@link #wake()}, {@link #isOpen} and {@link #times()}.
 */
public final class ClaimLoop implements Step {

    private static final Logger log = LoggerFactory.getLogger(ClaimLoop.class);
    /** The sizes of claims. They are few, since each is a statement of its own that connections and the database keep prepared. */
    private static final int[] SIZES = {1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1_000};

    /** When jobs may start that are locked now, or of shares that hold as many as they may. */
    private static final Duration AFTER_NOTHING = Duration.ofMillis(20);

    private static final int MOST_UNSETTLED = 5_000;
    private static final Duration UNTIL_SETTLED = Duration.ofMillis(5);
    private static final Duration UNTIL_HEARTBEAT = Duration.ofSeconds(1);
    /** The time in which the jobs of an abandoned claim are released. */
    private static final Duration AFTER_ABANDONED = Duration.ofMinutes(1);

    private final Engine engine;
    private final WorkerIdentity identity;
    private final LaneRunners runners;
    private final Settler settler;
    private final QueueWatch queues;
    private final TypeFilters types;
    private final Set<String> awaitingCapacity = ConcurrentHashMap.newKeySet();
    private final Timing times;
    private volatile boolean labels;
    private volatile Runnable wake = () -> {};
    private volatile Runnable onFailure = () -> {};
    /** The claim whose jobs may be claimed but are not held yet. After a turn that failed its result is not known. */
    private volatile @Nullable Claim open;

    private long resumeNanos;

    public ClaimLoop(
            Engine engine,
            WorkerIdentity identity,
            LaneRunners runners,
            Settler settler,
            QueueWatch queues,
            TypeFilters types) {
        this.engine = engine;
        this.identity = identity;
        this.runners = runners;
        this.settler = settler;
        this.queues = queues;
        this.types = types;
        this.times = new Timing(engine.ticker());
        this.resumeNanos = engine.ticker().nanos();
    }

    public WorkerReport.Times times() {
        return times.report();
    }

    /** Sets whether claims read the labels of jobs, too. */
    public void readLabels(boolean read) {
        labels = read;
    }

    public void onWork(Runnable wake) {
        this.wake = wake;
    }

    /** Calls this after a turn that failed: jobs may be claimed that this worker does not know of. */
    public void onFailure(Runnable onFailure) {
        this.onFailure = onFailure;
    }

    /** Returns whether this loop may still accept a job that this worker has claimed. */
    public boolean isOpen(Fence job) {
        Claim claim = open;
        return claim != null && job.lockId().equals(claim.lockId());
    }

    public void wake() {
        wake.run();
    }

    /** Starts a turn if it waits for room in the lane of this queue. */
    public void capacityAvailable(String queue) {
        if (!awaitingCapacity.isEmpty()
                && awaitingCapacity.contains(queue)
                && wanted(queue) > 0
                && awaitingCapacity.remove(queue)) {
            wake.run();
        }
    }

    /** Claims jobs. While another node may have declared this worker dead, or the JVM gives no threads, it forwards wake-ups instead. */
    @Override
    public Duration turn() {
        if (engine.ticker().nanos() - resumeNanos < 0) {
            queues.publisher.forwardAll();
            throw new ExplainedException(
                    "This node could not read the jobs that it claimed last, and claims again after a minute");
        }
        try {
            Duration pause = identity.mayClaim() ? runners.pauseLeft() : UNTIL_HEARTBEAT;
            if (pause.isZero()) {
                return claimAll();
            }
            queues.publisher.forwardAll();
            return pause;
        } catch (RuntimeException | Error e) {
            onFailure.run();
            queues.publisher.forwardAll();
            throw e;
        }
    }

    private Duration claimAll() {
        resolveUncertainClaim();
        if (settler.unsettled() > MOST_UNSETTLED) {
            queues.publisher.forwardAll();
            return UNTIL_SETTLED;
        }
        boolean again = false;
        for (String queue : queues.promising()) {
            again |= claim(queue);
        }
        return again ? Duration.ZERO : queues.rest();
    }

    /** Claims from a queue; returns whether another claim at once is worthwhile. */
    private boolean claim(String queue) {
        int wanted = wanted(queue);
        if (wanted == 0) {
            queues.publisher.forward(queue);
            awaitingCapacity.add(queue);
            // capacity that became available in between would go unnoticed
            return wanted(queue) > 0 && awaitingCapacity.remove(queue);
        }
        Duration pause = Collections.max(List.of(queues.pauses.left(queue), types.pause(queue)));
        if (!pause.isZero()) {
            queues.pause(queue, pause);
            return false;
        }
        // the claim sees all jobs that were announced until now
        queues.publisher.claiming(queue);
        long start = engine.ticker().nanos();
        Claimed claimed = claimNext(queue, wanted);
        if (claimed == null) {
            awaitingCapacity.add(queue);
            queues.later(queue, AFTER_NOTHING);
            return false;
        }
        if (claimed.jobs().stream().anyMatch(job -> types.knows(job.type()))) {
            queues.found(queue);
        }
        boolean again = queues.claimed(queue, claimed.more(), types.filters(queue));
        if (!again) {
            types.recordShortClaim(queue, start);
        }
        return again;
    }

    private Claim claimOf(String queue, int wanted, @Nullable Map<String, Integer> shares) {
        UUID lockId = engine.lockIds().get();
        return new Claim(queue, lockId, identity.current(), wanted, types.wanted(queue), labels, shares);
    }

    /** Claims jobs of a queue, of its shares what they are due; returns null if no share may hold more jobs here. */
    private @Nullable Claimed claimNext(String queue, int wanted) {
        FairQueue fair = queues.fair(queue);
        if (fair == null) {
            return claim(claimOf(queue, wanted, null), Claimed::jobs);
        }
        Map<String, Integer> shares = fair.next(wanted);
        if (shares.isEmpty()) {
            return fair.hasMore() ? null : Claimed.NOTHING;
        }
        int asked = shares.values().stream().mapToInt(jobs -> jobs).sum();
        Claimed claimed = claim(claimOf(queue, asked, shares), found -> fair.claimed(shares, found.jobs()));
        // the claim may have passed over many jobs of other types
        boolean selective = types.filters(queue) && claimed.jobs().size() < asked;
        return new Claimed(claimed.jobs(), selective ? AFTER_NOTHING : fair.pause());
    }

    /** Returns the largest size of a claim that the lane has capacity for; zero for none. */
    private int wanted(String queue) {
        Lane lane = runners.lanes().get(queue);
        int wanted = lane == null ? 0 : lane.wanted();
        int size = 0;
        for (int candidate : SIZES) {
            size = candidate <= wanted ? candidate : size;
        }
        return size;
    }

    private Claimed claim(Claim claim, Function<Claimed, List<ClaimedJob>> inOrder) {
        open = claim;
        Claimed claimed = times.measure(
                () -> engine.transactions().single(() -> engine.claims().claim(claim)));
        accept(claim, withPermits(inOrder.apply(claimed)));
        return claimed;
    }

    /**
     * Returns these jobs, the limited ones with the permits that they hold, unless the claim has read them. These may be fewer than their handlers
     * need.
     */
    private List<ClaimedJob> withPermits(List<ClaimedJob> jobs) {
        List<Long> limited = jobs.stream()
                .filter(job -> job.ties().limited() && job.ties().permits().isEmpty())
                .filter(job -> engine.claims().knows(job.ties()))
                .map(ClaimedJob::id)
                .toList();
        if (limited.isEmpty()) {
            return jobs;
        }
        Map<Long, Set<String>> held =
                engine.transactions().single(() -> engine.claims().permits(limited));
        return jobs.stream()
                .map(job -> job.holding(held.getOrDefault(job.id(), job.ties().permits())))
                .toList();
    }

    /**
     * Reads the result of the last claim by its lock id if it failed, perhaps after its commit, and accepts its jobs before the next claim. Otherwise
     * a worker whose responses are lost would finally hold a whole queue. Jobs that this node cannot read, such as for lack of memory, are released
     * before it claims again.
     */
    private void resolveUncertainClaim() {
        Claim claim = open;
        if (claim == null) {
            return;
        }
        if (!Objects.equals(claim.workerId(), identity.known())) {
            open = null;
            return;
        }
        List<ClaimedJob> jobs;
        try {
            jobs = withPermits(
                    engine.transactions().single(() -> engine.claims().claimedUnder(claim)));
        } catch (RuntimeException | Error e) {
            if (isOfThisNode(e)) {
                open = null;
                resumeNanos = engine.ticker().nanos() + AFTER_ABANDONED.toNanos();
            }
            throw e;
        }
        // jobs that the claim did not get may stand before those that it got
        queues.scanFully(claim.queue());
        accept(claim, jobs);
    }

    private static boolean isOfThisNode(Throwable failure) {
        return FailureText.causes(failure).stream().anyMatch(Error.class::isInstance)
                || (!(failure instanceof DataAccessException) && !(failure instanceof TransactionException));
    }

    private void accept(Claim claim, List<ClaimedJob> jobs) {
        try {
            if (jobs.size() > claim.limit()) {
                throw new IllegalStateException("A claim for " + claim.limit() + " jobs of the queue '" + claim.queue()
                        + "' got " + jobs.size());
            }
            if (!jobs.isEmpty() && !identity.accept(claim.workerId(), () -> take(claim.queue(), jobs))) {
                log.info("Releases {} jobs that were claimed while this worker was declared dead", jobs.size());
                runners.release(jobs);
            }
        } finally {
            open = null;
        }
    }

    /** Gives jobs to the lane. Jobs of types that are unknown here are released at once and keep their attempts: another node may run them. */
    private void take(String queue, List<ClaimedJob> claimed) {
        List<ClaimedJob> paused = new ArrayList<>();
        List<ClaimedJob> known = new ArrayList<>(claimed.size());
        List<ClaimedJob> unknown = new ArrayList<>();
        List<ClaimedJob> newer = new ArrayList<>();
        for (ClaimedJob job : claimed) {
            (queues.pauses.isPaused(queue, job.share())
                            ? paused
                            : !engine.claims().knows(job.ties()) ? newer : types.knows(job.type()) ? known : unknown)
                    .add(job);
        }
        runners.releaseForeign(paused, Duration.ZERO);
        if (!unknown.isEmpty()) {
            types.met(queue, unknown);
            runners.releaseForeign(unknown, Duration.ZERO);
        }
        if (!newer.isEmpty()) {
            log.debug("Jobs are left to nodes of a newer version, which know what else they take part in");
            runners.releaseForeign(newer, Lane.RELEASED_FOR);
        }
        runners.accept(queue, known);
    }
}
