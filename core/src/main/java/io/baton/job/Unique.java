package io.baton.job;

import io.baton.OnDuplicate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The unique key of a job.
 *
 * @param key shared by jobs of any type
 * @param scope how long the job holds the key
 * @param period for how long, of a key that is held for a time; null for as long as those of business days are
 * @param onDuplicate what happens if another job holds the key
 */
public record Unique(String key, Scope scope, @Nullable Duration period, OnDuplicate onDuplicate) {

    /** How long a job holds its key; one that dies or is cancelled holds none. */
    public enum Scope {
        UNTIL_STARTED,
        UNTIL_FINISHED,
        FOR_A_TIME
    }

    /** Returns the bits of a job with this key. */
    int ties() {
        return scope == Scope.FOR_A_TIME ? Ties.UNIQUE : Ties.UNIQUE + Ties.UNIQUE_START;
    }
}
