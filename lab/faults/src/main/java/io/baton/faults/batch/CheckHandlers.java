package io.baton.faults.batch;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobResults;
import io.baton.Retry;
import io.baton.faults.batch.FlowWork.Analyze;
import io.baton.faults.batch.FlowWork.Check;
import io.baton.faults.batch.FlowWork.CheckSmtp;
import io.baton.faults.batch.FlowWork.CheckWritten;
import io.baton.faults.batch.FlowWork.Checked;
import io.baton.faults.batch.FlowWork.First;
import io.baton.faults.batch.FlowWork.UpdateReport;
import io.baton.faults.worker.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcOperations;

/** Checks, their analysis and its report. */
final class CheckHandlers {

    private static final long LOOK_NANOS = 10_000_000;

    private final JdbcOperations jdbc;
    private final FirstRuns firstRuns;
    private final Summaries summaries;
    private final String node;
    private final Trace trace;
    private final Path go;

    /**
     * Creates handlers.
     *
     * @param go a file that lets checks go on that hold
     */
    CheckHandlers(JdbcOperations jdbc, FirstRuns firstRuns, String node, Trace trace, Path go) {
        this.jdbc = jdbc;
        this.firstRuns = firstRuns;
        this.summaries = new Summaries(jdbc);
        this.node = node;
        this.trace = trace;
        this.go = go;
    }

    @JobHandler
    @Retry(delay = "200ms", jitter = 0)
    Checked check(CheckSmtp work, JobContext job) {
        return run(work.check(), job);
    }

    @JobHandler(transactional = true)
    @Retry(delay = "200ms", jitter = 0)
    Checked checkWritten(CheckWritten work, JobContext job) {
        return run(work.check(), job);
    }

    private Checked run(Check check, JobContext job) {
        trace.note("check", check.item());
        boolean first = check.first() != First.COMPLETE && firstRuns.isFirst(job);
        if (first && check.first() == First.FAIL) {
            throw new IllegalStateException("fails on purpose, once");
        }
        jdbc.update(
                "INSERT INTO effect (batch_id, item, job_id, kind, node) VALUES (?, ?, ?, ?, ?)",
                Summaries.flow(job),
                check.item(),
                job.id().value(),
                job.type(),
                node);
        if (first) {
            hold(check.item());
        }
        trace.note("checked", check.item());
        return new Checked(check.item());
    }

    /** Goes on after an interrupt, as code does that takes no notice of them. */
    private void hold(int item) {
        if (!Files.exists(go)) {
            trace.note("held", item);
            while (!Files.exists(go)) {
                LockSupport.parkNanos(LOOK_NANOS);
                Thread.interrupted();
            }
            trace.note("resumed", item);
        }
    }

    @JobHandler(transactional = true)
    int analyze(Analyze work, JobContext job, JobResults results) {
        List<Integer> items = results.stream(Checked.class).map(Checked::item).toList();
        long disordered = IntStream.range(1, items.size())
                .filter(i -> items.get(i) <= items.get(i - 1))
                .count();
        summaries.write(job, "SELECT COUNT(DISTINCT item) FROM effect WHERE batch_id = ?", items.size(), disordered);
        return items.size();
    }

    @JobHandler(transactional = true)
    void report(UpdateReport work, JobContext job, JobResults results) {
        long found = results.stream(Integer.class).mapToInt(number -> number).sum();
        summaries.write(job, "SELECT COUNT(*) FROM summary WHERE kind = 'analyze' AND flow_id = ?", found, 0);
    }
}
