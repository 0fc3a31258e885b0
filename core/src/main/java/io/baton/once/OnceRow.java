package io.baton.once;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a key.
 *
 * @param lockId under which it is claimed, or was noted as done; null if it is free
 * @param alive whether the claim stands
 * @param expired whether it was kept long enough
 */
public record OnceRow(
        State state,
        UUID token,
        @Nullable UUID lockId,
        boolean alive,
        boolean expired,
        @Nullable String outcome) {

    /** What has become of the action. */
    public enum State {
        FREE,
        CLAIMED,
        DONE
    }
}
