package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.Micros;
import io.baton.database.RowsById;
import io.baton.job.WorkerStore.Unlocked;
import java.time.Duration;
import java.util.List;

/**
 * Claimed jobs of workers that have no row, or that are dead and were seen to hold nothing. A worker has a row before its first claim and as long
 * as jobs refer to it, so only a manual change leaves the former. A dead worker leaves some if its last claim was still under way.
 */
record StrayJobs(Database database, Transitions transitions) {

    private static final String UNOWNED =
            "NOT EXISTS (SELECT 1 FROM baton_worker w WHERE w.id = j.worker_id AND w.released = FALSE)";

    private static final Duration SEEN_WITHIN = Duration.ofMinutes(1);

    /** Reads without locks first: almost always there are none, and rows that workers hold are not to be locked. */
    Unlocked reclaim(int limit) {
        String unowned = unowned();
        RowsById byId = database.rows("baton_job");
        List<Long> ids = database.list(
                "SELECT id FROM baton_job j WHERE state = 2 AND " + unowned + " LIMIT " + limit, Long.class);
        return ids.isEmpty()
                ? Unlocked.NOTHING
                : new JobRecovery(database, transitions, false)
                        .reclaim(byId.from() + " AND " + unowned, byId.ids(ids), limit, unowned);
    }

    /**
     * Where several servers are written to, one may have a claim before the row of its worker, which was written on another. A claim without a time, or
     * with one to come, is a manual change.
     */
    private String unowned() {
        Dialect dialect = database.dialect();
        long within = Micros.of(SEEN_WITHIN);
        String age = "COALESCE(ABS(" + dialect.microsUntil("j.claimed_at") + "), " + within + ")";
        return dialect.locksMayBeLocal()
                ? UNOWNED + " AND (" + age + " >= " + within
                        + " OR EXISTS (SELECT 1 FROM baton_worker w WHERE w.id = j.worker_id))"
                : UNOWNED;
    }
}
