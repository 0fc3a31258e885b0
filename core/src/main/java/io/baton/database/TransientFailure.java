package io.baton.database;

import io.baton.loop.Causes;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.dao.ConcurrencyFailureException;

/**
 * Recognizes failures that come from the server and not from the statement, by the states and codes of every database:
 *
 * <ul>
 * <li>a <em>collision</em>, such as a deadlock: another transaction was in the way at once, and this one is rolled back. It is repeated at once
 * <li>a <em>lock timeout</em>: another transaction holds a row for longer than a bounded wait. It is not repeated, but reported or done later
 * <li><em>read-only</em>: the server does not write, as after a failover. The connection is replaced
 * <li>an <em>outage</em>: a lost connection, a server that stops or lacks resources. The work is done later
 * </ul>
 */
public final class TransientFailure {

    /** Classes of states: connection, rollback of a transaction, resources, intervention of an operator (also 70), system. */
    private static final Set<String> CLASSES = Set.of("08", "40", "53", "57", "58", "70");

    private static final String READ_ONLY_TRANSACTION = "25006";

    /** MariaDB's and MySQL's: the server is read-only, the transaction is, or the server is about to be. */
    private static final Set<Integer> READ_ONLY_SERVER = Set.of(1290, 1792, 1836);

    /** Of failures without a state of the standard. Some drivers use such a type for every failure with a general state. */
    private static final Set<Class<? extends SQLException>> TYPES = Set.of(
            SQLTransientConnectionException.class,
            SQLNonTransientConnectionException.class,
            SQLRecoverableException.class,
            SQLTimeoutException.class,
            SQLTransactionRollbackException.class);

    private static final String GENERAL = "HY000";

    /** Hikari's, without a state: of the rollback on a connection that was lost at the commit, which Spring throws instead of the failure of that. */
    private static final String CLOSED = "Connection is closed";

    /** MariaDB's "record has changed since last read", which arrives without a name in the standard. */
    private static final int RECORD_CHANGED = 1020;

    /** The failure of a COMMIT, with the error of the storage engine that a server of a cluster reports for a conflict with another server. */
    private static final int COMMIT_FAILED = 1180;

    private static final String BY_A_CONFLICT = " 149 ";

    private static final String CANCELLED = "57014";

    /** MariaDB's and MySQL's: a statement was cancelled, or its time was over. */
    private static final Set<Integer> CANCELLED_STATEMENT = Set.of(1317, 1969, 3024);

    /** MariaDB's driver has one type and state for this and for what was cancelled. */
    private static final int CONNECTION_KILLED = 1927;

    private TransientFailure() {}

    /** Returns whether a failure is one of a server that may do the same later, or was caused by one. */
    public static boolean is(Throwable failure) {
        return isCausedBy(failure, TransientFailure::isTransient);
    }

    /**
     * The same where the statement may be one of the application's: one that was cancelled, as when its own time is over, has failed by itself.
     */
    public static boolean isOfServer(Throwable failure) {
        return is(failure) && !isCausedBy(failure, TransientFailure::isCancelled);
    }

    /** Returns whether a wait for a lock was given up: the codes of PostgreSQL, of MariaDB and MySQL, and of H2. */
    public static boolean isLockTimeout(Throwable failure) {
        Set<Integer> codes = Set.of(1205, 50200);
        return isCausedBy(failure, sql -> "55P03".equals(sql.getSQLState()) || codes.contains(sql.getErrorCode()));
    }

    /** Returns whether another transaction was in the way at once, and this one is rolled back: repeating the whole transaction is safe. */
    public static boolean isCollision(Throwable failure) {
        return Causes.of(failure).stream()
                .filter(cause -> !isLockTimeout(cause))
                .anyMatch(cause -> cause instanceof ConcurrencyFailureException
                        || (cause instanceof SQLException sql && isRollback(sql)));
    }

    private static boolean isRollback(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("40") || isUnnamedCollision(failure);
    }

    private static boolean isCausedBy(Throwable failure, Predicate<SQLException> kind) {
        return Causes.of(failure).stream().anyMatch(cause -> cause instanceof SQLException sql && kind.test(sql));
    }

    private static boolean isCancelled(SQLException failure) {
        return CANCELLED.equals(failure.getSQLState())
                || CANCELLED_STATEMENT.contains(failure.getErrorCode())
                || (failure instanceof SQLTimeoutException && failure.getErrorCode() != CONNECTION_KILLED);
    }

    private static boolean isTransient(SQLException failure) {
        String state = failure.getSQLState();
        return isReadOnly(failure)
                || CLOSED.equals(failure.getMessage())
                || isUnnamedCollision(failure)
                || (state != null && state.length() >= 2 && CLASSES.contains(state.substring(0, 2)))
                || (!GENERAL.equals(state) && TYPES.stream().anyMatch(type -> type.isInstance(failure)));
    }

    /** Returns whether another transaction was in the way, and the failure has only the general state. */
    private static boolean isUnnamedCollision(SQLException failure) {
        return GENERAL.equals(failure.getSQLState())
                && (failure.getErrorCode() == RECORD_CHANGED
                        || (failure.getErrorCode() == COMMIT_FAILED
                                && String.valueOf(failure.getMessage()).contains(BY_A_CONFLICT)));
    }

    /** Returns whether the server does not write, as a standby, or a primary that became one. */
    public static boolean isReadOnly(SQLException failure) {
        return READ_ONLY_TRANSACTION.equals(failure.getSQLState()) || READ_ONLY_SERVER.contains(failure.getErrorCode());
    }
}
