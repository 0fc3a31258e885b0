package io.baton.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the results of the steps before another one, in a transaction that the caller opened. */
public interface StepResults {

    /** Returns the groups of the steps before that of this group, in order, or those of the step of this name. */
    List<Long> groupsBefore(long group, @Nullable String step);

    /** Returns the names of the steps before that of this group. */
    List<String> stepsBefore(long group);

    /** Returns some of the results of a group beyond this item, ascending; none if there are no more. */
    List<StepResult> portion(long group, int after);

    /** The result of an item. */
    record StepResult(int item, String result) {}
}
