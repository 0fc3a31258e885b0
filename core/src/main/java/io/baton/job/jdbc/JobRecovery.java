package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Transition;
import io.baton.job.WorkerStore.Unlocked;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reclaims claimed jobs of dead workers; skips locked rows. A job whose cancellation was requested is cancelled, one whose crash count is too high
 * is dead, and the rest is ready again, its next start to be counted as a crash.
 *
 * @param orderly whether the worker ended in good order: the last crash is not counted, since no job ended the worker
 */
record JobRecovery(Database database, Transitions transitions, boolean orderly) {

    /** One since a worker died that held it, and one for each start that ended with the death of its worker. */
    private static final int CRASHES_TO_DIE = 5;

    private static final String REASON =
            "Worker lost: four workers in a row died while they ran this job, after another"
                    + " that held it. Revive it when the cause is fixed.";

    /**
     * Reclaims up to {@code limit} of the claimed rows.
     *
     * @param rows the table as {@code j} and a condition, with one parameter
     * @param condition is checked again under the locks of the rows
     */
    Unlocked reclaim(String rows, Object parameter, int limit, String condition, Object... parameters) {
        List<LockedJob> free = new ArrayList<>();
        List<LockedJob> lethal = new ArrayList<>();
        List<LockedJob> cancelled = new ArrayList<>();
        Set<String> queues = new HashSet<>();
        database.forEach(
                "SELECT queue, crashes, cancel_requested, " + LockedJob.COLUMNS + " FROM " + rows
                        + " AND state = 2 ORDER BY id LIMIT " + limit
                        + " {skipLocked}",
                row -> {
                    LockedJob job = LockedJob.read(row);
                    if (row.getBoolean("cancel_requested")) {
                        cancelled.add(job);
                    } else if (row.getInt("crashes") - (orderly ? 1 : 0) >= CRASHES_TO_DIE) {
                        lethal.add(job);
                    } else {
                        free.add(job);
                        queues.add(row.getString("queue"));
                    }
                },
                parameter);
        int ready = makeReady(free, condition, parameters);
        int dead = makeDead(lethal, condition, parameters);
        transitions.cancel(cancelled);
        return new Unlocked(ready + dead + cancelled.size(), dead == 0 ? List.of() : LockedJob.ids(lethal), queues);
    }

    private int makeReady(List<LockedJob> jobs, String condition, Object... parameters) {
        String ready = "state = 1, lock_id = NULL, worker_id = NULL, attempt = attempt - 1,"
                + (orderly ? " crashes = GREATEST(crashes - 1, 0)" : " crashes = GREATEST(crashes, 1)");
        return transitions.change(
                Transition.UNLOCKED, jobs, ready, List.of(), "state = 2 AND " + condition, parameters);
    }

    /** Keeps the name of its worker, and adds the starts that were counted as crashes, which were no attempts until now. */
    private int makeDead(List<LockedJob> jobs, String condition, Object... parameters) {
        String dead =
                "state = 5, lock_id = NULL, attempt = LEAST(attempt - 1 + crashes, 1000000000), error = ?, died_at = {now}";
        String uncancelled = "state = 2 AND cancel_requested = FALSE AND " + condition;
        return transitions.change(Transition.DEAD, jobs, dead, List.of(REASON), uncancelled, parameters);
    }
}
