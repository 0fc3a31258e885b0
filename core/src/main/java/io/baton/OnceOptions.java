package io.baton;

import java.time.Duration;

/** What to do about something that is done once. */
public interface OnceOptions {

    /**
     * How long it is kept that it was done; then it can be done again. {@code baton.once.retention} unless said.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    OnceOptions keep(Duration retention);

    /**
     * How long to wait while somebody else does it, zero for not at all. {@code baton.once.longest-wait} unless said.
     *
     * @throws IllegalArgumentException if it is negative
     */
    OnceOptions waitFor(Duration longest);

    /** Skips it while somebody else does it, whatever {@link #waitFor} says. */
    OnceOptions skipWhileRunning();

    /**
     * Skips it if a process died, or a handler was given up, between the begin of the action and its note, and notes it as done. Otherwise it is
     * done again. Replaces {@link #failIfUncertain}.
     */
    OnceOptions skipIfUncertain();

    /**
     * Throws an {@link OnceUncertainException} if a process died, or a handler was given up, between the begin of the action and its note.
     * Otherwise it is done again. Replaces {@link #skipIfUncertain}.
     */
    OnceOptions failIfUncertain();
}
