package io.baton.permit.jdbc;

import io.baton.permit.Admitted;
import java.util.Collection;
import java.util.Set;

/** Gives permits to jobs that wait for them. */
interface Admission {

    /** Locks the rows of these limits, reads the held permits in the next statement, and gives what is free. */
    Admitted admit(Collection<String> names, Set<String> queues, int most);
}
