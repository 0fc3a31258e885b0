package io.baton.sample;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/** Makes the connection pool evict connections after those failures of H2 that make them unusable. */
public class ClosedDatabase implements SQLExceptionOverride {

    private static final int CONNECTION_BROKEN = 90067;
    private static final int DATABASE_IS_CLOSING = 90098;
    private static final int DATABASE_IS_CLOSED = 90121;
    private static final Set<Integer> FINAL = Set.of(CONNECTION_BROKEN, DATABASE_IS_CLOSING, DATABASE_IS_CLOSED);

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        return FINAL.contains(failure.getErrorCode()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
