package io.baton.job;

import java.util.Set;

/** Hints that make claims cheaper on a database that needs them. They are optional, are lost with the process, and need no transaction. */
public interface ClaimHints {

    /** Records where the next claims may find jobs, until claims have read there. */
    default void expect(ReadyJobs ready) {}

    /** Returns those of these queues that are cheaper to claim from than to probe for ready jobs. */
    default Set<String> cheaperToClaim(Set<String> queues) {
        return Set.of();
    }
}
