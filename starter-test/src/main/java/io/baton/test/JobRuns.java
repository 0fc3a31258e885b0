package io.baton.test;

import io.baton.JobRun;
import io.baton.RunOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of the jobs that {@link BatonTestKit} ran, each run by itself: a job that was tried twice counts twice.
 *
 * @since 0.1.0
 */
public final class JobRuns {

    private static final int SHOWN = 20;

    private final List<Run> runs;

    JobRuns(List<Run> runs) {
        this.runs = List.copyOf(runs);
    }

    /** One run of a job. Not meant to be implemented by applications: more may be added. */
    public interface Run extends JobRun {

        /** Returns what it came to. */
        RunOutcome outcome();

        /** Returns what the handler threw; empty unless the attempt failed. */
        Optional<Throwable> failure();
    }

    /** Returns every run, in the order in which they ended. */
    public List<Run> all() {
        return runs;
    }

    /** Returns how many completed. */
    public int completed() {
        return count(RunOutcome.COMPLETED);
    }

    /** Returns how many failed, whether they are tried again or not. */
    public int failed() {
        return count(RunOutcome.RETRIED, RunOutcome.DEAD);
    }

    /** Returns how many failed and are tried again later. */
    public int retried() {
        return count(RunOutcome.RETRIED);
    }

    /** Returns how many failed for good. */
    public int dead() {
        return count(RunOutcome.DEAD);
    }

    /** Returns how many wait by their handlers' wish. */
    public int snoozed() {
        return count(RunOutcome.SNOOZED);
    }

    /** Returns what the first failed run threw. */
    public Optional<Throwable> firstFailure() {
        return runs.stream().flatMap(run -> run.failure().stream()).findFirst();
    }

    /**
     * Fails the test if a run failed.
     *
     * @return this
     * @throws JobFailedError with the first failure as its cause
     */
    public JobRuns orThrow() {
        List<Run> failed = runs.stream().filter(JobRuns::isFailed).toList();
        if (!failed.isEmpty()) {
            throw JobFailedError.of(failed.get(0), failed.size() + " of " + runs.size() + " runs failed", "");
        }
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

    /** Returns how many runs came to what, with the first of them. */
    @Override
    public String toString() {
        if (runs.isEmpty()) {
            return "no job was due";
        }
        List<String> lines = new ArrayList<>();
        runs.stream().limit(SHOWN).forEach(run -> lines.add(line(run)));
        if (runs.size() > SHOWN) {
            lines.add("and " + (runs.size() - SHOWN) + " more");
        }
        return lines.stream().collect(Collectors.joining(", ", runs.size() + " runs: ", ""));
    }

    private static String line(Run run) {
        return run.type() + " " + run.id() + " " + run.outcome()
                + run.failure().map(failure -> " (" + failure + ")").orElse("");
    }
}
