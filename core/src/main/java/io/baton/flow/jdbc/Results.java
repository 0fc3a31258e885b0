package io.baton.flow.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability;
import io.baton.job.TransitionStep;

/** What jobs do that other steps wait for. */
public final class Results implements Capability {

    /** Creates the capability. */
    public Results() {}

    @Override
    public TransitionStep on(Database database) {
        return new ResultStep(database);
    }
}
