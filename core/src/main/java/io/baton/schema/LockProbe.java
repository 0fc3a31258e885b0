package io.baton.schema;

import io.baton.database.Database;
import io.baton.database.SupportedServer;
import io.baton.database.TransientFailure;
import io.baton.loop.LoggedFailure;
import io.baton.start.StartRefusedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Proves by two transactions that the server locks the rows of a locking read, and that SKIP LOCKED skips them. A server may accept the words and do
 * neither, whatever version it reports.
 *
 * <p>Refuses the start only for what no sound server does: both transactions get the same row, or the server itself reports that one waits for the
 * other. A missing right, a lock on the table, a failed connection or a slow response prove nothing, nor do two servers of a cluster, each with locks
 * of its own: then the start goes on.
 *
 * <p>The two rows belong to no flow, and no other statement reads or locks them: no worker waits for the probe. They are kept, so that only the first
 * start has to commit.
 */
final class LockProbe {

    private static final Logger log = LoggerFactory.getLogger(LockProbe.class);

    private static final Duration LONGEST = Duration.ofSeconds(1);
    /** After this time without a response, the second transaction may be waiting for the first one. */
    private static final Duration LATE = Duration.ofMillis(50);

    private static final String READ =
            "SELECT step FROM baton_flow_edge WHERE batch_id = -1 AND step = 0 AND after_step = ";
    /** The row that the first transaction locks and the second one should skip. */
    private static final String ROW = READ + "0";
    /** A row that the second transaction locks before. */
    private static final String OTHER_ROW = READ + "1";

    private static final String ROWS = "VALUES (-1, 0, 0), (-1, 0, 1)";
    private static final String LOCK = " FOR UPDATE";
    private static final String SKIP_LOCKED = LOCK + " SKIP LOCKED";

    private final DataSource dataSource;
    private final Database database;
    private final SchemaAccess access;

    LockProbe(DataSource dataSource, Database database, SchemaAccess access) {
        this.dataSource = dataSource;
        this.database = database;
        this.access = access;
    }

    /** The result of a probe. */
    enum Finding {
        /** A transaction skipped the row that another one had locked. */
        LOCKED,
        /** A row is not there yet. */
        ABSENT,
        /** Something else was in the way. */
        UNPROVEN,
        /** A transaction got the row that another one had locked, or waited for it. */
        NOT_SKIPPED
    }

    /**
     * Checks that the locks hold.
     *
     * @throws StartRefusedException if they do not
     */
    void require() {
        if (finding(LONGEST) == Finding.NOT_SKIPPED) {
            throw SupportedServer.refusal(
                    "Baton does not run on the server behind its data source, which does not skip a row that another transaction has"
                            + " locked: two nodes would run the same job, or would wait for each other. The driver reports it as '"
                            + access.server() + "'");
        }
    }

    /** Returns what a probe finds in time: a response may never come, nor a second connection from a pool of one. */
    Finding finding(Duration longest) {
        FutureTask<Finding> probe = new FutureTask<>(this::probe);
        Finding finding = Finding.UNPROVEN;
        start(probe);
        try {
            finding = probe.get(longest.toMillis(), TimeUnit.MILLISECONDS);
            log.debug("The probe of the database's locks has ended: {}", finding);
        } catch (ExecutionException | TimeoutException e) {
            log.debug("Whether the locks of the database hold was not proven", LoggedFailure.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            probe.cancel(true);
        }
        return finding;
    }

    private Finding probe() throws SQLException, InterruptedException {
        Finding finding = tryOnce();
        if (finding == Finding.ABSENT) {
            store();
            finding = tryOnce();
        }
        // what came between two statements once, such as a failover, does not come twice
        return finding == Finding.NOT_SKIPPED ? tryOnce() : finding;
    }

    private Finding tryOnce() throws SQLException, InterruptedException {
        try (Session first = open();
                Session second = open()) {
            first.begin();
            if (second.connection().getAutoCommit() != second.commits()) {
                // the data source has one connection, which is in the first transaction now
                return Finding.UNPROVEN;
            }
            if (!first.finds(ROW + SKIP_LOCKED)) {
                // a row that is there was skipped: a transaction of another node has it
                return first.finds(ROW) ? Finding.LOCKED : Finding.ABSENT;
            }
            second.begin();
            second.run(access.words().lockWait());
            // this takes all that the next statement needs as well, so that only its row can make it wait
            if (!second.finds(OTHER_ROW + SKIP_LOCKED)) {
                return Finding.ABSENT;
            }
            if (skips(second, first)) {
                return Finding.LOCKED;
            }
            // two nodes of Galera have locks of their own, and a lost connection gives no response
            String server = access.words().server();
            return second.response(server).equals(first.response(server)) ? Finding.NOT_SKIPPED : Finding.UNPROVEN;
        }
    }

    /**
     * Returns whether the second transaction skips the row that the first one has: it does not get it, nor wait for it. Ends the second one.
     *
     * <p>PostgreSQL reports a wait by {@code lock_timeout}. Where the shortest limit is a second or two, the first transaction requests the
     * row of the second one: if each waits for the other, the server ends one of them at once, and if the second one is only slow, no deadlock exists.
     */
    private boolean skips(Session second, Session first) throws SQLException, InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Thread whenLate = start(new FutureTask<Boolean>(
                () -> !ended.await(LATE.toMillis(), TimeUnit.MILLISECONDS) && first.finds(OTHER_ROW + LOCK)));
        try {
            return !second.finds(ROW + SKIP_LOCKED);
        } catch (DataAccessException e) {
            if (TransientFailure.isLockTimeout(e)) {
                return false;
            }
            throw e;
        } finally {
            ended.countDown();
            second.connection().rollback();
            whenLate.join(LONGEST.toMillis());
        }
    }

    private void store() throws SQLException {
        String rows = database.dialect().insertIfAbsent("baton_flow_edge", "batch_id, step, after_step", ROWS);
        try (Session session = open()) {
            session.begin();
            session.database().update(rows);
            session.connection().commit();
        }
    }

    private Session open() throws SQLException {
        Connection connection = dataSource.getConnection();
        Database on = database.on(new SingleConnectionDataSource(connection, true));
        return new Session(connection, connection.getAutoCommit(), on.limitedTo(LONGEST));
    }

    private static Thread start(FutureTask<?> work) {
        Thread thread = new Thread(work, "baton-lock-probe");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A transaction on a connection of its own, which is rolled back in the end. */
    private record Session(Connection connection, boolean commits, Database database) implements AutoCloseable {

        void begin() throws SQLException {
            connection.setAutoCommit(false);
            run(database.dialect().limits());
        }

        void run(@Nullable String statement) {
            if (statement != null) {
                database.execute(statement);
            }
        }

        boolean finds(String query) {
            return database.finds(query);
        }

        /** Returns the last column of what a query finds; nothing if the query fails. */
        String response(String query) {
            try {
                return String.join(
                        " ",
                        database.query(
                                query,
                                (row, number) -> row.getString(row.getMetaData().getColumnCount())));
            } catch (DataAccessException e) {
                return "";
            }
        }

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
