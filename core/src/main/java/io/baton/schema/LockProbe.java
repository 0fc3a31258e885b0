package io.baton.schema;

import io.baton.database.Database;
import io.baton.database.TransientFailure;
import io.baton.loop.LoggedFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Proves with two transactions that the server locks the rows of a locking read, and that SKIP LOCKED skips them. A server may accept these words but
 * do neither, whatever version it reports.
 *
 * <p>Refuses the start only for results that no correct server returns: both transactions get the same row, or the server itself reports that one
 * waited for the other. A missing right, a lock on the table, a failed connection or a slow response prove nothing. Two servers of a cluster, each
 * with its own locks, do not either. In all these cases the start goes on.
 *
 * <p>The probed row belongs to no flow, and no other statement reads or locks it, so that no worker waits for the probe. The row stays, so that only
 * the first start has to commit.
 */
record LockProbe(DataSource dataSource, SchemaAccess access) {

    private static final Logger log = LoggerFactory.getLogger(LockProbe.class);

    static final Duration LONGEST = Duration.ofSeconds(5);
    private static final Duration LONGEST_STATEMENT = Duration.ofSeconds(3);
    private static final Duration LOCK_WAIT = Duration.ofSeconds(1);

    private static final String TABLE = "SELECT step FROM baton_flow_edge WHERE ";
    private static final String ROW = TABLE + "batch_id = -1 AND step = 0 AND after_step = 0";
    private static final String SKIPPING = ROW + " FOR UPDATE SKIP LOCKED";

    /** Returns whether the locks are known not to hold. Waits no longer than this: a response, or a second connection of the pool, may never come. */
    boolean refutes(Duration longest) {
        FutureTask<Boolean> probe = new FutureTask<>(this::refutes);
        Thread thread = new Thread(probe, "baton-lock-probe");
        thread.setDaemon(true);
        thread.start();
        try {
            return probe.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            log.debug("Whether the locks of the database hold was not proven", LoggedFailure.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            probe.cancel(true);
        }
        return false;
    }

    private boolean refutes() throws SQLException {
        try (Session first = open();
                Session second = open()) {
            first.connection().setAutoCommit(false);
            if (second.connection().getAutoCommit() != second.commits()) {
                // the data source has a single connection, which is now in the first transaction
                return false;
            }
            if (!first.database().finds(ROW)) {
                first.database().update(insert());
            }
            first.connection().commit();
            if (!first.database().finds(SKIPPING)) {
                // the row was skipped, since a transaction of another node has locked it
                return false;
            }
            second.connection().setAutoCommit(false);
            // two nodes of Galera have separate locks, and a lost connection gives no response
            return !skips(second) && server(second).equals(server(first));
        }
    }

    private String insert() {
        return access.database()
                .dialect()
                .insertIfAbsent("baton_flow_edge", "batch_id, step, after_step", "VALUES (-1, 0, 0)");
    }

    /** Returns whether the second transaction skips the row that the first one has locked: it neither gets the row nor waits for it. */
    private static boolean skips(Session second) throws SQLException {
        // this takes all other locks that the next statement needs, so that only the row can make it wait
        second.database().finds(TABLE + "1 = 0 FOR UPDATE");
        try {
            return second.database()
                    .boundLockWaits(LOCK_WAIT, () -> !second.database().finds(SKIPPING));
        } catch (DataAccessException e) {
            if (!TransientFailure.isLockTimeout(e)) {
                throw e;
            }
            second.connection().rollback();
            return false;
        }
    }

    /** Returns a text that distinguishes the session's server from others of a cluster; an empty one if the query fails. */
    private static String server(Session session) {
        String query = session.database().dialect().server();
        try {
            return session.database()
                    .query(
                            query,
                            (row, number) -> row.getString(row.getMetaData().getColumnCount()))
                    .toString();
        } catch (DataAccessException e) {
            return "";
        }
    }

    private Session open() throws SQLException {
        Connection connection = dataSource.getConnection();
        Database on = access.database().on(new SingleConnectionDataSource(connection, true));
        return new Session(connection, connection.getAutoCommit(), on.limitedTo(LONGEST_STATEMENT));
    }

    /** A separate connection, whose transaction is rolled back in the end. */
    private record Session(Connection connection, boolean commits, Database database) implements AutoCloseable {

        @Override
        public void close() throws SQLException {
            try (connection) {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                    connection.setAutoCommit(commits);
                }
            }
        }
    }
}
