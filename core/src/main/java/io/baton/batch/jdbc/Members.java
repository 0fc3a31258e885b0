package io.baton.batch.jdbc;

import io.baton.batch.TouchedGroups;
import io.baton.database.Database;
import io.baton.job.Capability;
import io.baton.job.TransitionStep;

/** Ties jobs to the batches whose items they are. */
public final class Members implements Capability {

    private final TouchedGroups touched;

    /** Creates the capability, which tells what its jobs touch. */
    public Members(TouchedGroups touched) {
        this.touched = touched;
    }

    @Override
    public TransitionStep on(Database database) {
        return new MemberStep(new AckRows(database), touched);
    }
}
