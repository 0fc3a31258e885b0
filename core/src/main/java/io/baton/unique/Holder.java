package io.baton.unique;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.StateCode;
import io.baton.job.StateCode.States;
import io.baton.job.Ties;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The job that holds a key, as the caller's transaction sees it.
 *
 * @param cancelled whether the cancellation of the job was requested, or its steps are undone before it ends
 */
record Holder(JobState state, String queue, boolean cancelled) {

    static final String CANCELLED = "(cancel_requested OR " + Ties.sqlHas(Ties.UNDOING) + ") AS cancel_requested";

    private static final Holder GAVE_ITS_KEY_UP = new Holder(JobState.CANCELLED, "", false);

    boolean isDead() {
        return state == JobState.DEAD;
    }

    /** Returns whether the job has completed or was cancelled. */
    boolean isOver() {
        return States.OVER.contains(state);
    }

    /** Locks the existing jobs among these, in ascending id, and returns them. */
    static Map<Long, Holder> lock(Database database, Collection<Long> jobs) {
        return read(database, "baton_job", CANCELLED, " ORDER BY id FOR UPDATE", jobs);
    }

    /**
     * Returns the jobs, among these, that exist or existed, as the caller's snapshot shows them, which may be old. They are unfinished jobs, jobs in
     * history, and jobs that were cancelled while an enqueue had locked their key, even if history was purged.
     */
    static Map<Long, Holder> find(Database database, Collection<Long> jobs) {
        Map<Long, Holder> found = read(database, "baton_job", CANCELLED, "", jobs);
        found.putAll(read(database, "baton_job_history", "FALSE AS cancel_requested", "", missing(found, jobs)));
        List<Long> gone = missing(found, jobs);
        if (!gone.isEmpty()) {
            // such a job cannot be revived, so a key that is set aside for it means that it was cancelled
            RowsById byJob = database.rowsBy("baton_unique", "job_id", "baton_unique_job");
            String aside = "SELECT job_id FROM " + byJob.from() + " AND dead_job <> 0";
            database.list(aside, Long.class, byJob.ids(gone)).forEach(job -> found.put(job, GAVE_ITS_KEY_UP));
        }
        return found;
    }

    private static List<Long> missing(Map<Long, Holder> found, Collection<Long> jobs) {
        return jobs.stream().filter(job -> !found.containsKey(job)).toList();
    }

    private static Map<Long, Holder> read(
            Database database, String table, String cancelled, String how, Collection<Long> jobs) {
        Map<Long, Holder> found = new HashMap<>();
        if (!jobs.isEmpty()) {
            RowsById byId = database.rows(table);
            database.forEach(
                    "SELECT id, state, queue, " + cancelled + " FROM " + byId.from() + how,
                    row -> found.put(row.getLong("id"), of(row)),
                    byId.ids(jobs));
        }
        return found;
    }

    static Holder of(ResultSet row) throws SQLException {
        return new Holder(
                StateCode.state(row.getInt("state")), row.getString("queue"), row.getBoolean("cancel_requested"));
    }
}
