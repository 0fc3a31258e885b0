package io.baton;

import java.time.Duration;

/** The options of an action that is performed once. */
public interface OnceOptions {

    /**
     * Sets how long the record is kept, after which the action can be performed again. The default is {@code baton.once.retention}.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    OnceOptions keep(Duration retention);

    /**
     * Sets how long to wait while another caller performs the action; with zero the caller does not wait. The default is ten seconds.
     *
     * @throws IllegalArgumentException if it is negative
     */
    OnceOptions waitFor(Duration longest);

    /**
     * Sets how long a claim outside of handlers is valid; this must be longer than the action takes. The default is one minute.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    OnceOptions claimFor(Duration lease);

    /** Skips the action while another caller performs it, whatever {@link #waitFor} says. */
    OnceOptions skipWhileRunning();

    /**
     * Skips the action, and records it as done, if a process died or a handler was given up between its start and its record. Without this option the
     * action is repeated. Replaces {@link #failIfUncertain}.
     */
    OnceOptions skipIfUncertain();

    /**
     * Throws an {@link OnceUncertainException} if a process died or a handler was given up between the start of the action and its record. Without
     * this option the action is repeated. Replaces {@link #skipIfUncertain}.
     */
    OnceOptions failIfUncertain();
}
