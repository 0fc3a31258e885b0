package io.baton.permit.jdbc;

import io.baton.permit.Admitted;
import java.util.Collection;
import java.util.Set;

/** Gives permits to jobs that wait for them. */
interface Admission {

    /** Locks the rows of these limits, reads in the next statement what is held, and gives what is left. */
    Admitted admit(Collection<String> names, Set<String> queues, int most);
}
