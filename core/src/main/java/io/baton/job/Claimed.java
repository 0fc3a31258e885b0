package io.baton.job;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a claim got.
 *
 * @param jobs in the order in which they are due to run
 * @param more after how long another claim may find more, though nobody tells of it; null if it will not
 */
public record Claimed(List<ClaimedJob> jobs, @Nullable Duration more) {

    /** Nothing, and there will be nothing. */
    public static final Claimed NOTHING = new Claimed(List.of(), null);
}
