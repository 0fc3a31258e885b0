package io.baton.faults.batch;

import io.baton.BatchId;
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
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.springframework.jdbc.core.JdbcOperations;

/** Checks, their analysis and its report. */
final class CheckHandlers {

    private static final long LOOK_NANOS = 10_000_000;

    private final JdbcOperations jdbc;
    private final Setbacks setbacks;
    private final String node;
    private final Trace trace;
    private final Path go;

    /**
     * Creates handlers.
     *
     * @param go a file that lets checks go on that hold
     */
    CheckHandlers(JdbcOperations jdbc, Setbacks setbacks, String node, Trace trace, Path go) {
        this.jdbc = jdbc;
        this.setbacks = setbacks;
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
        boolean first = check.first() != First.COMPLETE && setbacks.isFirst(job);
        if (first && check.first() == First.FAIL) {
            throw new IllegalStateException("fails on purpose, once");
        }
        jdbc.update(
                "INSERT INTO effect (batch_id, item, job_id, kind, node) VALUES (?, ?, ?, ?, ?)",
                flow(job),
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

    @JobHandler
    int analyze(Analyze work, JobContext job, JobResults results) {
        trace.note("analyze", flow(job));
        long effects = count("SELECT COUNT(DISTINCT item) FROM effect WHERE batch_id = ?", job);
        List<Integer> items = results.stream(Checked.class).map(Checked::item).toList();
        long disordered = 0;
        for (int i = 1; i < items.size(); i++) {
            disordered += items.get(i) > items.get(i - 1) ? 0 : 1;
        }
        write(job, effects, items.size(), disordered);
        return items.size();
    }

    @JobHandler
    void report(UpdateReport work, JobContext job, JobResults results) {
        trace.note("report", flow(job));
        long analyses = count("SELECT COUNT(*) FROM summary WHERE kind = 'analyze' AND flow_id = ?", job);
        write(
                job,
                analyses,
                results.stream(Integer.class).mapToInt(found -> found).sum(),
                0);
    }

    private void write(JobContext job, long before, long results, long disordered) {
        jdbc.update(
                "INSERT INTO summary (flow_id, kind, before_it, results, disordered) VALUES (?, ?, ?, ?, ?)",
                flow(job),
                job.type(),
                before,
                results,
                disordered);
    }

    private long count(String question, JobContext job) {
        return Objects.requireNonNull(jdbc.queryForObject(question, Long.class, flow(job)));
    }

    private static long flow(JobContext job) {
        return job.batchId().map(BatchId::value).orElseThrow();
    }
}
