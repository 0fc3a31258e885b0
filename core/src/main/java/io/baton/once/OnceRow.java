package io.baton.once;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The row of a key.
 *
 * @param lockId of the claim, or of the one that marked it as done; null if it is free
 * @param alive whether the claim stands
 * @param expired whether its retention is over
 */
public record OnceRow(
        State state,
        UUID token,
        @Nullable UUID lockId,
        boolean alive,
        boolean expired,
        @Nullable String outcome) {

    /** The state of the action. */
    public enum State {
        FREE,
        CLAIMED,
        DONE
    }
}
