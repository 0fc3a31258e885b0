package io.baton;

import java.time.Duration;

/** The options of an action that is performed once. */
public interface OnceOptions {

    /**
     * How long it is kept that it was done; then it can be done again. {@code baton.once.retention} unless said.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    OnceOptions keep(Duration retention);

    /**
     * How long to wait while another caller performs it, zero for not at all. {@code baton.once.longest-wait} unless said.
     *
     * @throws IllegalArgumentException if it is negative
     */
    OnceOptions waitFor(Duration longest);

    /** Skips it while another caller performs it, whatever {@link #waitFor} says. */
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
