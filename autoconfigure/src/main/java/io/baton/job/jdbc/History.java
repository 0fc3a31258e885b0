package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.job.StateCode;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * Moves jobs that ended out of the job table. Its caller holds the locks of their rows. Where ids came again, as after a restored or
 * truncated table, the job that ends now takes the place of the one that had its id before.
 */
record History(JdbcOperations jdbc, Tables tables, Database database) {

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
        RowsById byId = database.byId(jdbc, tables);
        if (keep) {
            String copy = database.intoHistory(
                    "SELECT " + values(ended, database.now(), "NULL") + " FROM " + byId.from("baton_job"));
            jdbc.update(tables.in(copy), byId.ids(ids));
        }
        byId.delete("baton_job", ids, "TRUE");
    }
}
