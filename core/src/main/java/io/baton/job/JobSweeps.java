package io.baton.job;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What becomes of jobs as time passes, and what a sweeper asks to find them. Each verb runs in a transaction of Baton's own, and is bounded. */
public interface JobSweeps {

    /** Makes up to {@code limit} scheduled jobs ready that are due. */
    Promotion promoteDue(int limit);

    /** How long until the next scheduled job is due; empty if none is scheduled. Zero if it is due already. */
    Optional<Duration> nextDue();

    /**
     * Looks at up to {@code limit} jobs beyond {@code afterId}, and makes those dead that have been ready for this time though their type is none
     * of the known ones.
     */
    UnknownJobs makeUnknownDead(Set<String> known, Duration readyFor, long afterId, int limit);

    /** Removes up to {@code limit} ended jobs that were kept long enough; returns how many. */
    int purge(Retention retention, int limit);

    /**
     * Removes what is known of failed attempts of jobs that are no more, among up to {@code limit} jobs beyond {@code afterId}. Returns the last id
     * that was looked at; null at the end.
     */
    @Nullable
    Long forgetAttempts(long afterId, int limit);

    /** Up to {@code limit} queues beside these in which a job has been ready for this time. */
    Set<String> unservedQueues(Set<String> served, Duration readyFor, int limit);
}
