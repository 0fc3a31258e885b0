package io.baton.database;

import io.baton.loop.FailureText;
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
 * Recognizes failures that come from the server and not from the statement. Knows the SQLStates and error codes of every database. The kinds are:
 *
 * <ul>
 * <li>a <em>collision</em>, such as a deadlock: another transaction ran at the same time, and this one was rolled back. It is repeated at once
 * <li>a <em>lock timeout</em>: another transaction holds a row for longer than the maximum wait. It is reported, or the work is done later
 * <li><em>read-only</em>: the server does not accept writes, as after a failover. The connection is replaced
 * <li>an <em>outage</em>: the connection was lost, or the server stops or lacks resources. The work is done later
 * </ul>
 */
public final class TransientFailure {

    /** Classes of SQLStates: connection, rollback of a transaction, resources, intervention of an operator (also 70), system. */
    private static final Set<String> CLASSES = Set.of("08", "40", "53", "57", "58", "70");

    private static final String READ_ONLY_TRANSACTION = "25006";

    /** Codes of MariaDB and MySQL: the server is read-only, the transaction is, or the server is about to be. */
    private static final Set<Integer> READ_ONLY_SERVER = Set.of(1290, 1792, 1836);

    /** Exceptions of failures without a standard state. Some drivers use such a type for every failure with a general state. */
    private static final Set<Class<? extends SQLException>> TYPES = Set.of(
            SQLTransientConnectionException.class,
            SQLNonTransientConnectionException.class,
            SQLRecoverableException.class,
            SQLTimeoutException.class,
            SQLTransactionRollbackException.class);

    private static final String GENERAL = "HY000";

    /** Hikari's message for a rollback after the connection was lost at the commit. Spring throws this instead of the commit's failure. */
    private static final String CLOSED = "Connection is closed";

    /** MariaDB's "record has changed since last read", which has no standard state. */
    private static final int RECORD_CHANGED = 1020;

    /** The code of a failed COMMIT. With the storage engine's error, a server of a cluster reports a conflict with another server. */
    private static final int COMMIT_FAILED = 1180;

    private static final String BY_A_CONFLICT = " 149 ";

    private static final String CANCELLED = "57014";

    /** Codes of MariaDB and MySQL: a statement was cancelled, or its timeout expired. */
    private static final Set<Integer> CANCELLED_STATEMENT = Set.of(1317, 1969, 3024);

    /** MariaDB's driver has one type and state for this failure and for a cancelled statement. */
    private static final int CONNECTION_KILLED = 1927;

    private TransientFailure() {}

    /** Returns whether a failure, or one of its causes, comes from a server that may succeed later. */
    public static boolean is(Throwable failure) {
        return isCausedBy(failure, TransientFailure::isTransient);
    }

    /**
     * Does the same for statements that may be the application's. A cancelled statement, such as one whose timeout expired, does not count.
     */
    public static boolean isOfServer(Throwable failure) {
        return is(failure) && !isCausedBy(failure, TransientFailure::isCancelled);
    }

    /** Returns whether a wait for a lock timed out, by the codes of PostgreSQL, of MariaDB and MySQL, and of H2. */
    public static boolean isLockTimeout(Throwable failure) {
        Set<Integer> codes = Set.of(1205, 50200);
        return isCausedBy(failure, sql -> "55P03".equals(sql.getSQLState()) || codes.contains(sql.getErrorCode()));
    }

    /** Returns whether this transaction was rolled back because of another one. It is safe to repeat the whole transaction. */
    public static boolean isCollision(Throwable failure) {
        return FailureText.causes(failure).stream()
                .filter(cause -> !isLockTimeout(cause))
                .anyMatch(cause -> cause instanceof ConcurrencyFailureException
                        || (cause instanceof SQLException sql && isRollback(sql)));
    }

    private static boolean isRollback(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("40") || isUnnamedCollision(failure);
    }

    private static boolean isCausedBy(Throwable failure, Predicate<SQLException> kind) {
        return FailureText.causes(failure).stream()
                .anyMatch(cause -> cause instanceof SQLException sql && kind.test(sql));
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

    /** Returns whether the failure is a collision that has only the general state. */
    private static boolean isUnnamedCollision(SQLException failure) {
        return GENERAL.equals(failure.getSQLState())
                && (failure.getErrorCode() == RECORD_CHANGED
                        || (failure.getErrorCode() == COMMIT_FAILED
                                && String.valueOf(failure.getMessage()).contains(BY_A_CONFLICT)));
    }

    /** Returns whether the server does not accept writes, such as a standby or a primary that became one. */
    public static boolean isReadOnly(SQLException failure) {
        return READ_ONLY_TRANSACTION.equals(failure.getSQLState()) || READ_ONLY_SERVER.contains(failure.getErrorCode());
    }
}
