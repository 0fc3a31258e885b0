package io.baton.job;

import io.baton.database.Database;

/**
 * Something that jobs take part in beside their queue. It has its tables and its statements in a package of its own, and joins every transaction
 * in which its jobs leave a state; a bean of this type is all that the rest has to know of it.
 */
@FunctionalInterface
public interface Capability {

    /** Returns its part in the transactions on this database. */
    TransitionStep on(Database database);
}
