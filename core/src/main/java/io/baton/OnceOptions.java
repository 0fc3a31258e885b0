package io.baton;

import java.time.Duration;

/** The options of an action that is performed once. */
public interface OnceOptions {

    /**
     * How long the record is kept; after that the action can be performed again. {@code baton.once.retention} unless set.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    OnceOptions keep(Duration retention);

    /**
     * How long to wait while another caller performs it, zero for not at all. Ten seconds unless set.
     *
     * @throws IllegalArgumentException if it is negative
     */
    OnceOptions waitFor(Duration longest);

    /**
     * How long a claim stands that is made outside of handlers: longer than the action takes. One minute unless set.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    OnceOptions claimFor(Duration lease);

    /** Skips it while another caller performs it, whatever {@link #waitFor} says. */
    OnceOptions skipWhileRunning();

    /**
     * Skips it if a process died, or a handler was given up, between the start of the action and its record, and records it as done. Otherwise it is
     * done again. Replaces {@link #failIfUncertain}.
     */
    OnceOptions skipIfUncertain();

    /**
     * Throws an {@link OnceUncertainException} if a process died, or a handler was given up, between the start of the action and its record.
     * Otherwise it is done again. Replaces {@link #skipIfUncertain}.
     */
    OnceOptions failIfUncertain();
}
