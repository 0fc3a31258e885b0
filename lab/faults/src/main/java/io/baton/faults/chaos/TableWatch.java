package io.baton.faults.chaos;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Looks at the tables every so often, past all proxies: how much is left, and how much one worker holds. */
final class TableWatch implements AutoCloseable {

    private static final long POLL_NANOS = 150_000_000;
    private static final String UNFINISHED = "SELECT COUNT(*) FROM baton_job WHERE state IN (0, 1, 2, 3)";
    private static final String MOST_HELD =
            "SELECT COALESCE(MAX(held), 0) FROM (SELECT COUNT(*) AS held FROM baton_job WHERE state = 2 GROUP BY worker_id) h";

    private final String url;
    private final String user;
    private final AtomicLong unfinished = new AtomicLong();
    private final AtomicLong mostHeld = new AtomicLong();
    private volatile boolean closed;

    TableWatch(String url, String user) {
        this.url = url;
        this.user = user;
        Thread thread = new Thread(this::look, "progress");
        thread.setDaemon(true);
        thread.start();
    }

    /** As of the last look that got an answer. */
    long unfinished() {
        return unfinished.get();
    }

    long mostHeld() {
        return mostHeld.get();
    }

    private void look() {
        Connection connection = null;
        while (!closed) {
            try {
                if (connection == null) {
                    connection = DriverManager.getConnection(url, user, "");
                }
                unfinished.set(count(connection, UNFINISHED));
                mostHeld.accumulateAndGet(count(connection, MOST_HELD), Math::max);
            } catch (SQLException e) {
                leave(connection);
                connection = null;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        leave(connection);
    }

    private static long count(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    private static void leave(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // it is gone already
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
