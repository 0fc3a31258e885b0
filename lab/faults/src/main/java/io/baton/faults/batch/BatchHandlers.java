package io.baton.faults.batch;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Retry;
import io.baton.faults.batch.BatchWork.Step;
import io.baton.faults.batch.BatchWork.Then;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.springframework.jdbc.core.JdbcOperations;

/** What the jobs do. The tables have no unique constraints, which would hide what is looked for. */
final class BatchHandlers {

    private final JdbcOperations jdbc;
    private final FirstRuns firstRuns;
    private final String node;
    private final IntConsumer arm;

    BatchHandlers(JdbcOperations jdbc, FirstRuns firstRuns, String node, IntConsumer arm) {
        this.jdbc = jdbc;
        this.firstRuns = firstRuns;
        this.node = node;
        this.arm = arm;
    }

    /** Is not retried. */
    static final class Deadly extends RuntimeException {

        Deadly() {
            super("dies on purpose, once");
        }
    }

    @JobHandler(transactional = true)
    @Retry(delay = "200ms", jitter = 0, notOn = Deadly.class)
    void written(BatchWork.Written work, JobContext job) {
        run(work.step(), job);
    }

    @JobHandler
    @Retry(delay = "200ms", jitter = 0, notOn = Deadly.class)
    void loose(BatchWork.Loose work, JobContext job) {
        run(work.step(), job);
    }

    @JobHandler(transactional = true)
    void after(BatchWork.After work, JobContext job) {
        callback(work.batch(), job);
    }

    @JobHandler(transactional = true)
    void onDead(BatchWork.OnDead work, JobContext job) {
        callback(work.batch(), job);
    }

    private void run(Step step, JobContext job) {
        arm.accept(step.round());
        if (step.then() != Then.COMPLETE && firstRuns.isFirst(job)) {
            throw step.then() == Then.DIE ? new Deadly() : new IllegalStateException("fails on purpose, once");
        }
        jdbc.update(
                "INSERT INTO effect (batch_id, item, job_id, kind, node) VALUES (?, ?, ?, ?, ?)",
                step.batch(),
                step.item(),
                job.id().value(),
                job.type(),
                node);
    }

    /** With how many items have had their effect by then. */
    private void callback(long batch, JobContext job) {
        jdbc.update(
                "INSERT INTO callback (batch_id, job_id, kind, effects) VALUES (?, ?, ?, ?)",
                batch,
                job.id().value(),
                job.type(),
                count("SELECT COUNT(DISTINCT item) FROM effect WHERE batch_id = ?", batch));
    }

    private long count(String question, long parameter) {
        return Objects.requireNonNull(jdbc.queryForObject(question, Long.class, parameter));
    }
}
