package io.baton.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long what has ended is kept. Zero keeps no history; null keeps it until a person removes it.
 *
 * @param resultMaxSize how long a result may be to be kept, in characters
 */
public record Retention(
        @Nullable Duration completed,
        @Nullable Duration cancelled,
        @Nullable Duration dead,
        int resultMaxSize) {}
