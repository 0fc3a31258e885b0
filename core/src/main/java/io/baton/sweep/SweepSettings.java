package io.baton.sweep;

import io.baton.job.Retention;
import java.time.Duration;

/**
 * The intervals and retention of the sweeper.
 *
 * @param pollInterval how often jobs that other nodes scheduled are queried
 * @param heartbeat how often the living workers are read
 * @param deadAfter how long a worker may be silent
 * @param startsByItself whether it starts with the application
 */
public record SweepSettings(
        Duration pollInterval, Duration heartbeat, Duration deadAfter, Retention retention, boolean startsByItself) {}
