package io.baton;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A share of a queue with its parts, as operators and JSON show it.
 *
 * @param ready how many of its jobs are ready, counted up to {@link #MOST_COUNTED}
 * @param claimed how many of its jobs are claimed, in the whole cluster
 * @param waited for how long its ready job with the earliest due time, of those counted, has been due; null if none is ready
 * @param weight the weight that was set at run time; null for that of the configuration
 * @param paused whether it is paused as a whole
 */
public record ShareDetails(
        String queue,
        String name,
        long ready,
        long claimed,
        @Nullable Duration waited,
        @Nullable Integer weight,
        boolean paused) {

    /** The counts of ready jobs end at this number, which means that there are at least as many. */
    public static final int MOST_COUNTED = 10_001;
}
