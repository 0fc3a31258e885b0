package io.baton.job;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a claim.
 *
 * @param jobs in the order in which they are due to run
 * @param more after which time another claim may find more, without any notification; null if it will not
 */
public record Claimed(List<ClaimedJob> jobs, @Nullable Duration more) {

    /** No jobs, and none expected. */
    public static final Claimed NOTHING = new Claimed(List.of(), null);
}
