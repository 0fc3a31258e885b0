package io.baton;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The progress of a batch, as operators see it and as it is serialized to JSON. Not meant to be implemented by applications: more may be added. */
@JsonIncludeProperties({
    "id",
    "key",
    "state",
    "items",
    "remaining",
    "dead",
    "cancelled",
    "sealed",
    "completedAt",
    "complete",
    "completedNow"
})
public interface BatchStatus {

    /** Returns its id. */
    @JsonProperty
    BatchId id();

    /** Returns its key; null if it was opened without one. */
    @JsonProperty
    @Nullable
    String key();

    /** Returns how far it is. */
    @JsonProperty
    BatchState state();

    /** Returns how many items were added. */
    @JsonProperty
    long items();

    /** Returns how many items have not ended, with those that have died. */
    @JsonProperty
    long remaining();

    /** Returns how many items have died and were not revived, cancelled or acknowledged since; an inner batch counts as dead while it is stuck. */
    @JsonProperty
    long dead();

    /** Returns how many items have ended since they were cancelled. */
    @JsonProperty
    long cancelled();

    /** Returns whether no more items may be added. */
    @JsonProperty
    boolean sealed();

    /** Returns when it was complete; null if it is not. */
    @JsonProperty
    @Nullable
    Instant completedAt();

    /** Returns whether it is sealed and all of its items have ended. */
    @JsonProperty
    default boolean complete() {
        return completedAt() != null;
    }

    /**
     * Returns whether the call that returned this is the one that completed the batch. It is true for one caller at most, and for none if the last
     * item was a job, the call was part of a transaction, another transaction held the batch for more than a second, a seal had to wait for the
     * batch meanwhile, or the call acknowledged items of several batches and a node was faster.
     */
    @JsonProperty
    boolean completedNow();
}
