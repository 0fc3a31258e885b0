package io.baton.faults.batch;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.faults.batch.FlowWork.Last;
import io.baton.faults.batch.FlowWork.Many;
import io.baton.faults.batch.FlowWork.One;
import io.baton.faults.worker.Trace;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Steps of very many jobs, which do next to nothing. */
final class StepHandlers {

    private static final String LEFT =
            "SELECT COUNT(*) FROM baton_job j JOIN baton_batch_group g ON g.id = j.batch_group"
                    + " WHERE g.batch_id = ? AND j.type <> 'last'";

    private final Summaries summaries;
    private final Trace starts;

    /**
     * Creates handlers.
     *
     * @param starts where each of many says that it starts
     */
    StepHandlers(Summaries summaries, Trace starts) {
        this.summaries = summaries;
        this.starts = starts;
    }

    /** Returns the file in which each of many says that it starts in the process with these notes. */
    static Path starts(Path notes) {
        return Path.of(notes + ".starts");
    }

    @JobHandler
    void one(One work) {}

    @JobHandler
    void many(Many work) {
        starts.note("many", work.item(), System.nanoTime());
        if (work.millis() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(work.millis()));
        }
    }

    @JobHandler(transactional = true)
    void last(Last work, JobContext job) {
        summaries.write(job, LEFT, 0, 0);
    }
}
