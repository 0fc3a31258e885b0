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

    /** Returns how long until a claim looks where jobs of a queue are expected; empty if none are. */
    default Optional<Duration> untilChecked(String queue) {
        return Optional.empty();
    }
}
