package io.baton.job;

import java.util.Set;

/**
 * What makes claims cheaper on a database that needs it. All of it may be left out, and everything is forgotten with the process; none of it
 * needs a transaction.
 */
public interface ClaimHints {

    /** For a database that needs none. */
    ClaimHints NONE = new ClaimHints() {};

    /** Notes where the claims that follow may find jobs. Forgotten once claims have looked there. */
    default void expect(ReadyJobs ready) {}

    /** Returns those of these queues of which a claim is the cheaper question than whether they have work. */
    default Set<String> cheaperToClaim(Set<String> queues) {
        return Set.of();
    }
}
