package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.job.StateCode;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/** Moves jobs that ended out of the job table. Its caller holds the locks of their rows. */
record History(JdbcOperations jdbc, Tables tables, Database database) {

    static final String COLUMNS =
            "id, type, queue, job_rank, state, attempt, worker_id, created_at, due_at, claimed_at, ended_at, labels";

    /** What goes into {@link #COLUMNS}, in their order, from a row of the job table. */
    static String values(JobState ended, String now) {
        return "id, type, queue, job_rank, " + StateCode.of(ended)
                + ", attempt, worker_id, created_at, due_at, claimed_at, " + now + ", labels";
    }

    void move(List<Long> ids, JobState ended, boolean keep) {
        if (ids.isEmpty()) {
            return;
        }
        RowsById byId = database.byId(jdbc, tables);
        if (keep) {
            String copy = "INSERT INTO baton_job_history (" + COLUMNS + ") SELECT " + values(ended, database.now())
                    + " FROM " + byId.from("baton_job");
            jdbc.update(tables.in(copy), byId.ids(ids));
        }
        byId.delete("baton_job", ids, "TRUE");
    }
}
