package io.baton.faults.once;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Retry;
import io.baton.faults.once.OnceWork.Look;
import io.baton.faults.once.OnceWork.LookWritten;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.springframework.jdbc.core.JdbcOperations;

/** Reads the requests of a key first of all: what it sees there was committed before that. */
record RequestHandlers(JdbcOperations jdbc) {

    private static final long NANOS_OF_WORK = 5_000_000;

    @JobHandler
    @Retry(delay = "100ms", jitter = 0)
    void look(Look work, JobContext job) {
        read(work.key(), job);
    }

    @JobHandler(transactional = true)
    @Retry(delay = "100ms", jitter = 0)
    void lookWritten(LookWritten work, JobContext job) {
        read(work.key(), job);
    }

    private void read(String key, JobContext job) {
        List<Object[]> found = jdbc.query(
                "SELECT n FROM request WHERE unique_key = ?",
                (row, number) -> new Object[] {row.getLong("n"), job.id().value()},
                key);
        LockSupport.parkNanos(NANOS_OF_WORK);
        jdbc.batchUpdate("INSERT INTO seen (n, job_id) VALUES (?, ?)", found);
    }
}
