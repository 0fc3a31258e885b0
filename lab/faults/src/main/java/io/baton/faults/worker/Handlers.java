package io.baton.faults.worker;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Retry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.jdbc.core.JdbcOperations;

/** Handlers of every kind. The table of effects has no unique constraint, which would hide what is looked for. */
final class Handlers {

    /** What a process says of its end when it was killed. */
    private static final int KILLED = 137;

    private final JdbcOperations jdbc;
    private final Trace trace;
    private final String worker;

    Handlers(JdbcOperations jdbc, Trace trace, String worker) {
        this.jdbc = jdbc;
        this.trace = trace;
        this.worker = worker;
    }

    @JobHandler(transactional = true)
    void effect(Work.Effect work, JobContext job) throws InterruptedException {
        trace.note("start", work.item());
        write(work, job);
        if (work.item() % 3 == 0) {
            TimeUnit.MILLISECONDS.sleep(work.millis());
        } else {
            ignoringInterrupts(work.millis());
        }
    }

    /** As most handlers do. */
    private static void ignoringInterrupts(int millis) {
        boolean interrupted = false;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @JobHandler(transactional = true, batchSize = 10)
    void effects(List<Job<Work.Effects>> jobs) {
        for (Job<Work.Effects> job : jobs) {
            trace.note("start", job.payload().item());
            write(job.payload(), job.context());
        }
    }

    @JobHandler(transactional = true)
    @Retry(delay = "100ms", jitter = 0)
    void flaky(Work.Flaky work, JobContext job) {
        trace.note("start", work.item());
        write(work, job);
        if (job.attempt() == 1) {
            throw new IllegalStateException("fails on purpose, once");
        }
    }

    @JobHandler(transactional = true, maxAttempts = 2)
    @Retry(delay = "100ms", jitter = 0)
    void failing(Work.Failing work, JobContext job) {
        trace.note("start", work.item());
        write(work, job);
        throw new IllegalStateException("fails on purpose, always");
    }

    @JobHandler
    void mark(Work.Mark work) {
        trace.note("start", work.item());
        trace.note("end", work.item());
    }

    @JobHandler
    void slow(Work.Slow work) throws InterruptedException {
        trace.note("start", work.item());
        TimeUnit.MILLISECONDS.sleep(work.millis());
        trace.note("end", work.item());
    }

    @JobHandler
    void poison(Work.Poison work) {
        trace.note("start", work.item());
        trace.note("poisoned", work.item());
        Runtime.getRuntime().halt(KILLED);
    }

    @JobHandler
    void exit(Work.Exit work) {
        trace.note("start", work.item());
        trace.note("poisoned", work.item());
        System.exit(KILLED);
    }

    private void write(Work work, JobContext job) {
        jdbc.update(
                "INSERT INTO effect (item, job_id, attempt, worker) VALUES (?, ?, ?, ?)",
                work.item(),
                job.id().value(),
                job.attempt(),
                worker);
    }
}
