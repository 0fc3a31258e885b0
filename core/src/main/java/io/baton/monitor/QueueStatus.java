package io.baton.monitor;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A queue with the number of its jobs in each state, each counted up to 100,001.
 *
 * @param waitingForPermits jobs that wait for permits of limits
 * @param suspended jobs whose handlers wait, of those whose waits end first
 * @param workers how many workers serve the queue and are not dead
 * @param oldestDue for how long the ready job with the earliest due time has been due and the queue has been open since; null if no job is ready
 * @param paused whether the queue is paused
 * @param pausedFor for how long the queue will be paused; null if it is not paused, or paused without an end
 * @param closedUntil when the next window of the queue opens; null if it is open
 * @param shares how many shares have ready jobs, counted up to 100
 * @param claimedOfLargestShare how many jobs are claimed of the share with the most; zero if there is no share
 */
public record QueueStatus(
        String queue,
        long ready,
        long scheduled,
        long waitingForPermits,
        long suspended,
        long claimed,
        long dead,
        long workers,
        @Nullable Duration oldestDue,
        boolean paused,
        @Nullable Duration pausedFor,
        @Nullable Instant closedUntil,
        long shares,
        long claimedOfLargestShare) {}
