package io.baton.faults.once;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Tick;
import io.baton.faults.once.OnceWork.Ticked;
import org.springframework.jdbc.core.JdbcOperations;

/** Writes down which ticks had jobs. */
record TickHandler(JdbcOperations jdbc, String node) {

    @JobHandler(transactional = true)
    void ticked(Ticked work, Tick tick, JobContext job) {
        jdbc.update(
                "INSERT INTO ticked (schedule, at_second, job_id, node) VALUES (?, ?, ?, ?)",
                tick.schedule(),
                tick.at().getEpochSecond(),
                job.id().value(),
                node);
    }
}
