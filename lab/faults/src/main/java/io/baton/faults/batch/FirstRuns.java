package io.baton.faults.batch;

import io.baton.JobContext;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.support.TransactionOperations;

/** Remembers which jobs have begun, whatever became of their transactions. */
record FirstRuns(JdbcOperations jdbc, TransactionOperations apart) {

    /** Returns whether this is the first run of the job. */
    boolean isFirst(JobContext job) {
        long id = job.id().value();
        return Boolean.TRUE.equals(apart.execute(status -> Objects.requireNonNull(
                                jdbc.queryForObject("SELECT COUNT(*) FROM setback WHERE job_id = ?", Long.class, id))
                        == 0
                && jdbc.update("INSERT INTO setback (job_id) VALUES (?)", id) == 1));
    }
}
