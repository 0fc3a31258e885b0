package io.baton.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Three clients that run one long query after the other, each with a snapshot of its own, a third of a query's time apart. */
final class Analytics implements AutoCloseable {

    private static final int CLIENTS = 3;
    private static final int CANCELS = 200;
    private static final long BETWEEN_CANCELS_NANOS = 50_000_000;

    /** Adds something up for a few milliseconds five times a second. */
    private static final String QUERY = """
            SELECT sum(total) FROM generate_series(1, 5 * %d) AS tick,
                LATERAL (SELECT pg_sleep(0.2 + 0 * tick)) AS pause,
                LATERAL (SELECT sum(sqrt(n + tick)) AS total FROM generate_series(1, 50000) AS n) AS sums""";

    private final List<Connection> connections = new ArrayList<>();
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean ending;
    private volatile @Nullable SQLException failure;

    Analytics(String url, int seconds) throws SQLException {
        for (int i = 0; i < CLIENTS; i++) {
            Connection connection = DriverManager.getConnection(url);
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connections.add(connection);
            long delay = 1_000_000_000L * seconds * i / CLIENTS;
            Thread client = new Thread(() -> query(connection, QUERY.formatted(seconds), delay), "analytics-" + i);
            client.setDaemon(true);
            client.start();
            clients.add(client);
        }
    }

    private void query(Connection connection, String query, long delay) {
        LockSupport.parkNanos(delay);
        try {
            while (!ending) {
                Server.number(connection, query);
                connection.commit();
            }
        } catch (SQLException e) {
            if (!ending) {
                failure = e;
            }
        }
    }

    void verify() throws SQLException {
        SQLException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    /** Cancels again and again, since a client may be about to send its query. */
    @Override
    public void close() throws SQLException {
        ending = true;
        for (int i = 0; i < CLIENTS; i++) {
            LockSupport.unpark(clients.get(i));
            for (int turn = 0; turn < CANCELS && clients.get(i).isAlive(); turn++) {
                connections.get(i).unwrap(PGConnection.class).cancelQuery();
                LockSupport.parkNanos(BETWEEN_CANCELS_NANOS);
            }
            connections.get(i).close();
        }
    }
}
