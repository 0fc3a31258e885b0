package io.baton.monitor;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the whole cluster ran in a minute, as far as nodes have reported.
 *
 * @param minute its beginning
 * @param started how many runs
 * @param failed how many attempts that are made again
 * @param meanWait for how long the jobs that started had been due; null if none did
 * @param longestWait of one of them
 */
public record ActiveMinute(
        Instant minute,
        long started,
        long completed,
        long cancelled,
        long failed,
        long died,
        @Nullable Duration meanWait,
        @Nullable Duration longestWait) {}
