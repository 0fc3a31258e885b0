package io.baton.database;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;

/**
 * Translates failures that Spring does not recognize. They come from values that the database refuses (MySQL has no standard SQLState for a violated
 * CHECK or a text that a column cannot store, and triggers have states of their own), from read-only servers, such as after a failover, from tables
 * that are not in the connection's schema, and from statements of a transaction in which an earlier statement failed.
 */
public final class FailureTranslator extends SQLExceptionSubclassTranslator {

    private static final Set<Integer> REFUSED = Set.of(3819, 1366);

    /** Classes of SQLStates: PL/pgSQL errors, signals of triggers, failures in functions, violated options of views. */
    private static final Set<String> REFUSED_CLASSES = Set.of("P0", "45", "38", "39", "44");

    /** PostgreSQL's state for a row that can no longer be read. */
    private static final String DATA_CORRUPTED = "XX001";

    private static final Set<String> NO_TABLE = Set.of("42P01", "42S02", "42S03", "42S04");

    private static final String IN_FAILED_TRANSACTION = "25P02";

    private final boolean named;

    /** Creates a translator. {@code named} is whether statements contain the schema of their tables. */
    public FailureTranslator(boolean named) {
        this.named = named;
    }

    @Override
    protected @Nullable DataAccessException doTranslate(String task, @Nullable String sql, SQLException failure) {
        if (isRefusal(failure)) {
            return new DataIntegrityViolationException(buildMessage(task, sql, failure), failure);
        }
        if (TransientFailure.isLockTimeout(failure)) {
            return new CannotAcquireLockException(buildMessage(task, sql, failure), failure);
        }
        if (TransientFailure.isReadOnly(failure)) {
            return new DataAccessResourceFailureException(buildMessage(task, sql, failure), failure);
        }
        if (IN_FAILED_TRANSACTION.equals(failure.getSQLState())) {
            return new UncategorizedSQLException(
                    "An earlier statement of this transaction failed, and its exception was caught: the database has marked the transaction as"
                            + " failed and rolls all of it back. Let the exception leave the handler or method that the transaction is for,"
                            + " or execute a statement that may fail behind a savepoint or in a transaction of its own; "
                            + task,
                    sql,
                    failure);
        }
        return isWithoutTables(failure)
                ? new BadSqlGrammarException(
                        "Baton's tables are not in the schema of this connection. Where transactions choose a schema, such as that"
                                + " of a tenant, set baton.schema.name to the one that has Baton's tables; " + task,
                        sql == null ? "" : sql,
                        failure)
                : super.doTranslate(task, sql, failure);
    }

    private boolean isWithoutTables(SQLException failure) {
        String state = failure.getSQLState();
        return !named && state != null && NO_TABLE.contains(state);
    }

    private static boolean isRefusal(SQLException failure) {
        String state = failure.getSQLState();
        if (state == null || state.length() < 2) {
            return false;
        }
        return REFUSED_CLASSES.contains(state.substring(0, 2))
                || state.equals(DATA_CORRUPTED)
                || (state.equals("HY000") && REFUSED.contains(failure.getErrorCode()));
    }
}
