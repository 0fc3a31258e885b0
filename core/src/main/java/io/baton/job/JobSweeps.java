package io.baton.job;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Changes jobs that are due, and removes old ones, for a sweeper. Each method is bounded and runs in a transaction of Baton's own. */
public interface JobSweeps {

    /** Makes up to {@code limit} due scheduled jobs ready. */
    Promotion promoteDue(int limit);

    /** Returns how long until the next scheduled job is due, zero if one is due; empty if none is scheduled. */
    Optional<Duration> nextDue();

    /** Removes up to {@code limit} ended jobs whose retention is over; returns how many. */
    int purge(Retention retention, int limit);

    /**
     * Removes failed attempts of jobs that no longer exist. Reads up to {@code limit} jobs with ids above {@code afterId}. Returns the last id that
     * was read; null at the end.
     */
    @Nullable
    Long forgetAttempts(long afterId, int limit);

    /**
     * The result of a promotion of due jobs.
     *
     * @param promoted the number of jobs that became ready
     * @param readyJobs where these jobs are, one element for each queue
     * @param nextDue how long until the next job is due; null if none is scheduled
     */
    record Promotion(
            int promoted,
            Set<ReadyJobs> readyJobs,
            @Nullable Duration nextDue) {}
}
