package io.baton.schema;

import io.baton.database.Database;
import io.baton.database.SupportedServer;
import io.baton.database.TransientFailure;
import io.baton.loop.LoggedFailure;
import io.baton.start.StartRefusedException;
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
 * Proves by two transactions that the server locks the rows of a locking read, and that SKIP LOCKED skips them. A server may accept the words and do
 * neither, whatever version it reports.
 *
 * <p>Refuses the start only for what no sound server does: both transactions get the same row, or the server itself reports that one waited for the
 * other. A missing right, a lock on the table, a failed connection or a slow response prove nothing, nor do two servers of a cluster, each with locks
 * of its own: then the start goes on.
 *
 * <p>The row belongs to no flow, and no other statement reads or locks it: no worker waits for the probe. It is kept, so that only the first start has
 * to commit.
 */
final class LockProbe {

    private static final Logger log = LoggerFactory.getLogger(LockProbe.class);

    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final Duration LONGEST_STATEMENT = Duration.ofSeconds(3);
    private static final Duration LOCK_WAIT = Duration.ofSeconds(1);

    private static final String TABLE = "SELECT step FROM baton_flow_edge WHERE ";
    private static final String ROW = TABLE + "batch_id = -1 AND step = 0 AND after_step = 0";
    private static final String SKIPPING = ROW + " FOR UPDATE SKIP LOCKED";

    private final DataSource dataSource;
    private final SchemaAccess access;

    LockProbe(DataSource dataSource, SchemaAccess access) {
        this.dataSource = dataSource;
        this.access = access;
    }

    /**
     * Checks that the locks hold.
     *
     * @throws StartRefusedException if they do not
     */
    void require() {
        if (refutes(LONGEST)) {
            throw SupportedServer.refusal(
                    "Baton does not run on the server behind its data source, which does not skip a row that another transaction has"
                            + " locked: two nodes would run the same job, or would wait for each other");
        }
    }

    /** Returns whether the locks do not hold, as far as that is known in time: a response may never come, nor a second connection from a pool of one. */
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
                // the data source has one connection, which is in the first transaction now
                return false;
            }
            if (!first.database().finds(ROW)) {
                first.database().update(insert());
            }
            first.connection().commit();
            if (!first.database().finds(SKIPPING)) {
                // a transaction of another node has it, which was skipped
                return false;
            }
            second.connection().setAutoCommit(false);
            // two nodes of Galera have locks of their own, and a lost connection gives no response
            return !skips(second) && server(second).equals(server(first));
        }
    }

    private String insert() {
        return access.database()
                .dialect()
                .insertIfAbsent("baton_flow_edge", "batch_id, step, after_step", "VALUES (-1, 0, 0)");
    }

    /** Returns whether the second transaction skips the row that the first one has: it does not get it, nor wait for it. */
    private static boolean skips(Session second) throws SQLException {
        // this takes all that the next statement needs as well, so that only its row can make it wait
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

    /** Returns what distinguishes the server of a session from others of a cluster; nothing if the query fails. */
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

    /** A connection of its own, whose transaction is rolled back in the end. */
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
