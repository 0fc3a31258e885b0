package io.baton.job.jdbc;

import io.baton.job.Claim;
import io.baton.job.ClaimHints;
import io.baton.job.ClaimedJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Takes ready jobs of one queue for a worker, in any order of answer. */
interface ClaimStatement extends ClaimHints {

    List<ClaimedJob> claim(Claim claim);

    /** Returns how long until a claim heeds what was heard of a queue; empty if there is nothing to heed. */
    default Optional<Duration> untilHeeded(String queue) {
        return Optional.empty();
    }
}
