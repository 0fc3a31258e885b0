package io.baton.test;

import io.baton.InvalidPayloadException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.handler.Handler;
import io.baton.manual.ManualRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.domain.PageRequest;
import org.springframework.util.function.SingletonSupplier;

/**
 * Runs jobs in a test, when the test calls it. A bean of every test with {@link BatonTest}.
 *
 * @since 0.1.0
 */
public final class BatonTestKit {

    /** The maximum number of runs of one call, unless another one is given. */
    public static final int MOST_RUNS = 1_000;

    private static final int SHOWN = 20;
    private static final String NO_HANDLER = "no handler takes this type";
    private static final int PAGE = 500;
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final String IN_TRANSACTION =
            ". It ran in the test's own transaction, where a test cannot see what its"
                    + " failure would have rolled back, nor how it is retried. To test that, run it outside:"
                    + " @Transactional(propagation = Propagation.NOT_SUPPORTED)";

    private static final String UNUSABLE =
            "Jobs could not be run in the test's own transaction. If a statement has failed in it before, of the test or of a"
                    + " handler that caught the failure, PostgreSQL accepts no other one. To test that, run it outside:"
                    + " @Transactional(propagation = Propagation.NOT_SUPPORTED)";

    private final ManualRuns runs;
    private final Jobs jobs;
    private final SingletonSupplier<Tables> tables;

    BatonTestKit(ManualRuns runs, Jobs jobs) {
        this.runs = runs;
        this.jobs = jobs;
        this.tables = SingletonSupplier.of(() -> Tables.of(runs.dataSource(), runs.schema()));
    }

    /**
     * Runs every due job, and every job that becomes due by that, until none is ready: in this thread, one after the other, by the claim, the
     * handler and the settlement of a real worker. Ticks of schedules are enqueued before, batches and flows continue, released permits admit the next job. A job
     * that failed is retried later, see {@link #advance} and {@link #runAll}.
     *
     * <p>In a transaction of the test, everything happens in that transaction and is rolled back with it. The first failure fails the test there.
     *
     * @throws AssertionError if jobs are still due after {@value #MOST_RUNS} runs
     * @throws JobFailedError in the test's own transaction, if a job fails
     */
    public JobRuns runDue() {
        return runDue(MOST_RUNS);
    }

    /**
     * Does the same with another maximum number of runs.
     *
     * @throws AssertionError if jobs are still due after that many runs
     * @throws JobFailedError in the test's own transaction, if a job fails
     */
    public JobRuns runDue(int mostRuns) {
        Recorder recorder = recorder(mostRuns);
        run(recorder, mostRuns, ", or fail without a delay? BatonTestKit.runDue(" + 10L * mostRuns + ") allows more");
        return runs(recorder);
    }

    /**
     * Runs every waiting job, also those that are not due yet, as if the time until then had passed: all retries, jobs with a delay,
     * and ticks of schedules in between. Sleeps of handlers end, and their awaits time out. Ends when no job waits for a time: a job that waits for a rate or the end of a pause keeps waiting until time is
     * {@link #advance advanced}.
     *
     * @throws AssertionError if jobs are still due after {@value #MOST_RUNS} runs
     * @throws JobFailedError in the test's own transaction, if a job fails
     */
    public JobRuns runAll() {
        Recorder recorder = recorder(MOST_RUNS);
        String advice = ", with a delay or without? Then let time pass by BatonTestKit.advance, and call runDue";
        run(recorder, MOST_RUNS, advice);
        for (Optional<Duration> next = runs.nextDue(); next.isPresent(); next = runs.nextDue()) {
            tables.obtain().moveBack(next.get().plus(MOMENT));
            run(recorder, MOST_RUNS, advice);
        }
        return runs(recorder);
    }

    /**
     * Runs due jobs as {@link #runDue} does, until a job comes to this point of a step, where the process crashes: the run records nothing any
     * more, and the job is ready to be run by another worker, which {@code runDue} does. Code in {@code finally} blocks of the handler runs, unlike
     * in a real crash. A job that was run by five crashed workers in a row is dead, as in production.
     *
     * @param step the name of the step
     * @throws AssertionError if no job comes to this point, and in the test's own transaction
     */
    public JobRuns crash(Crash point, String step) {
        if (runs.isInTransaction()) {
            throw new AssertionError(
                    "A crash would have to roll back what the handler has not committed, and cannot do so in the test's"
                            + " own transaction. Run it outside: @Transactional(propagation = Propagation.NOT_SUPPORTED)");
        }
        Recorder recorder = recorder(MOST_RUNS);
        recorder.crashAt(point, step);
        run(recorder, MOST_RUNS, "?");
        JobRuns all = runs(recorder);
        if (!recorder.isCrashed()) {
            throw new AssertionError("No job came to the point " + point + " of a step \"" + step
                    + "\" that it had not done before: " + all);
        }
        return all;
    }

    private Recorder recorder(int mostRuns) {
        return new Recorder(mostRuns, runs.isInTransaction());
    }

