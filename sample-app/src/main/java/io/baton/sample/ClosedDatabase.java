package io.baton.sample;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/** Tells the connection pool which failures of H2 mean that a connection will never work again. */
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
