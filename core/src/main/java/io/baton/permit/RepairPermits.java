package io.baton.permit;

import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import io.baton.permit.PermitStore.Repaired;
import java.time.Duration;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repairs, in bounded portions, rows that a manual change or a crash of the database left wrong. Used by one thread at a time. */
public final class RepairPermits implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(RepairPermits.class);
    private static final int PORTION = 400;
    /** Spreads the reads of a table that may have millions of rows. The repair is not urgent. */
    private static final Duration BETWEEN_PORTIONS = Duration.ofSeconds(1);

    private static final Duration INTERVAL = Duration.ofMinutes(10);

    private final PermitStore store;
    private final Transactions transactions;
    private final DirtyLimits dirty;
    private final Runnable restore;
    private long permitsSeen;
    private long jobsSeen;
    /** Which parts have read their last row since the task rested. */
    private boolean permitsEnded;

    private boolean jobsEnded;

    /**
     * Creates a task.
     *
     * @param restore creates limits of the properties that do not exist any more
     */
    public RepairPermits(PermitStore store, Transactions transactions, DirtyLimits dirty, Runnable restore) {
        this.store = store;
        this.transactions = transactions;
        this.dirty = dirty;
        this.restore = restore;
    }

    @Override
    public Duration sweep() {
        if (jobsSeen == 0) {
            restore.run();
        }
        if (!transactions.run(store::isUsed)) {
            permitsSeen = 0;
            jobsSeen = 0;
            return INTERVAL;
        }
        Long permits = portion(
                "permits of jobs that are no more", after -> store.removeForgotten(after, PORTION), permitsSeen);
        Long jobs =
                portion("blocked jobs that waited for nothing", after -> store.wakeForgotten(after, PORTION), jobsSeen);
        int idle = transactions.run(() -> store.removeIdle(PORTION));
        permitsSeen = permits == null ? 0 : permits;
        jobsSeen = jobs == null ? 0 : jobs;
        permitsEnded |= permits == null;
        jobsEnded |= jobs == null;
        if (!permitsEnded || !jobsEnded || idle == PORTION) {
            return BETWEEN_PORTIONS;
        }
        permitsEnded = false;
        jobsEnded = false;
        return INTERVAL;
    }

    private @Nullable Long portion(String what, LongFunction<Repaired> repair, long after) {
        Repaired repaired = transactions.run(() -> repair.apply(after));
        if (repaired.repaired() > 0) {
            log.warn("Repaired {} {}; Baton's tables may have been changed manually", repaired.repaired(), what);
        }
        dirty.mark(repaired.dirty());
        return repaired.last();
    }
}
