package io.baton.monitor;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A queue, and how many jobs of each state it has, each counted up to {@link Monitor#MOST_COUNTED}.
 *
 * @param waitingForPermits jobs that wait for permits of limits
 * @param oldestDue for how long the job has been ready that is due longest; null if none is
 * @param paused whether the queue is paused
 * @param pausedFor for how long from now on; null if it is not paused, or until it is resumed
 */
public record QueueStatus(
        String queue,
        long ready,
        long scheduled,
        long waitingForPermits,
        long claimed,
        long dead,
        @Nullable Duration oldestDue,
        boolean paused,
        @Nullable Duration pausedFor) {}
