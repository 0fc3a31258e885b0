package io.baton.faults.step;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobStep;
import io.baton.JobSuspendedError;
import io.baton.Jobs;
import io.baton.OnceUncertainException;
import io.baton.Retry;
import io.baton.SignalResult;
import io.baton.Signals;
import io.baton.faults.limit.Claim;
import io.baton.faults.server.Server;
import io.baton.faults.step.StepWork.End;
import io.baton.testing.StrictFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcOperations;

/** Jobs of seven steps, and those that send signals to them or cancel them. All fail now and then, wherever they are. */
record StepHandlers(JdbcOperations jdbc, Jobs jobs, Signals signals, Server.Kind kind, String node) {

    /** The steps that take effect, in the order in which they begin. */
    static final List<String> STEPS = List.of("reserve", "charge", "book");

    /** Stands before the name of a step in the row of its undo. */
    static final String UNDO = "undo ";

    /** What a job sees whose wait has timed out. */
    static final long TIMED_OUT = -1;

    /** The signal of a job is its number times this, plus the attempt of its sender. */
    static final int ATTEMPTS = 10_000;

    static final String SIGNAL = "approved";

    private static final String ITEM = "item";
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(400);
    private static final int LONGEST_SLEEP_MILLIS = 200;
    private static final int PERCENT_FAIL = 3;
    private static final int PERCENT_UNDO_FAILS = 10;
    /** How many steps are done when a charge has ended. */
    private static final int CHARGED = 2;

    @JobHandler(maxAttempts = 1_000)
    @Retry(delay = "50ms", multiplier = 1, jitter = 0)
    void order(StepWork.Order work, JobContext job) {
        try {
            run(work, job);
        } catch (JobSuspendedError e) {
            if (!work.swallows()) {
                throw e;
            }
        } catch (OnceUncertainException e) {
            throw work.end() == End.IS_REJECTED ? new JobRejectedException("no response", e) : e;
        }
    }

    private void run(StepWork.Order work, JobContext job) {
        List<String> tried = new ArrayList<>();
        pass(work, job, 0);
        Long reserved = undone(
                        work,
                        job.step("reserve", Long.class),
                        (row, key) -> undo("reserve", job.id(), row, null, key, tried))
                .callInTransaction(() -> store("reserve", job.id(), null, null, null));
        pass(work, job, 1);
        JobStep<String> charge = job.step("charge", String.class);
        String key = undone(
                        work,
                        work.asks() ? charge.ifUncertain(this::received) : charge,
                        (charged, undoKey) -> undo("charge", job.id(), null, charged, undoKey, tried))
                .call(each -> charge(work, job.id(), each));
        pass(work, job, CHARGED);
        job.sleep("cool-off", Duration.ofMillis(work.number() % LONGEST_SLEEP_MILLIS));
        pass(work, job, 3);
        Optional<Long> seen = job.await(SIGNAL, Long.class, work.races() ? SHORT : LONG);
        store("seen", job.id(), null, null, seen.orElse(TIMED_OUT));
        pass(work, job, 4);
        Optional<Long> first = job.await(ITEM + "#1", Long.class, LONG);
        Optional<Long> second = job.await(ITEM + "#2", Long.class, LONG);
        store("items", job.id(), first.orElse(TIMED_OUT), null, second.orElse(TIMED_OUT));
        fail(PERCENT_FAIL);
        undone(work, job.step("book"), (nothing, undoKey) -> undo("book", job.id(), null, null, undoKey, tried))
                .runInTransaction(() -> store("book", job.id(), reserved, key, seen.orElse(TIMED_OUT)));
        pass(work, job, 5);
    }

    private static <T extends @Nullable Object> JobStep<T> undone(
            StepWork.Order work, JobStep<T> step, JobStep.Undo<T> undo) {
        return work.hasUndo() ? step.undo(undo) : step;
    }

    private static void pass(StepWork.Order work, JobContext job, int steps) {
        fail(PERCENT_FAIL);
        if (work.endsAs(End.CANCELS, steps)) {
            job.cancel();
        }
        if (work.endsAs(End.IS_REJECTED, steps)) {
            throw new JobRejectedException("rejected on purpose");
        }
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
        fail(PERCENT_FAIL);
        return Objects.requireNonNull(row);
    }

    /** The receiver keeps every call, and whether the claim holds meanwhile. A call that gets no response may have been received. */
    private String charge(StepWork.Order work, JobId job, String key) {
        int chance = ThreadLocalRandom.current().nextInt(100);
        boolean fails = chance < PERCENT_FAIL;
        Claim claim = Claim.current(kind);
        try {
            jdbc.update(
                    "INSERT INTO step_row (step, job_id, step_key, held, fails, node, refused)"
                            + " SELECT 'charge', ?, ?, COUNT(*), ?, ?, ? " + Claim.HOLDS,
                    job.value(),
                    key,
                    fails,
                    node,
                    StrictFaults.CHOSEN.refused(),
                    claim.job(),
                    claim.lockId());
        } catch (DataAccessException e) {
            throw new OnceUncertainException("no response of the receiver", e);
        }
        if (fails) {
            throw new IllegalStateException("fails on purpose");
        }
        if (chance < 2 * PERCENT_FAIL || work.endsAs(End.IS_REJECTED, CHARGED)) {
            throw new OnceUncertainException("gets no response, on purpose");
        }
        return key;
    }

    private Optional<String> received(String key) {
        return jdbc
                .queryForList(
                        "SELECT step_key FROM step_row WHERE step = 'charge' AND step_key = ? LIMIT 1",
                        String.class,
                        key)
                .stream()
                .findFirst();
    }

    /** Writes what it undoes, and what this call of the handler has tried to undo before. */
    private void undo(
            String step, JobId job, @Nullable Long reserved, @Nullable String charged, String key, List<String> tried) {
        String before = String.join(" ", tried);
        tried.add(step);
        jdbc.update(
                "INSERT INTO step_row (step, job_id, reserved, step_key, undo_key, tried, node, refused)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                UNDO + step,
                job.value(),
                reserved,
                charged,
                key,
                before,
                node,
                StrictFaults.CHOSEN.refused());
        fail(PERCENT_UNDO_FAILS);
    }

    @JobHandler(maxAttempts = 1_000)
    @Retry(delay = "50ms", multiplier = 1, jitter = 0)
    void cancel(StepWork.Cancel work) {
        fail(PERCENT_FAIL);
        jobs.cancel(new JobId(work.job()));
        fail(PERCENT_FAIL);
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
        fail(PERCENT_FAIL);
        long value = (long) number * ATTEMPTS + attempt;
        SignalResult result = signals.send(new JobId(job), SIGNAL, value, "approval");
        fail(PERCENT_FAIL);
        jdbc.update(
                "INSERT INTO answer (job_id, value, result, is_exact) VALUES (?, ?, ?, ?)",
                job,
                value,
                result.name(),
                isExact);
        fail(PERCENT_FAIL);
        for (long item : items(number)) {
            signals.send(new JobId(job), ITEM, item, "item-" + item);
            fail(PERCENT_FAIL);
        }
    }

    /** Returns the values that are sent to a job, in this order. */
    static List<Long> items(int number) {
        return List.of(2L * number, 2L * number + 1);
    }

    private static void fail(int percent) {
        if (ThreadLocalRandom.current().nextInt(100) < percent) {
            throw new IllegalStateException("fails on purpose");
        }
    }
}