    private JobRuns runs(Recorder recorder) {
        JobFilter due = JobFilter.all().state(JobState.READY, JobState.BLOCKED);
        List<JobRuns.NotRun> notRun = jobs.search(due, PageRequest.of(0, SHOWN)).stream()
                .map(this::notRun)
                .toList();
        return new JobRuns(recorder.runs(id -> jobs.find(id).map(JobDetails::error)), notRun);
    }

    private JobRuns.NotRun notRun(JobDetails job) {
        if (runs.handlers().find(job.type()).isEmpty()) {
            return new JobRuns.NotRun(job, NO_HANDLER, true);
        }
        return new JobRuns.NotRun(
                job,
                job.state() == JobState.BLOCKED
                        ? "waits for a permit or a rate"
                        : "queue " + job.queue() + " is paused, or this test does not serve it",
                false);
    }

    private void run(Recorder recorder, int most, String advice) {
        try {
            runs.run(recorder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("The test was interrupted while it ran jobs", e);
        } catch (RuntimeException e) {
            JobFailedError failed = failedInTransaction(recorder);
            if (failed != null) {
                failed.addSuppressed(e);
                throw failed;
            }
            if (recorder.stopsAtFailure() && e instanceof DataAccessException) {
                throw new AssertionError(UNUSABLE, e);
            }
            throw e;
        }
        recorder.requireNoForeignCommit();
        JobFailedError failed = failedInTransaction(recorder);
        if (failed != null) {
            throw failed;
        }
        if (recorder.isTooMany()) {
            throw new AssertionError("More than " + most + " runs, and jobs are still due: " + recorder.types()
                    + ". Does a job enqueue itself for ever" + advice);
        }
    }

    private static @Nullable JobFailedError failedInTransaction(Recorder recorder) {
        return recorder.stopsAtFailure()
                ? recorder.failure()
                        .map(run -> JobFailedError.of(run, "A job failed", IN_TRANSACTION))
                        .orElse(null)
                : null;
    }

    /**
     * Lets time pass for Baton: moves every time in its tables back by this duration, so that jobs and ticks become due, and unique keys, leases, pauses
     * and rates expire. The clock of the database, which decides what is due, and the tables of the application do not change. Runs no job.
     *
     * @throws IllegalArgumentException if the duration is not positive
     */
    public void advance(Duration time) {
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("Time advances by more than nothing, not by " + time);
        }
        runs.declareSchedules();
        tables.obtain().moveBack(time);
    }

    /**
     * Removes every job, batch, unique key and schedule, and all records of {@code Once}: for tests that commit. Limits stay as they are defined; schedules of
     * the code start again.
     */
    public void clear() {
        tables.obtain().clear();
        runs.declareSchedules();
    }

    /**
     * Checks that the current handlers can read the payload of every waiting job, for example on a copy of a production database. The
     * failure names jobs and their types, without payloads; {@link #unreadablePending} returns them.
     *
     * @throws AssertionError if a payload cannot be read, or no handler takes a job
     */
    public void assertPendingReadable() {
        List<String> lines = new ArrayList<>();
        List<JobDetails> unreadable = unreadablePending();
        for (JobDetails job : unreadable.subList(0, Math.min(SHOWN, unreadable.size()))) {
            lines.add("Job " + job.id() + " (" + job.type() + "): "
                    + problem(job.type(), job.payload()).orElse("can be read now"));
        }
        if (unreadable.size() > SHOWN) {
            lines.add("and " + (unreadable.size() - SHOWN) + " more");
        }
        if (!lines.isEmpty()) {
            throw new AssertionError(unreadable.size() + " waiting jobs cannot be run by the current handlers:\n  "
                    + String.join("\n  ", lines));
        }
    }

    /** Returns the waiting jobs whose payload the current handlers cannot read, or that no handler takes, with their payloads. */
    public List<JobDetails> unreadablePending() {
        List<JobDetails> unreadable = new ArrayList<>();
        JobFilter waiting =
                JobFilter.all().state(JobState.SCHEDULED, JobState.READY, JobState.BLOCKED, JobState.WAITING);
        for (JobFilter from = waiting; from != null; ) {
            List<JobDetails> page = jobs.search(from, PageRequest.of(0, PAGE)).getContent();
            page.stream()
                    .flatMap(job -> jobs.find(job.id()).stream())
                    .filter(job -> problem(job.type(), job.payload()).isPresent())
                    .forEach(unreadable::add);
            from = page.size() < PAGE ? null : waiting.before(page.get(PAGE - 1).id());
        }
        return unreadable;
    }

    private Optional<String> problem(String type, @Nullable String payload) {
        Handler handler = runs.handlers().find(type).orElse(null);
        if (handler == null) {
            return Optional.of(NO_HANDLER);
        }
        try {
            handler.readPayload(payload);
            return Optional.empty();
        } catch (InvalidPayloadException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns a payload as the current handler of the type would get it: for payloads of earlier versions that a test keeps.
     *
     * @param stored the payload as it is stored, JSON unless the application has a codec of its own
     * @throws InvalidPayloadException if the handler cannot read it
     * @throws AssertionError if no handler takes the type
     */
    public Object readPayload(String type, String stored) {
        return runs.handlers()
                .find(type)
                .orElseThrow(() -> new AssertionError("No handler takes jobs of the type \"" + type + "\""))
                .readPayload(stored);
    }
}
