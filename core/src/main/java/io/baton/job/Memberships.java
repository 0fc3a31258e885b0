package io.baton.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the batch of a job and the results of earlier steps, in a transaction that the caller opened.
 *
 * @param byGroup returns the batches of groups, by group; leaves out groups that do not exist any more
 * @param results reads the results of the steps before the step of a group
 */
public record Memberships(Function<Collection<Long>, Map<Long, Membership>> byGroup, StepResults results) {
    /** The batch and the size of a group of jobs, and whether these share the work. */
    public record Membership(long batch, int size, boolean shared) {}

    /** Reads the results of the steps before another step, in a transaction that the caller opened. */
    public interface StepResults {

        /** Returns the groups of the steps before the step of this group, in order; with a step name, the groups of that step. */
        List<Long> groupsBefore(long group, @Nullable String step);

        /** Returns the names of the steps before the step of this group. */
        List<String> stepsBefore(long group);

        /** Returns some of the results of a group, ascending, beginning after this item; none if there are no more. */
        List<StepResult> portion(long group, int after);

        record StepResult(int item, String result) {}
    }
}
