package io.baton.connection;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/**
 * Evicts connections that may not write any more: after a failover they lead to a server that is not the primary, and the pool would keep them
 * as long as they are valid.
 */
final class ReadOnlyConnections implements SQLExceptionOverride {

    private static final String READ_ONLY_TRANSACTION = "25006";

    /** MariaDB's and MySQL's: the server is read-only, the transaction is, or the server is about to be. */
    private static final Set<Integer> READ_ONLY_SERVER = Set.of(1290, 1792, 1836);

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        return READ_ONLY_TRANSACTION.equals(failure.getSQLState()) || READ_ONLY_SERVER.contains(failure.getErrorCode())
                ? Override.MUST_EVICT
                : Override.CONTINUE_EVICT;
    }
}
