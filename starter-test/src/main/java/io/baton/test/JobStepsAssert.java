package io.baton.test;

import io.baton.JobId;
import io.baton.StepDetails;
import io.baton.StepDetails.State;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about the steps of a job, as they were recorded when they were selected.
 *
 * @since 0.1.0
 */
public final class JobStepsAssert extends AbstractAssert<JobStepsAssert, List<StepDetails>> {

    private final JobId job;

    JobStepsAssert(List<StepDetails> steps, JobId job) {
        super(steps, JobStepsAssert.class);
        this.job = job;
    }

    /** Checks that each of these steps is done: for a sleep, that it is over; for an await, that a signal came in time. */
    public JobStepsAssert hasDone(String... names) {
        return each("to have done", names, State.DONE, true);
    }

    /** Checks that none of these steps is done. */
    public JobStepsAssert hasNotDone(String... names) {
        return each("not to have done", names, State.DONE, false);
    }

    /** Checks that the job waits in this sleep or await. */
    public JobStepsAssert isWaitingFor(String name) {
        return each("to wait for", new String[] {name}, State.WAITING, true);
    }

    /** Checks that the job waits in no sleep or await. */
    public JobStepsAssert isNotWaiting() {
        return require(actual.stream().noneMatch(step -> step.state() == State.WAITING), "not to wait");
    }

    /** Checks that no signal came in time for this await. */
    public JobStepsAssert hasTimedOut(String name) {
        return each("to have timed out in", new String[] {name}, State.TIMED_OUT, true);
    }

    /** Returns the steps in the order in which they began. */
    public List<StepDetails> details() {
        return actual;
    }

    private JobStepsAssert each(String what, String[] names, State state, boolean expected) {
        return require(
                Arrays.stream(names).allMatch(name -> is(name, state) == expected),
                what + " " + String.join(", ", names));
    }

    private boolean is(String name, State state) {
        return actual.stream().anyMatch(step -> step.name().equals(name) && step.state() == state);
    }

    private JobStepsAssert require(boolean holds, String what) {
        if (!holds) {
            throw failure("Expected job %s %s, but its steps are:%s", job, what, list());
        }
        return this;
    }

    private String list() {
        return actual.isEmpty()
                ? " none"
                : actual.stream()
                        .map(step -> "\n  " + step.name() + ": " + step.state()
                                + (step.waitsUntil() == null ? "" : " until " + step.waitsUntil()))
                        .collect(Collectors.joining());
    }
}
