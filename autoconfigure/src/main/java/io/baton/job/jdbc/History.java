package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.job.StateCode;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/** Moves jobs that ended out of the job table. Its caller holds the locks of their rows. */
record History(JdbcOperations jdbc, Tables tables, Database database) {

    static final String COLUMNS =
            "id, type, queue, job_rank, state, attempt, worker_id, created_at, due_at, claimed_at, ended_at, labels";

    private static final String COPY = "INSERT INTO baton_job_history (" + COLUMNS + """
            ) SELECT id, type, queue, job_rank, %d, attempt, worker_id, created_at, due_at, claimed_at, %s, labels
            FROM baton_job WHERE id IN\s""";

    void move(List<Long> ids, JobState ended, boolean keep) {
        if (ids.isEmpty()) {
            return;
        }
        if (keep) {
            jdbc.update(tables.in(COPY.formatted(StateCode.of(ended), database.now())) + In.marks(ids), ids.toArray());
        }
        database.delete(jdbc, tables.in("baton_job"), ids, "TRUE");
    }
}
