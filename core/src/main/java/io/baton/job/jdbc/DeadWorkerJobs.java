package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.WorkerStore.Unlocked;
import java.util.List;

/** Reclaims jobs of a dead worker under the lock of its row, so that one sweeper at a time does. */
record DeadWorkerJobs(Database database, Transitions transitions) {

    private static final String LOCK_WORKER =
            "SELECT orderly FROM baton_worker WHERE id = ? AND dead = TRUE FOR UPDATE SKIP LOCKED";

    Unlocked unlock(long workerId, int limit) {
        List<Boolean> orderly = database.list(LOCK_WORKER, Boolean.class, workerId);
        return orderly.isEmpty()
                ? Unlocked.NOTHING
                : new JobRecovery(database, transitions, orderly.get(0))
                        .reclaim("baton_job j WHERE worker_id = ?", workerId, limit, "worker_id = ?", workerId);
    }
}
