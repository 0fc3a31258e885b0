package io.baton.faults.cluster;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/** Makes the pool evict connections to a MySQL server that is not the primary any more: it stays alive, and refuses each write. */
public final class ReadOnlyMember implements SQLExceptionOverride {

    private static final int READ_ONLY = 1290;
    private static final int READ_ONLY_MODE = 1836;
    private static final int REPLICATION_HOOK_FAILED = 3100;
    private static final Set<Integer> FINAL = Set.of(READ_ONLY, READ_ONLY_MODE, REPLICATION_HOOK_FAILED);

    /** Creates one, as the pool does. */
    public ReadOnlyMember() {}

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        return FINAL.contains(failure.getErrorCode()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
