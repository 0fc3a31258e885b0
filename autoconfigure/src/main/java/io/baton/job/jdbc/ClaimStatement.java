package io.baton.job.jdbc;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Ring;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Takes ready jobs of one queue for a worker, in any order of answer. */
interface ClaimStatement {

    List<ClaimedJob> claim(Claim claim);

    /** Notes where the claims that follow may find jobs; of no use to a statement that reads every queue from its front. */
    default void heard(Ring ring) {}

    /** Whether a claim of the queue costs less than a look at its front. */
    default boolean avoidsFront(String queue) {
        return false;
    }

    /** How long until a claim heeds what was heard of a queue; empty if there is nothing to heed. */
    default Optional<Duration> untilHeeded(String queue) {
        return Optional.empty();
    }
}
