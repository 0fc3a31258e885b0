package io.baton.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes jobs that are due, reclaims jobs of dead workers, and removes old ones, for a sweeper. Each method is bounded and runs in a transaction of
 * Baton's own.
 */
public interface JobSweeps {

    /** Makes up to {@code limit} due scheduled jobs ready, and ends up to as many waits whose time has come. */
    Promotion promoteDue(int limit);

    /** Returns how long until the next scheduled job is due or the next wait ends, zero if one is; empty if there is none. */
    Optional<Duration> nextDue();

    /** Removes up to {@code limit} ended jobs whose retention is over; returns how many. */
    int purge(Retention retention, int limit);

    /**
     * Removes failed attempts of jobs that no longer exist. Reads up to {@code limit} jobs, after those that the last call read if these were as many;
     * returns how many.
     */
    int forgetAttempts(int limit);

    /** Removes keys of jobs that no longer exist, in portions as {@link #forgetAttempts} does. */
    int forgetKeys(int limit);

    /** Removes steps of jobs that no longer exist, in portions as {@link #forgetAttempts} does. */
    int forgetSteps(int limit);

    /** Removes signals of jobs that no longer exist, in the same way. */
    int forgetSignals(int limit);

    /** Reclaims up to {@code limit} jobs of a dead worker; none while another sweeper does so. */
    Unlocked unlock(long deadWorkerId, int limit);

    /** Reclaims up to {@code limit} jobs claimed for released workers, and for workers without a row, which only a manual change produces. */
    Unlocked unlockStrays(int limit);

    /**
     * The result of a promotion of due jobs.
     *
     * @param readyJobs where these jobs are, one element for each queue
     * @param nextDue how long until the next job is due; null if none is scheduled
     */
    record Promotion(
            int promoted,
            Set<ReadyJobs> readyJobs,
            @Nullable Duration nextDue) {}

    /**
     * The result of reclaiming jobs of a dead worker.
     *
     * @param dead the jobs among them that are dead now because their crash count is too high
     * @param queues the queues in which the other jobs are ready again
     */
    record Unlocked(int jobs, List<Long> dead, Set<String> queues) {

        public static final Unlocked NOTHING = new Unlocked(0, List.of(), Set.of());
    }
}
