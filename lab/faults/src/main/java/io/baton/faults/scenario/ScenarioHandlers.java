package io.baton.faults.scenario;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Retry;
import io.baton.faults.worker.Trace;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.JdbcOperations;

/** The handlers of the scenarios. Each notes when it starts. */
final class ScenarioHandlers {

    private static final ThreadLocal<Long> BEGUN = ThreadLocal.withInitial(() -> 0L);

    private final Trace trace;
    private final JdbcOperations jdbc;
    private final boolean harmless;

    /** Creates handlers that do no harm if that is what a scenario has to notice. */
    ScenarioHandlers(Trace trace, JdbcOperations jdbc, boolean harmless) {
        this.trace = trace;
        this.jdbc = jdbc;
        this.harmless = harmless;
    }

    /** Sleeps. Its run begins when it is read. */
    @JobType(name = "pause")
    record Pause(long millis) {

        Pause {
            BEGUN.set(System.nanoTime());
        }
    }

    /** Sleeps in a queue of its own. */
    @JobType(name = "long", queue = "long")
    record LongPause(long millis) {}

    /** Ends the JVM in good order. */
    @JobType(name = "exit")
    record Exit() {}

    /** Sleeps within a transaction. */
    @JobType(name = "effect")
    record Effect(long millis) {}

    /** Deletes its own row. */
    @JobType(name = "gone")
    record Gone() {}

    /** What only the other half of a cluster knows. */
    @JobType(name = "other")
    record OtherWork() {}

    @JobHandler
    void pause(Pause work, JobContext job) throws InterruptedException {
        trace.note("start", job.id().value(), BEGUN.get());
        TimeUnit.MILLISECONDS.sleep(work.millis());
    }

    @JobHandler
    void takeLong(LongPause work, JobContext job) throws InterruptedException {
        trace.note("start", job.id().value());
        TimeUnit.MILLISECONDS.sleep(work.millis());
    }

    @JobHandler
    void exit(Exit work, JobContext job) {
        trace.note("start", job.id().value());
        if (!harmless) {
            System.exit(0);
        }
    }

    @JobHandler(transactional = true, maxAttempts = 1)
    void effect(Effect work, JobContext job) throws InterruptedException {
        trace.note("start", job.id().value());
        TimeUnit.MILLISECONDS.sleep(work.millis());
        jdbc.update("INSERT INTO effect (job_id) VALUES (?)", job.id().value());
    }

    @JobHandler(transactional = true, maxAttempts = 3)
    @Retry(delay = "100ms", jitter = 0)
    void gone(Gone work, JobContext job) {
        trace.note("start", job.id().value());
        if (!harmless) {
            jdbc.update("DELETE FROM baton_job WHERE id = ?", job.id().value());
        }
    }

    /** What another version of the application knows. */
    static final class Other {

        @JobHandler
        void other(OtherWork work) {}
    }
}
