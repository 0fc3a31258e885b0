package io.baton;

/** What happens to the jobs of a sequence when the one whose turn it is becomes dead. */
public enum OnDead {
    /** They wait until the dead job is revived, cancelled or {@linkplain Sequences#skip skipped}. It is kept however old it becomes. */
    BLOCK,
    /** The next one runs. If the dead job is revived, it runs before the others that still wait. */
    SKIP,
    /** All that wait behind it are cancelled, and later ones run. */
    CANCEL_REST
}
