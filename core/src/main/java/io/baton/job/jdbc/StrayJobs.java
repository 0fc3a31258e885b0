package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Unlocked;
import java.util.List;

/**
 * Claimed jobs of workers that have no row, or that are dead and were seen to hold nothing. A worker has a row before its first claim and as long
 * as jobs refer to it, so only a manual change leaves the former. A dead worker leaves some if its last claim was still under way.
 */
record StrayJobs(Database database, Transitions transitions) {

    private static final String UNOWNED =
            "NOT EXISTS (SELECT 1 FROM baton_worker w WHERE w.id = j.worker_id AND w.released = FALSE)";

    /** Reads without locks first: almost always there are none, and rows that workers hold are not to be locked. */
    Unlocked reclaim(int limit) {
        RowsById byId = database.rows("baton_job");
        List<Long> ids = database.list(
                "SELECT id FROM baton_job j WHERE state = 2 AND " + UNOWNED + " LIMIT " + limit, Long.class);
        return ids.isEmpty()
                ? Unlocked.NOTHING
                : new JobRecovery(database, transitions, false)
                        .reclaim(byId.from() + " AND " + UNOWNED, byId.ids(ids), limit, UNOWNED);
    }
}
