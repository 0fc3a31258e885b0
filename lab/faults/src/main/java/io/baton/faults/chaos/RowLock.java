package io.baton.faults.chaos;

import io.baton.faults.server.Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A session that locks the rows of some jobs that have not ended, and of nothing else. */
final class RowLock implements AutoCloseable {

    private static final int MOST = 20;
    private static final String LOCK =
            "SELECT id FROM baton_job WHERE state IN (0, 1, 2) LIMIT ? FOR UPDATE SKIP LOCKED";

    private final Server server;
    private @Nullable Connection connection;

    RowLock(Server server) {
        this.server = server;
    }

    /** Tries to lock rows; returns whether there were any. */
    boolean take() {
        try {
            Connection session = DriverManager.getConnection(server.url(server.port()), server.user(), "");
            if (locks(session)) {
                connection = session;
                return true;
            }
            session.close();
        } catch (SQLException e) {
            // its server was killed meanwhile
        }
        return false;
    }

    private static boolean locks(Connection session) throws SQLException {
        // where the others are repeatable by default, they also lock what lies between rows
        session.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        session.setAutoCommit(false);
        try (PreparedStatement statement = session.prepareStatement(LOCK)) {
            statement.setInt(1, MOST);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    @Override
    public void close() {
        try (Connection session = connection) {
            if (session != null) {
                session.rollback();
            }
        } catch (SQLException e) {
            // its server was killed meanwhile
        }
    }
}
