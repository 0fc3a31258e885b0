package io.baton.permit;

import io.baton.database.Transactions;
import io.baton.job.DirtySet;
import io.baton.job.FollowUp;
import io.baton.job.JobSignal;
import io.baton.job.Postponed;
import io.baton.job.ReadyJobs;
import io.baton.loop.Ticker;
import io.baton.permit.PermitStore.Admitted;
import io.baton.permit.PermitStore.Repaired;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Admits jobs for limits that were marked, and announces them. Polls from time to time for limits that jobs wait for, since hints of other nodes may
 * not arrive and a crash loses those of this node. Used by one thread at a time.
 */
public final class PermitFollowUp implements FollowUp {

    private static final int LIMITS_AT_ONCE = 100;
    private static final int PERMITS_AT_ONCE = 200;
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final Duration BETWEEN_RELEASES = Duration.ofSeconds(10);

    private final PermitStore store;
    private final Transactions transactions;
    private final DirtyLimits dirty;
    private final JobSignal signal;
    private final Ticker ticker;
    private final Supplier<Duration> interval;
    private final Postponed<String> postponed = new Postponed<>();
    private long nextPoll;
    private long nextRelease;
    private Set<String> open = Set.of();
    private boolean changed;
    private String polled = "";
    /** Whether portions are read one after the other: what waits for a queue that is served anew may be marked nowhere. */
    private boolean scanning;

    /**
     * Creates a follow-up.
     *
     * @param signal is notified of jobs that were admitted
     * @param interval the time between two polls
     */
    public PermitFollowUp(
            PermitStore store,
            Transactions transactions,
            DirtyLimits dirty,
            JobSignal signal,
            Ticker ticker,
            Supplier<Duration> interval) {
        this.store = store;
        this.transactions = transactions;
        this.dirty = dirty;
        this.signal = signal;
        this.ticker = ticker;
        this.interval = interval;
    }

    @Override
    public void begin(Runnable wake) {
        nextPoll = ticker.nanos();
        nextRelease = nextPoll;
        open = Set.of();
        dirty.onMarked(wake);
    }

    @Override
    public void end() {
        dirty.leave();
    }

    /** While the database has no limit, this only queries now and then, and after a hint, whether there is one. */
    @Override
    public Duration follow(Supplier<Set<String>> open) {
        long now = ticker.nanos();
        if (dirty.isUsed()) {
            return follow(open.get(), now);
        }
        if (dirty.remoteHints().isPermitted()) {
            nextPoll = now;
        } else if (now - nextPoll >= 0) {
            nextPoll = now + dirty.spared(interval.get()).toNanos();
        }
        if (now - nextPoll < 0) {
            return Duration.ofNanos(nextPoll - now);
        }
        // before the query, or a hint that comes meanwhile would be lost
        dirty.remoteHints().forget();
        if (transactions.single(store::isUsed)) {
            dirty.expect();
            return Duration.ZERO;
        }
        nextPoll = now + interval.get().toNanos();
        return interval.get();
    }

    private Duration follow(Set<String> queues, long now) {
        if (!open.equals(queues)) {
            nextPoll = now;
            nextRelease = now;
            changed = true;
            scan(queues);
        }
        open = Set.copyOf(queues);
        if (dirty.remoteHints().takeFullScan()) {
            nextPoll = now;
        }
        // however much is marked: no hint comes for what was lost
        boolean polls = now - nextPoll >= 0 || (scanning && dirty.isEmpty());
        boolean releases = now - nextRelease >= 0;
        boolean admits;
        try {
            pollAndRelease(polls, releases);
        } finally {
            // whatever fails to be read, what is marked is known
            admits = admitMarked(queues, now);
        }
        return polls || releases || admits ? Duration.ZERO : rest(now);
    }

    private void pollAndRelease(boolean polls, boolean releases) {
        try {
            if (polls) {
                poll();
            }
        } finally {
            if (releases) {
                releaseUnserved();
            }
        }
    }

    /** Returns whether there was something to admit for. */
    private boolean admitMarked(Set<String> queues, long now) {
        dirty.hinted(dirty.remoteHints().take(LIMITS_AT_ONCE));
        dirty.hinted(postponed.due(now));
        DirtySet.Taken<String> taken = dirty.take(LIMITS_AT_ONCE);
        if (!taken.names().isEmpty()) {
            admit(taken, queues);
        }
        return !taken.names().isEmpty();
    }

    private void scan(Set<String> queues) {
        if (!open.containsAll(queues)) {
            polled = "";
            scanning = true;
        }
    }

    private Duration rest(long now) {
        long rest = Math.min(Math.min(nextPoll, nextRelease) - now, postponed.untilNext(now));
        return Duration.ofNanos(Math.max(0, rest));
    }

    private void admit(DirtySet.Taken<String> taken, Set<String> queues) {
        Admitted admitted;
        try {
            admitted = transactions.run(() -> store.admit(taken.names(), queues, PERMITS_AT_ONCE));
        } catch (RuntimeException | Error e) {
            dirty.putBack(taken);
            throw e;
        }
        admitted.queues().forEach(queue -> signal.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        dirty.mark(admitted.further());
        dirty.forward(taken, admitted.otherQueues());
        postponed.untilUnlocked(taken.names(), admitted.busy(), ticker.nanos());
        admitted.later().forEach((name, after) -> postponed.add(name, after, ticker.nanos()));
    }

    /** Unclaimed jobs of queues that no node serves hold permits that others could use. More may come as workers release jobs. */
    private void releaseUnserved() {
        Repaired taken = transactions.run(() -> store.releaseUnserved(open, PERMITS_AT_ONCE));
        dirty.mark(taken.dirty());
        Duration later = taken.repaired() > 0 || changed ? LONGEST : BETWEEN_RELEASES;
        changed = false;
        nextRelease = ticker.nanos() + (taken.repaired() == PERMITS_AT_ONCE ? 0 : later.toNanos());
    }

    /** Reads one portion of the limits that jobs wait for; the next poll begins where this one ended. */
    private void poll() {
        List<String> awaited = transactions.run(() -> store.awaited(polled, LIMITS_AT_ONCE));
        boolean more = awaited.size() == LIMITS_AT_ONCE;
        polled = more ? awaited.get(LIMITS_AT_ONCE - 1) : "";
        scanning &= more;
        Duration pause = interval.get();
        nextPoll = ticker.nanos() + (more && pause.compareTo(LONGEST) > 0 ? LONGEST : pause).toNanos();
        dirty.hinted(awaited);
    }
}
