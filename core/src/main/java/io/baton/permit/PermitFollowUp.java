package io.baton.permit;

import io.baton.database.Transactions;
import io.baton.job.DirtyFollowUp;
import io.baton.job.DirtySet;
import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import io.baton.loop.Ticker;
import io.baton.permit.PermitStore.Repaired;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Admits jobs for limits, and announces the jobs that became ready. */
public final class PermitFollowUp extends DirtyFollowUp<String> {

    private static final int PERMITS_AT_ONCE = 200;
    private static final Duration BETWEEN_RELEASES = Duration.ofSeconds(10);

    private final PermitStore store;
    private final JobSignal signal;
    private final DirtyLimits limits;
    private long nextRelease;
    private boolean changed;

    public PermitFollowUp(
            PermitStore store,
            Transactions transactions,
            DirtyLimits dirty,
            JobSignal signal,
            Ticker ticker,
            Supplier<Duration> interval) {
        super(dirty, transactions, Duration.ZERO, ticker::nanos, interval);
        this.store = store;
        this.limits = dirty;
        this.signal = signal;
    }

    @Override
    public void begin(Runnable wake) {
        nextRelease = now();
        limits.open = Set.of();
        limits.passing = false;
        super.begin(wake);
    }

    @Override
    protected boolean isUsed() {
        return store.isUsed();
    }

    /** Returns limits that jobs wait for. */
    @Override
    protected List<String> find(@Nullable String after) {
        return store.awaited(after == null ? "" : after, AT_ONCE);
    }

    /** Reads the served queues. Polls if a queue is served anew, because no node may have marked the limits that its jobs wait for. */
    @Override
    protected void read(Supplier<Set<String>> queues, long now) {
        Set<String> known = limits.open;
        Set<String> open = Set.copyOf(queues.get());
        limits.open = open;
        if (!open.equals(known)) {
            nextRelease = now;
            changed = true;
            pollNow(now, !known.containsAll(open));
        }
    }

    @Override
    protected void poll(long now) {
        try {
            super.poll(now);
        } finally {
            if (now - nextRelease >= 0) {
                releaseUnserved();
            }
        }
    }

    @Override
    protected long untilNext(long now) {
        return Math.min(nextRelease - now, super.untilNext(now));
    }

    @Override
    protected Set<String> confirmed(Set<String> hints) {
        return hints;
    }

    @Override
    protected Set<String> process(DirtySet.Taken<String> taken) {
        Admitted admitted = transactions.run(() -> store.admit(taken.names(), limits.open, PERMITS_AT_ONCE));
        limits.passing = true;
        admitted.queues().forEach(queue -> signal.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        dirty.mark(admitted.further());
        dirty.forward(taken, admitted.otherQueues());
        admitted.later().forEach((name, after) -> postponed.add(name, after, now()));
        return admitted.busy();
    }

    /** Releases the permits of unclaimed jobs of queues that no node serves, so that other jobs can use them. Workers may release more such jobs. */
    private void releaseUnserved() {
        Repaired taken = transactions.run(() -> store.releaseUnserved(limits.open, PERMITS_AT_ONCE));
        dirty.mark(taken.dirty());
        Duration later = taken.repaired() > 0 || changed ? LONGEST : BETWEEN_RELEASES;
        changed = false;
        nextRelease = now() + (taken.repaired() == PERMITS_AT_ONCE ? 0 : later.toNanos());
    }
}
