package io.baton.permit;

import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import io.baton.permit.PermitStore.Repaired;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiFunction;
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
    /** The last jobs whose permits, and that themselves, were read since the task rested; null at the end. */
    private @Nullable Long permitsSeen = 0L;

    private @Nullable Long jobsSeen = 0L;

    public RepairPermits(PermitStore store, Transactions transactions, DirtyLimits dirty, Runnable restore) {
        this.store = store;
        this.transactions = transactions;
        this.dirty = dirty;
        this.restore = restore;
    }

    @Override
    public Duration sweep() {
        if (Objects.equals(jobsSeen, 0L)) {
            restore.run();
        }
        if (transactions.run(store::isUsed)) {
            permitsSeen = portion("permits of jobs that are no more", store::removeForgotten, permitsSeen);
            jobsSeen = portion("blocked jobs that waited for nothing", store::wakeForgotten, jobsSeen);
            int idle = transactions.run(() -> store.removeIdle(PORTION));
            if (permitsSeen != null || jobsSeen != null || idle == PORTION) {
                return BETWEEN_PORTIONS;
            }
        }
        permitsSeen = 0L;
        jobsSeen = 0L;
        return INTERVAL;
    }

    private @Nullable Long portion(String what, BiFunction<Long, Integer, Repaired> repair, @Nullable Long after) {
        if (after == null) {
            return null;
        }
        Repaired repaired = transactions.run(() -> repair.apply(after, PORTION));
        if (repaired.repaired() > 0) {
            log.warn("Repaired {} {}; Baton's tables may have been changed manually", repaired.repaired(), what);
        }
        dirty.mark(repaired.dirty());
        return repaired.last();
    }
}
