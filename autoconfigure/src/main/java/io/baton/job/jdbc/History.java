package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.StateCode;
import java.util.List;

/**
 * Moves jobs that ended out of the job table. Its caller holds the locks of their rows. Where ids came again, as after a restored or
 * truncated table, the job that ends now takes the place of the one that had its id before.
 */
record History(Database database) {

    static final String COLUMNS =
            "id, type, queue, job_rank, state, attempt, worker_id, created_at, due_at, claimed_at, ended_at, labels, result";

    /** What goes into {@link #COLUMNS}, in their order, from a row of the job table. */
    static String values(JobState ended, String now, String result) {
        return "id, type, queue, job_rank, " + StateCode.of(ended)
                + ", attempt, worker_id, created_at, due_at, claimed_at, " + now + ", labels, " + result;
    }

    void move(List<Long> ids, JobState ended, boolean keep) {
        if (ids.isEmpty()) {
            return;
        }
        RowsById byId = database.rows("baton_job");
        if (keep) {
            String copy = database.dialect()
                    .insertOrReplace(
                            "baton_job_history",
                            COLUMNS,
                            "SELECT " + values(ended, database.dialect().now(), "NULL") + " FROM " + byId.from());
            database.update(copy, byId.ids(ids));
        }
        byId.delete(ids, "TRUE");
    }
}
