package io.baton;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The progress of a batch, as operators and JSON show it. Applications should not implement this interface: methods may be added. */
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

    /** Returns its state. */
    @JsonProperty
    BatchState state();

    /** Returns how many items were added. */
    @JsonProperty
    long items();

    /** Returns how many items have not ended. Dead items count. */
    @JsonProperty
    long remaining();

    /** Returns how many items have died and were not revived, cancelled or acknowledged since; an inner batch counts as dead while it is stuck. */
    @JsonProperty
    long dead();

    /** Returns how many items have ended because they were cancelled. */
    @JsonProperty
    long cancelled();

    /** Returns whether no more items may be added. */
    @JsonProperty
    boolean sealed();

    /** Returns when it became complete; null if it is not. */
    @JsonProperty
    @Nullable
    Instant completedAt();

    /** Returns whether it is sealed and all of its items have ended. */
    @JsonProperty
    default boolean complete() {
        return completedAt() != null;
    }

    /**
     * Returns whether the call that returned this status completed the batch. This is true for one caller at most. It is true for no caller if the
     * last item was a job, the call was part of a transaction, another transaction held the batch for more than a second, a seal had to wait for the
     * batch meanwhile, or the call acknowledged items of several batches and a node was faster.
     */
    @JsonProperty
    boolean completedNow();
}
