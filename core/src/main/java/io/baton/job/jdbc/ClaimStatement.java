package io.baton.job.jdbc;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.JobClaims.ClaimHints;
import io.baton.job.JobClaims.ReadyShare;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Claims ready jobs of one queue for a worker; returns them in any order. */
interface ClaimStatement extends ClaimHints {

    List<ClaimedJob> claim(Claim claim);

    /** Returns the queues, among these, that have ready jobs. */
    List<String> queuesWithWork(Collection<String> queues);

    /** Returns the next shares of a queue, or parts of a share, that have ready jobs, with names from this one on. */
    List<ReadyShare> shares(String of, String from, int limit);

    /** Returns how long until a claim reads the places where jobs of a queue are expected; empty if none are expected. */
    default Optional<Duration> untilChecked(String queue) {
        return Optional.empty();
    }
}
