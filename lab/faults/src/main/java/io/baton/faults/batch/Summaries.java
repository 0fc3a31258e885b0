package io.baton.faults.batch;

import io.baton.BatchId;
import io.baton.JobContext;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;

/** What steps write that come after others, in the transactions that complete them. */
record Summaries(JdbcOperations jdbc) {

    /**
     * Writes one.
     *
     * @param before what a question about the flow answers, of what should have been before
     */
    void write(JobContext job, String before, long results, long disordered) {
        long flow = flow(job);
        jdbc.update(
                "INSERT INTO summary (flow_id, kind, before_it, results, disordered) VALUES (?, ?, ?, ?, ?)",
                flow,
                job.type(),
                Objects.requireNonNull(jdbc.queryForObject(before, Long.class, flow)),
                results,
                disordered);
    }

    static long flow(JobContext job) {
        return job.batchId().map(BatchId::value).orElseThrow();
    }
}
