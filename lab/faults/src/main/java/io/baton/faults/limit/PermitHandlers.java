package io.baton.faults.limit;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Retry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.JdbcOperations;

/** Handlers that need permits. The table of effects has no unique constraint, which would hide what is looked for. */
final class PermitHandlers {

    private static final Duration WHILE = Duration.ofMillis(300);

    private final RunLog log;
    private final JdbcOperations jdbc;

    PermitHandlers(RunLog log, JdbcOperations jdbc) {
        this.log = log;
        this.jdbc = jdbc;
    }

    @JobHandler
    @Retry(delay = "200ms", jitter = 0)
    void gated(LimitWork.Gated work, JobContext job) throws InterruptedException {
        run(work.step(), job);
    }

    @JobHandler(transactional = true)
    @Retry(delay = "200ms", jitter = 0)
    void written(LimitWork.Written work, JobContext job) throws InterruptedException {
        run(work.step(), job);
        jdbc.update("INSERT INTO effect (job_id) VALUES (?)", job.id().value());
    }

    @JobHandler
    @Retry(delay = "200ms", jitter = 0)
    void keyed(LimitWork.Keyed work, JobContext job) throws InterruptedException {
        run(work.step(), job);
    }

    @JobHandler
    @Retry(delay = "200ms", jitter = 0)
    void oneWay(LimitWork.OneWay work, JobContext job) throws InterruptedException {
        run(work.step(), job);
    }

    @JobHandler
    @Retry(delay = "200ms", jitter = 0)
    void otherWay(LimitWork.OtherWay work, JobContext job) throws InterruptedException {
        run(work.step(), job);
    }

    private void run(LimitWork.Step step, JobContext job) throws InterruptedException {
        boolean isFirst = step.then() != LimitWork.Then.COMPLETE
                && !log.hasEndedBefore(job.id().value());
        long number = log.begin(job.id().value(), step.permits());
        try {
            TimeUnit.MILLISECONDS.sleep(step.millis());
        } finally {
            log.end(number);
        }
        if (isFirst) {
            end(step.then(), job);
        }
    }

    private static void end(LimitWork.Then then, JobContext job) {
        switch (then) {
            case FAIL -> throw new IllegalStateException("fails on purpose, once");
            case SNOOZE -> job.snooze(WHILE);
            case GO_ON -> job.snooze(Duration.ZERO);
            case COMPLETE -> {}
        }
    }
}
