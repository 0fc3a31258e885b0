package io.baton.permit.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability;
import io.baton.job.TransitionStep;
import io.baton.permit.KnownLimits;
import io.baton.permit.TouchedLimits;

/** Ties jobs to the permits that they need. */
public final class Permits implements Capability {

    private final TouchedLimits touched;
    private final KnownLimits known;

    /** Creates the capability, which tells what its jobs touch. */
    public Permits(TouchedLimits touched, KnownLimits known) {
        this.touched = touched;
        this.known = known;
    }

    @Override
    public TransitionStep on(Database database) {
        return new PermitStep(database, known, touched);
    }
}
