package io.baton.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a strict database. On PostgreSQL the server refuses a statement before it is executed, with 40001 or 40P01, and marks its
 * transaction as failed; a commit is rolled back with 40001. On MariaDB a commit, or a write that commits by itself, is rolled back with 1213, which
 * is how Galera reports a conflict. LISTEN and advisory locks are not supported.
 */
record StrictConnection(Connection target, boolean postgres, boolean engine, StrictFaults faults) {

    private static final String RAISE =
            "DO $$BEGIN RAISE EXCEPTION 'refused by a strict database' USING ERRCODE = '%s'; END$$";
    private static final Pattern UNSUPPORTED =
            Pattern.compile("^\\s*LISTEN\\b|\\bpg_(try_)?advisory_|\\bGET_LOCK\\s*\\(", Pattern.CASE_INSENSITIVE);
    private static final Pattern WRITE =
            Pattern.compile("^\\s*(INSERT|UPDATE|DELETE|REPLACE)\\b", Pattern.CASE_INSENSITIVE);
    private static final String NOT_SUPPORTED = "0A000";
    private static final String CONFLICT = "40001";
    private static final int CONFLICT_ON_MARIADB = 1213;

    /**
     * Returns a strict connection before this one, or this one where it is not that of a server.
     *
     * @param engine whether it is one of the engine's
     */
    static Connection around(Connection target, boolean engine, StrictFaults faults) throws SQLException {
        String product = target.getMetaData().getDatabaseProductName();
        return product.equals("H2")
                ? target
                : new StrictConnection(target, product.equals("PostgreSQL"), engine, faults).proxy();
    }

    private Connection proxy() {
        return proxy(Connection.class, (proxy, method, arguments) -> {
            if (method.getName().equals("commit")) {
                commits();
            }
            Object result = invoke(target, method, arguments);
            return result instanceof Statement statement
                    ? proxy(statement, (Connection) proxy, text(arguments))
                    : result;
        });
    }

    /**
     * Returns a statement that may be refused.
     *
     * @param prepared its text; empty if that is given when it is executed
     */
    private Statement proxy(Statement statement, Connection connection, String prepared) {
        return proxy(type(statement), (proxy, method, arguments) -> {
            if (method.getName().equals("getConnection")) {
                return connection;
            }
            if (method.getName().startsWith("execute")) {
                executes(prepared + text(arguments));
            }
            return invoke(statement, method, arguments);
        });
    }

    private static Class<? extends Statement> type(Statement statement) {
        if (statement instanceof CallableStatement) {
            return CallableStatement.class;
        }
        return statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
    }

    private static String text(@Nullable Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String text ? text : "";
    }

    private void executes(String text) throws SQLException {
        if (faults.apply(engine) && UNSUPPORTED.matcher(text).find()) {
            throw new SQLFeatureNotSupportedException("A strict database does not support this", NOT_SUPPORTED);
        }
        if (postgres) {
            if (faults.refuse(engine)) {
                raise(faults.state());
            }
        } else if (WRITE.matcher(text).find() && target.getAutoCommit() && faults.refuse(engine)) {
            throw conflict();
        }
    }

    /** Lets the server fail, as it does in a conflict. */
    private void raise(String state) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute(RAISE.formatted(state));
        }
    }

    private void commits() throws SQLException {
        if (!target.getAutoCommit() && faults.refuse(engine)) {
            target.rollback();
            throw conflict();
        }
    }

    private SQLException conflict() {
        return new SQLTransactionRollbackException(
                "Rolled back by a strict database", CONFLICT, postgres ? 0 : CONFLICT_ON_MARIADB);
    }

    private static @Nullable Object invoke(Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
