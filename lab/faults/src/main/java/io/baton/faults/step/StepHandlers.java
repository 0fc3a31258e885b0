package io.baton.faults.step;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobStep;
import io.baton.JobSuspendedError;
import io.baton.Retry;
import io.baton.SignalResult;
import io.baton.Signals;
import io.baton.testing.StrictFaults;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/** Jobs of five steps, and those that send signals to them. Both fail now and then, wherever they are. */
record StepHandlers(JdbcOperations jdbc, Signals signals, String node) {

    /** What a job sees whose wait has timed out. */
    static final long TIMED_OUT = -1;

    /** The signal of a job is its number times this, plus the attempt of its sender. */
    static final int ATTEMPTS = 10_000;

    private static final String SIGNAL = "approved";
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(400);
    private static final int LONGEST_SLEEP_MILLIS = 200;
    private static final int PERCENT_FAIL = 3;

    @JobHandler(maxAttempts = 1_000)
    @Retry(delay = "50ms", multiplier = 1, jitter = 0)
    void order(StepWork.Order work, JobContext job) {
        try {
            run(work, job);
        } catch (JobSuspendedError e) {
            if (!work.swallows()) {
                throw e;
            }
        }
    }

    private void run(StepWork.Order work, JobContext job) {
        fail();
        Long reserved =
                job.step("reserve", Long.class).callInTransaction(() -> store("reserve", job.id(), null, null, null));
        fail();
        JobStep<String> charge = job.step("charge", String.class);
        String key = (work.asks() ? charge.ifUncertain(this::received) : charge).call(each -> charge(job.id(), each));
        fail();
        job.sleep("cool-off", Duration.ofMillis(work.number() % LONGEST_SLEEP_MILLIS));
        fail();
        Optional<Long> seen = job.await(SIGNAL, Long.class, work.races() ? SHORT : LONG);
        fail();
        job.step("book").runInTransaction(() -> store("book", job.id(), reserved, key, seen.orElse(TIMED_OUT)));
        fail();
    }

    /** Returns the number of the row. */
    private Long store(String step, JobId job, @Nullable Long reserved, @Nullable String key, @Nullable Long seen) {
        Long row = jdbc.queryForObject(
                "INSERT INTO step_row (step, job_id, reserved, step_key, seen, node, refused) VALUES (?, ?, ?, ?, ?, ?, ?)"
                        + " RETURNING n",
                Long.class,
                step,
                job.value(),
                reserved,
                key,
                seen,
                node,
                StrictFaults.CHOSEN.refused());
        fail();
        return Objects.requireNonNull(row);
    }

    /** The receiver keeps every call. */
    private String charge(JobId job, String key) {
        jdbc.update("INSERT INTO received (job_id, step_key) VALUES (?, ?)", job.value(), key);
        fail();
        return key;
    }

    private Optional<String> received(String key) {
        return jdbc.queryForList("SELECT step_key FROM received WHERE step_key = ? LIMIT 1", String.class, key).stream()
                .findFirst();
    }

    @JobHandler(transactional = true, maxAttempts = 1_000)
    @Retry(delay = "50ms", multiplier = 1, jitter = 0)
    void approve(StepWork.Approve work, JobContext job) {
        send(work.job(), work.number(), job.attempt(), true);
    }

    @JobHandler(maxAttempts = 1_000)
    @Retry(delay = "50ms", multiplier = 1, jitter = 0)
    void approveAlone(StepWork.ApproveAlone work, JobContext job) {
        send(work.job(), work.number(), job.attempt(), false);
    }

    private void send(long job, int number, int attempt, boolean isExact) {
        fail();
        long value = (long) number * ATTEMPTS + attempt;
        SignalResult result = signals.send(new JobId(job), SIGNAL, value, "approval");
        fail();
        jdbc.update(
                "INSERT INTO answer (job_id, value, result, is_exact) VALUES (?, ?, ?, ?)",
                job,
                value,
                result.name(),
                isExact);
        fail();
    }

    private static void fail() {
        if (ThreadLocalRandom.current().nextInt(100) < PERCENT_FAIL) {
            throw new IllegalStateException("fails on purpose");
        }
    }
}
