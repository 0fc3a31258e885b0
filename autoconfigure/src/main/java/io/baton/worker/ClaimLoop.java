package io.baton.worker;

import io.baton.BatonException;
import io.baton.database.Transactions;
import io.baton.job.Claim;
import io.baton.job.Claimed;
import io.baton.job.ClaimedJob;
import io.baton.job.JobStore;
import io.baton.job.Ring;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import io.baton.wakeup.Bells;
import io.baton.wakeup.Doorbell;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims jobs for lanes that want some, one queue after the other. A queue is asked while it may have work: since it rang, since a
 * look at all queues found some, or since its last claim came back full; and again where a claim could not heed at once what was rung.
 * Only {@link #roomIn} is called by other threads.
 */
final class ClaimLoop implements Step {

    private static final Logger log = LoggerFactory.getLogger(ClaimLoop.class);
    private static final int MOST_AT_ONCE = 1_000;
    private static final int MOST_UNSETTLED = 5_000;
    private static final long SHORTEST_POLL_NANOS = 50_000_000;
    private static final long NEVER_NANOS = Duration.ofHours(1).toNanos();
    private static final Duration UNTIL_SETTLED = Duration.ofMillis(5);
    private static final Duration UNTIL_BEATEN = Duration.ofSeconds(1);

    private final JobStore store;
    private final Transactions transactions;
    private final WorkerIdentity identity;
    private final LaneRunners runners;
    private final Settler settler;
    private final Doorbell doorbell;
    private final Bells bells;
    private final Ticker ticker;
    private final long longestPollNanos;
    private final Supplier<UUID> lockIds;
    private final Set<String> promising = new LinkedHashSet<>();
    private final Reminders reminders;
    private final TypeFilters types;
    private final UnknownTypes unknownTypes;
    private final ClaimFailures failures;
    private final Set<String> awaitingRoom = ConcurrentHashMap.newKeySet();
    private volatile Runnable wake = () -> {};
    private Runnable onFailure = () -> {};
    private long pollNanos;
    private long nextPoll;
    private @Nullable Claim doubtful;

    ClaimLoop(
            Engine engine,
            WorkerIdentity identity,
            LaneRunners runners,
            Settler settler,
            Doorbell doorbell,
            Bells bells,
            TypeFilters types,
            UnknownTypes unknownTypes,
            ClaimFailures failures,
            Duration pollInterval) {
        this.store = engine.store();
        this.transactions = engine.transactions();
        this.ticker = engine.ticker();
        this.reminders = new Reminders(ticker);
        this.lockIds = engine.lockIds();
        this.identity = identity;
        this.runners = runners;
        this.settler = settler;
        this.doorbell = doorbell;
        this.bells = bells;
        this.types = types;
        this.unknownTypes = unknownTypes;
        this.failures = failures;
        this.longestPollNanos = pollInterval.toNanos();
        this.pollNanos = longestPollNanos;
        this.nextPoll = ticker.nanos();
    }

    /** Calls this when there may be something to claim. */
    void onWork(Runnable wake) {
        this.wake = wake;
    }

    /** There may be something to claim. Called by any thread. */
    void wake() {
        wake.run();
    }

    /** Calls this when a turn failed, after which jobs may be claimed that nobody here knows of. */
    void onFailure(Runnable action) {
        onFailure = action;
    }

    /** A lane has room again. */
    void roomIn(String queue) {
        if (!awaitingRoom.isEmpty()
                && awaitingRoom.contains(queue)
                && wanted(queue) > 0
                && awaitingRoom.remove(queue)) {
            wake.run();
        }
    }

    @Override
    public Duration turn() {
        if (!failures.mayTry()) {
            bells.passOnAll();
            throw new BatonException("Claims failed for too long, and are tried again after a pause");
        }
        try {
            if (!identity.mayClaim()) {
                failures.untried();
                bells.passOnAll();
                return UNTIL_BEATEN;
            }
            Duration rest = claimWhereRung();
            failures.worked();
            return rest;
        } catch (RuntimeException | Error e) {
            failures.failed(e);
            onFailure.run();
            bells.passOnAll();
            throw e;
        }
    }

    private Duration claimWhereRung() {
        settleDoubt();
        if (settler.unsettled() > MOST_UNSETTLED) {
            bells.passOnAll();
            return UNTIL_SETTLED;
        }
        look();
        boolean again = false;
        for (String queue : List.copyOf(promising)) {
            again |= claim(queue);
        }
        return again ? Duration.ZERO : Duration.ofNanos(reminders.untilNext(nextPoll));
    }

    private void look() {
        doorbell.heard().forEach(this::hear);
        promising.addAll(reminders.due());
        boolean allRung = doorbell.allRung();
        if (allRung) {
            runners.lanes().keySet().forEach(queue -> store.hints().heard(Ring.outOfTurn(queue)));
        }
        if (allRung || ticker.nanos() - nextPoll >= 0) {
            Set<String> quiet = new HashSet<>(runners.lanes().keySet());
            promising.addAll(store.hints().cheaperToClaim(quiet));
            quiet.removeAll(promising);
            promising.addAll(quiet.size() == 1 ? quiet : transactions.single(() -> store.queuesWithWork(quiet)));
            nextPoll = ticker.nanos() + apartFromOthers(pollNanos());
            pollNanos = Math.min(longestPollNanos, pollNanos * 2);
        }
    }

    private void hear(Ring ring) {
        if (runners.lanes().containsKey(ring.queue())) {
            store.hints().heard(ring);
            promising.add(ring.queue());
        }
    }

    /** Where other nodes ring, what each beat brings is safety net enough, unless there was work a moment ago. */
    private long pollNanos() {
        return pollNanos == longestPollNanos && doorbell.hearsOthers() ? NEVER_NANOS : pollNanos;
    }

    /** A tenth more or less, so that workers which started together do not ask together for ever. */
    private long apartFromOthers(long nanos) {
        long share = Math.floorMod(identity.current() * 0x9E3779B97F4A7C15L, 2_000L);
        return nanos / 10_000 * (9_000 + share);
    }

    /** Answers whether the queue is worth another claim at once. */
    private boolean claim(String queue) {
        int wanted = wanted(queue);
        if (wanted == 0) {
            bells.passOn(queue);
            awaitingRoom.add(queue);
            // room that came between the question and the note would go unnoticed
            return wanted(queue) > 0 && awaitingRoom.remove(queue);
        }
        Duration pause = types.pause(queue);
        if (!pause.isZero()) {
            promising.remove(queue);
            bells.passOn(queue);
            reminders.remind(queue, pause);
            return false;
        }
        bells.claiming(queue);
        long start = ticker.nanos();
        Claimed claimed = claim(new Claim(queue, lockIds.get(), identity.current(), wanted, types.wanted(queue)));
        List<ClaimedJob> jobs = claimed.jobs();
        Duration more = claimed.more();
        promising.remove(queue);
        if (jobs.stream().anyMatch(this::isKnown)) {
            doorbell.found(queue);
            // where there was work there may soon be more: look often, and ever less while nothing comes
            pollNanos = Math.min(longestPollNanos, SHORTEST_POLL_NANOS);
            nextPoll = Math.min(nextPoll, ticker.nanos() + pollNanos);
        }
        if (more != null && more.isZero()) {
            bells.passOn(queue);
            promising.add(queue);
            return true;
        }
        types.cameShort(queue, start);
        if (more != null) {
            reminders.remind(queue, more);
        }
        if (more != null || types.filters(queue)) {
            bells.passOn(queue);
        } else {
            bells.tookAll(queue);
        }
        return false;
    }

    private boolean isKnown(ClaimedJob job) {
        return types.knows(job.type());
    }

    private int wanted(String queue) {
        Lane lane = runners.lanes().get(queue);
        return lane == null ? 0 : ClaimSize.notAbove(Math.min(lane.wanted(), MOST_AT_ONCE));
    }

    private Claimed claim(Claim claim) {
        doubtful = claim;
        Claimed claimed = transactions.single(() -> store.claim(claim));
        doubtful = null;
        accept(claim, claimed.jobs());
        return claimed;
    }

    /** The last claim failed, perhaps after its commit: what it got is found by its lock id. */
    private void settleDoubt() {
        Claim claim = doubtful;
        if (claim != null && !Objects.equals(claim.workerId(), identity.known())) {
            doubtful = null;
        } else if (claim != null) {
            List<ClaimedJob> jobs = transactions.single(() -> store.claimedUnder(claim));
            doubtful = null;
            // what it did not get in the end may stand before what it was seen to get
            store.hints().heard(Ring.outOfTurn(claim.queue()));
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
        List<ClaimedJob> tiedElsewhere =
                claimed.stream().filter(job -> !store.knows(job.ties())).toList();
        List<ClaimedJob> ours = except(tiedElsewhere, claimed);
        List<ClaimedJob> jobs = ours.stream().filter(this::isKnown).toList();
        if (jobs.size() < ours.size()) {
            leaveToOthers(queue, except(jobs, ours));
        }
        if (!tiedElsewhere.isEmpty()) {
            log.debug("Jobs are left to nodes of a newer version, which know what else they take part in");
            runners.handBackForeign(tiedElsewhere, Lane.ELSEWHERE);
        }
        runners.accept(queue, jobs);
    }

    private static List<ClaimedJob> except(List<ClaimedJob> some, List<ClaimedJob> all) {
        return some.isEmpty()
                ? all
                : all.stream().filter(job -> !some.contains(job)).toList();
    }

    /** Back at once and with their attempts: another node may know how to run them. */
    private void leaveToOthers(String queue, List<ClaimedJob> unknown) {
        types.met(queue);
        unknownTypes.met(unknown);
        runners.handBackForeign(unknown, Duration.ZERO);
    }
}
