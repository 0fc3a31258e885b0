package io.baton.test;

import io.baton.JobDetails;
import io.baton.JobRun;
import io.baton.RunOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The outcomes of the runs of {@link BatonTestKit}: a job that ran twice counts twice.
 *
 * @since 0.1.0
 */
public final class JobRuns {

    private static final int SHOWN = 20;

    private final List<Run> runs;
    private final List<NotRun> notRun;

    JobRuns(List<Run> runs, List<NotRun> notRun) {
        this.runs = List.copyOf(runs);
        this.notRun = List.copyOf(notRun);
    }

    /**
     * A due job that was not run.
     *
     * @param reason as it is shown
     * @param forgotten whether no handler takes it
     */
    record NotRun(JobDetails job, String reason, boolean forgotten) {

        @Override
        public String toString() {
            return job.type() + " " + job.id() + " (" + reason + ")";
        }
    }

    /** One run of a job. Not meant to be implemented by applications: more may be added. */
    public interface Run extends JobRun {

        /** Returns its outcome. */
        RunOutcome outcome();

        /** Returns the handler's exception; empty unless the attempt failed. */
        Optional<Throwable> failure();
    }

    /** Returns every run, in the order in which they ended. */
    public List<Run> all() {
        return runs;
    }

    /** Returns the number of runs that completed. */
    public int completed() {
        return count(RunOutcome.COMPLETED);
    }

    /** Returns the number of runs that failed, whether the job is retried or not. */
    public int failed() {
        return count(RunOutcome.RETRIED, RunOutcome.DEAD);
    }

    /** Returns the number of runs that failed and whose job is retried. */
    public int retried() {
        return count(RunOutcome.RETRIED);
    }

    /** Returns the number of runs that failed for good. */
    public int dead() {
        return count(RunOutcome.DEAD);
    }

    /** Returns the number of runs whose handler snoozed. */
    public int snoozed() {
        return count(RunOutcome.SNOOZED);
    }

    /** Returns the number of runs that ended because the job is to wait, in a sleep or an await. */
    public int suspended() {
        return count(RunOutcome.SUSPENDED);
    }

    /** Returns the exception of the first failed run. */
    public Optional<Throwable> firstFailure() {
        return runs.stream().flatMap(run -> run.failure().stream()).findFirst();
    }

    /**
     * Returns the due jobs that were not run, the first 20: no handler takes their type, this test does not serve their queue, the queue is
     * paused, or a limit is used up.
     */
    public List<JobDetails> notRun() {
        return notRun.stream().map(NotRun::job).toList();
    }

    /**
     * Fails the test if a run failed, or if a due job was not run because no handler takes its type.
     *
     * @return this
     * @throws JobFailedError with the first failure as its cause
     * @throws AssertionError if there is no handler
     */
    public JobRuns orThrow() {
        List<Run> failed = runs.stream().filter(JobRuns::isFailed).toList();
        if (!failed.isEmpty()) {
            throw JobFailedError.of(failed.get(0), failed.size() + " of " + runs.size() + " runs failed", "");
        }
        notRun.stream().filter(NotRun::forgotten).findFirst().ifPresent(job -> {
            throw new AssertionError(
                    "A job was not run: " + job
                            + ". Is the bean with its @JobHandler a part of this test? A slice such as @JdbcTest needs an @Import");
        });
        return this;
    }

    static boolean isFailed(Run run) {
        return run.outcome() == RunOutcome.RETRIED || run.outcome() == RunOutcome.DEAD;
    }

    private int count(RunOutcome... outcomes) {
        return (int) runs.stream()
                .filter(run -> Arrays.asList(outcomes).contains(run.outcome()))
                .count();
    }

    /** Returns the number of runs, the first of them with their outcomes, and the jobs that were not run. */
    @Override
    public String toString() {
        String left = notRun.stream().map(NotRun::toString).collect(Collectors.joining(", "));
        if (runs.isEmpty()) {
            return left.isEmpty() ? "no job was due" : "no job was run, and these are due: " + left;
        }
        List<String> lines = new ArrayList<>();
        runs.stream().limit(SHOWN).forEach(run -> lines.add(line(run)));
        if (runs.size() > SHOWN) {
            lines.add("and " + (runs.size() - SHOWN) + " more");
        }
        return lines.stream()
                .collect(Collectors.joining(
                        ", ",
                        runs.size() + (runs.size() == 1 ? " run: " : " runs: "),
                        left.isEmpty() ? "" : "; not run: " + left));
    }

    private static String line(Run run) {
        return run.type() + " " + run.id() + " " + run.outcome()
                + run.failure().map(failure -> " (" + failure + ")").orElse("");
    }
}
