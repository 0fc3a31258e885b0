package io.baton.worker.claim;

import io.baton.database.Transactions;
import io.baton.job.Claim;
import io.baton.job.Claimed;
import io.baton.job.ClaimedJob;
import io.baton.job.JobClaims;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import io.baton.worker.Engine;
import io.baton.worker.Timing;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerReport;
import io.baton.worker.lane.Lane;
import io.baton.worker.lane.LaneRunners;
import io.baton.worker.settle.Settler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims jobs for lanes that want some, one queue after the other, and takes them on. Only {@link #roomIn} and {@link #wake} are called by other
 * threads.
 */
public final class ClaimLoop implements Step {

    private static final Logger log = LoggerFactory.getLogger(ClaimLoop.class);
    private static final int MOST_AT_ONCE = 1_000;
    private static final int MOST_UNSETTLED = 5_000;
    private static final Duration UNTIL_SETTLED = Duration.ofMillis(5);

    private final JobClaims store;
    private final Transactions transactions;
    private final Ticker ticker;
    private final Supplier<UUID> lockIds;
    private final WorkerIdentity identity;
    private final LaneRunners runners;
    private final Settler settler;
    private final QueueWatch queues;
    private final UnknownTypes types;
    private final PermitLookup permits;
    private final Set<String> awaitingRoom = ConcurrentHashMap.newKeySet();
    private final Timing times;
    private volatile Runnable wake = () -> {};
    private @Nullable Claim doubtful;

    public ClaimLoop(
            Engine engine,
            WorkerIdentity identity,
            LaneRunners runners,
            Settler settler,
            QueueWatch queues,
            UnknownTypes types) {
        this.store = engine.claims();
        this.transactions = engine.transactions();
        this.ticker = engine.ticker();
        this.lockIds = engine.lockIds();
        this.identity = identity;
        this.runners = runners;
        this.settler = settler;
        this.queues = queues;
        this.types = types;
        this.permits = new PermitLookup(store, transactions);
        this.times = new Timing(ticker);
    }

    /** Returns how long claims take. Called by any thread. */
    public WorkerReport.Times times() {
        return times.report();
    }

    /** Calls this when there may be something to claim. */
    public void onWork(Runnable wake) {
        this.wake = wake;
    }

    /** There may be something to claim. */
    public void wake() {
        wake.run();
    }

    /** A lane has room again. */
    public void roomIn(String queue) {
        if (!awaitingRoom.isEmpty()
                && awaitingRoom.contains(queue)
                && wanted(queue) > 0
                && awaitingRoom.remove(queue)) {
            wake.run();
        }
    }

    @Override
    public Duration turn() {
        settleDoubt();
        if (settler.unsettled() > MOST_UNSETTLED) {
            queues.passOnAll();
            return UNTIL_SETTLED;
        }
        boolean again = false;
        for (String queue : queues.promising()) {
            again |= claim(queue);
        }
        return again ? Duration.ZERO : queues.rest();
    }

    /** Returns whether the queue is worth another claim at once. */
    private boolean claim(String queue) {
        int wanted = wanted(queue);
        if (wanted == 0) {
            queues.noRoom(queue);
            awaitingRoom.add(queue);
            // room that came between the question and the note would go unnoticed
            return wanted(queue) > 0 && awaitingRoom.remove(queue);
        }
        TypeFilters filters = types.filters();
        Duration pause = max(queues.pauseLeft(queue), filters.pause(queue));
        if (!pause.isZero()) {
            queues.pause(queue, pause);
            return false;
        }
        queues.claiming(queue);
        long start = ticker.nanos();
        Claimed claimed = claim(new Claim(queue, lockIds.get(), identity.current(), wanted, filters.wanted(queue)));
        if (claimed.jobs().stream().anyMatch(this::isKnown)) {
            queues.found(queue);
        }
        boolean again = queues.claimed(queue, claimed.more(), filters.filters(queue));
        if (!again) {
            filters.cameShort(queue, start);
        }
        return again;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private boolean isKnown(ClaimedJob job) {
        return types.filters().knows(job.type());
    }

    private int wanted(String queue) {
        Lane lane = runners.lanes().get(queue);
        return lane == null ? 0 : ClaimSize.notAbove(Math.min(lane.wanted(), MOST_AT_ONCE));
    }

    private Claimed claim(Claim claim) {
        doubtful = claim;
        Claimed claimed = times.measure(() -> transactions.single(() -> store.claim(claim)));
        List<ClaimedJob> jobs = permits.read(claimed.jobs());
        doubtful = null;
        accept(claim, jobs);
        return claimed;
    }

    /**
     * The last claim failed, perhaps after its commit. What it got is found by its lock id and taken on before there is another claim, or a worker
     * whose answers are lost would come to hold a whole queue.
     */
    private void settleDoubt() {
        Claim claim = doubtful;
        if (claim != null && !Objects.equals(claim.workerId(), identity.known())) {
            doubtful = null;
        } else if (claim != null) {
            List<ClaimedJob> jobs = permits.read(transactions.single(() -> store.claimedUnder(claim)));
            doubtful = null;
            // what it did not get in the end may stand before what it was seen to get
            queues.lookEverywhere(claim.queue());
            accept(claim, jobs);
        }
    }

    private void accept(Claim claim, List<ClaimedJob> jobs) {
        if (jobs.size() > claim.limit()) {
            throw new IllegalStateException(
                    "A claim for " + claim.limit() + " jobs of the queue '" + claim.queue() + "' got " + jobs.size());
        }
        if (!jobs.isEmpty() && !identity.accept(claim.workerId(), () -> take(claim.queue(), jobs))) {
            log.info("Hands back {} jobs that were claimed while this worker was taken for dead", jobs.size());
            runners.handBack(jobs);
        }
    }

    private void take(String queue, List<ClaimedJob> claimed) {
        if (!queues.pauseLeft(queue).isZero()) {
            runners.handBackForeign(claimed, Duration.ZERO);
            return;
        }
        Predicate<ClaimedJob> tiedHere = job -> store.knows(job.ties());
        Predicate<ClaimedJob> known = this::isKnown;
        List<ClaimedJob> unknown = only(tiedHere.and(known.negate()), claimed);
        if (!unknown.isEmpty()) {
            leaveToOthers(queue, unknown);
        }
        List<ClaimedJob> tiedElsewhere = only(tiedHere.negate(), claimed);
        if (!tiedElsewhere.isEmpty()) {
            log.debug("Jobs are left to nodes of a newer version, which know what else they take part in");
            runners.handBackForeign(tiedElsewhere, Lane.ELSEWHERE);
        }
        runners.accept(queue, only(tiedHere.and(known), claimed));
    }

    private static List<ClaimedJob> only(Predicate<ClaimedJob> which, List<ClaimedJob> jobs) {
        return jobs.stream().filter(which).toList();
    }

    /** Back at once and with their attempts: another node may know how to run them. */
    private void leaveToOthers(String queue, List<ClaimedJob> unknown) {
        types.met(queue, unknown);
        runners.handBackForeign(unknown, Duration.ZERO);
    }
}
