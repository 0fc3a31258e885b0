package io.baton.permit.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability;
import io.baton.job.TransitionStep;
import io.baton.permit.KnownLimits;
import io.baton.permit.TouchedLimits;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Ties jobs to the permits that they need. */
public final class Permits implements Capability {

    private final TouchedLimits touched;
    private final KnownLimits known;
    private final @Nullable DataSource apart;

    /** Creates the capability, which tells what its jobs touch. */
    public Permits(TouchedLimits touched, KnownLimits known) {
        this(touched, known, null);
    }

    /**
     * Creates one that asks for limits apart from transactions that would lock them.
     *
     * @param apart with connections that no transaction of an application is bound to; null if there are none
     */
    public Permits(TouchedLimits touched, KnownLimits known, @Nullable DataSource apart) {
        this.touched = touched;
        this.known = known;
        this.apart = apart;
    }

    @Override
    public TransitionStep on(Database database) {
        Database asked = apart == null ? null : database.on(apart);
        return new PermitStep(database, new KnownOrAsked(known, database, asked), touched);
    }
}
