package io.baton.test;

import io.baton.JobId;
import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.manual.ManualRuns.ManualWatcher;
import io.baton.worker.call.HandlerEnvironment.CallObserver.StepPoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Records the outcomes of runs, and stops when there are too many. */
final class Recorder implements ManualWatcher {

    private final int most;
    private final boolean untilFailure;
    private final List<Recorded> runs = new ArrayList<>();
    private final Map<Long, Throwable> failures = new HashMap<>();
    private @Nullable StepPoint crashPoint;
    private String crashStep = "";
    private boolean crashed;
    private @Nullable String foreignCommit;

    /**
     * Creates a recorder.
     *
     * @param most the maximum number of runs
     * @param untilFailure whether to stop after the first failure
     */
    Recorder(int most, boolean untilFailure) {
        this.most = most;
        this.untilFailure = untilFailure;
    }

    private record Recorded(
            JobId id,
            String type,
            String queue,
            int attempt,
            RunOutcome outcome,
            @Nullable Throwable thrown) implements JobRuns.Run {

        @Override
        public Optional<Throwable> failure() {
            return Optional.ofNullable(thrown);
        }
    }

    @Override
    public void failed(List<ClaimedJob> jobs, Throwable failure) {
        jobs.forEach(job -> failures.put(job.id(), failure));
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome) {
        Throwable failure = failures.remove(job.id());
        boolean failed = outcome == RunOutcome.RETRIED || outcome == RunOutcome.DEAD;
        runs.add(new Recorded(
                new JobId(job.id()), job.type(), job.queue(), job.attempt(), outcome, failed ? failure : null));
    }

    /** Has the worker crash where a step comes to this point. */
    void crashAt(Crash point, String step) {
        crashStep = step;
        crashPoint = switch (point) {
            case BEFORE_EFFECT -> StepPoint.BEFORE_EFFECT;
            case AFTER_EFFECT -> StepPoint.AFTER_EFFECT;
            case AFTER_RECORD -> StepPoint.AFTER_RECORD;
        };
    }

    @Override
    public void reached(ClaimedJob job, String step, StepPoint point) {
        if (point == StepPoint.FOREIGN_COMMIT) {
            foreignCommit = "Step \"" + step + "\" of job " + job.id() + " (" + job.type()
                    + ") commits a transaction of its own: if the process died then, the step would not be recorded, and what it wrote would"
                    + " be written again. Use callInTransaction or runInTransaction, which commit both together";
            throw new AssertionError(foreignCommit);
        }
        if (point == crashPoint && step.equals(crashStep)) {
            crashed = true;
        }
        if (isCrashed()) {
            throw new CrashedError();
        }
    }

    /** Ends the handler's call where the process crashes. */
    private static final class CrashedError extends Error {

        private CrashedError() {
            super("The process crashes here, as the test says", null, false, false);
        }
    }

    @Override
    public boolean isCrashed() {
        return crashed;
    }

    void requireNoForeignCommit() {
        if (foreignCommit != null) {
            throw new AssertionError(foreignCommit);
        }
    }

    @Override
    public boolean goesOn() {
        return !isTooMany()
                && !isCrashed()
                && foreignCommit == null
                && !(untilFailure && failure().isPresent());
    }

    boolean stopsAtFailure() {
        return untilFailure;
    }

    boolean isTooMany() {
        return runs.size() > most;
    }

    /** Returns the first run that failed. */
    Optional<JobRuns.Run> failure() {
        return runs.stream()
                .<JobRuns.Run>map(run -> run)
                .filter(JobRuns::isFailed)
                .findFirst();
    }

    /** Returns the most frequent types as text. */
    String types() {
        return runs.stream().collect(Collectors.groupingBy(Recorded::type, Collectors.counting())).entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(5)
                .map(each -> each.getKey() + " " + each.getValue() + " times")
                .collect(Collectors.joining(", "));
    }

    /** Returns the runs; the error of a failure without a handler's exception, such as an unreadable payload, is read from the job's row. */
    List<JobRuns.Run> runs(Function<JobId, Optional<String>> error) {
        return runs.stream()
                .<JobRuns.Run>map(run -> JobRuns.isFailed(run) && run.thrown() == null ? withError(run, error) : run)
                .toList();
    }

    private static JobRuns.Run withError(Recorded run, Function<JobId, Optional<String>> error) {
        Throwable stored =
                error.apply(run.id()).map(text -> new AssertionError(text)).orElse(null);
        return new Recorded(run.id(), run.type(), run.queue(), run.attempt(), run.outcome(), stored);
    }
}
