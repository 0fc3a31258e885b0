package io.baton.monitor;

import java.time.Duration;

/**
 * How many runs of jobs started and ended in a stretch of time, and how.
 *
 * @param failed attempts that failed and are made again
 * @param waited how long the jobs that started had been due, together
 * @param longestWait of one of them
 */
public record Activity(
        long started, long completed, long cancelled, long failed, long died, Duration waited, Duration longestWait) {

    /** Returns whether nothing ran. */
    public boolean isNone() {
        return started == 0 && completed == 0 && cancelled == 0 && failed == 0 && died == 0;
    }
}
