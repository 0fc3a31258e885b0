package io.baton.unique.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability;
import io.baton.job.TransitionStep;

/** Ties jobs to their unique keys. */
public final class UniqueKeys implements Capability {

    /** Creates the capability. */
    public UniqueKeys() {}

    @Override
    public TransitionStep on(Database database) {
        return new KeyStep(new KeysOfJobs(database));
    }
}
