package io.baton.job;

import io.baton.database.Database;

/** A feature that jobs take part in. It has tables and statements of its own, and joins each transaction in which its jobs leave a state. */
@FunctionalInterface
public interface Capability {

    /** Returns the step that runs in transactions on this database. */
    TransitionStep on(Database database);
}
