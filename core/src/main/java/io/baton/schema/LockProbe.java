package io.baton.schema;

import io.baton.database.Database;
import io.baton.database.LockWaits;
import io.baton.database.SupportedServer;
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
 * neither, whatever version it reports, and two nodes would run the same job.
 *
 * <p>Refuses the start only for what no sound server does. A missing right, a lock on the table, a failed connection or a slow response prove nothing,
 * nor do two servers of a cluster, each with locks of its own: then the start goes on.
 *
 * <p>The row belongs to no flow, and no other statement reads or locks it: no worker waits for the probe. It is kept, so that only the first start has
 * to commit.
 */
final class LockProbe {

    private static final Logger log = LoggerFactory.getLogger(LockProbe.class);

    private static final String READ =
            "SELECT step FROM baton_flow_edge WHERE batch_id = -1 AND step = 0 AND after_step = 0";
    private static final String LOCK = READ + " FOR UPDATE SKIP LOCKED";
    /** Takes all that {@link #LOCK} takes but a row: there is none, and none is ever stored beside it. */
    private static final String LOCK_NONE = LOCK.replace("batch_id = -1", "batch_id = -2");

    private static final Duration LONGEST = Duration.ofSeconds(6);
    private static final Duration LONGEST_LOCK_WAIT = Duration.ofSeconds(1);
    private static final int SECONDS_TO_VALIDATE = 1;
    /** How many more connections are tried where the second one leads to another server than the first. */
    private static final int MORE_CONNECTIONS = 1;

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
        /** There is no row yet. */
        ABSENT,
        /** Something else was in the way. */
        UNPROVEN,
        /** The transactions ran on two servers. */
        ANOTHER_SERVER,
        /** Two transactions locked the same row. */
        TAKEN_TWICE,
        /** A transaction waited for a row that it should have skipped. */
        WAITED,
        /** The server does not know a statement. */
        UNKNOWN_WORDS
    }

    /**
     * Checks that the locks hold.
     *
     * @throws StartRefusedException if they do not
     */
    void require() {
        String fault =
                switch (finding()) {
                    case TAKEN_TWICE ->
                        "which gives a row that one transaction has locked to another one too: two nodes would run the same job";
                    case WAITED ->
                        "which waits for a locked row that a statement should skip: each node would wait for the others";
                    case UNKNOWN_WORDS -> "which does not know SELECT .. FOR UPDATE SKIP LOCKED";
                    case LOCKED, ABSENT, UNPROVEN, ANOTHER_SERVER -> "";
                };
        if (!fault.isEmpty()) {
            throw SupportedServer.refusal("Baton does not run on the server behind its data source, " + fault
                    + ". The driver reports it as '" + access.server() + "'");
        }
    }

    /** Returns what a probe finds within some seconds: a response may never come, nor a second connection from a pool of one. */
    Finding finding() {
        FutureTask<Finding> probe = new FutureTask<>(this::probe);
        Thread thread = new Thread(probe, "baton-lock-probe");
        thread.setDaemon(true);
        thread.start();
        Finding finding = Finding.UNPROVEN;
        try {
            finding = probe.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
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

    private Finding probe() throws SQLException {
        try {
            Finding finding = ofFirst();
            if (finding == Finding.ABSENT) {
                store();
                finding = ofFirst();
            }
            // what came between two statements once, such as a lock on everything, does not come twice
            return finding == Finding.TAKEN_TWICE || finding == Finding.WAITED ? ofFirst() : finding;
        } catch (DataAccessException e) {
            if (access.isUnknown(e)) {
                return Finding.UNKNOWN_WORDS;
            }
            throw e;
        }
    }

    private Finding ofFirst() throws SQLException {
        try (Session first = open()) {
            if (first.finds(LOCK)) {
                return ofSecond(first, MORE_CONNECTIONS);
            }
            // a row that is there was skipped: another node holds it at this moment
            return first.finds(READ) ? Finding.LOCKED : Finding.ABSENT;
        }
    }

    /** Keeps a connection to another server while it tries the next, since a pool would return the same one. */
    private Finding ofSecond(Session first, int more) throws SQLException {
        try (Session second = open()) {
            Finding finding = ofBoth(first, second);
            return finding == Finding.ANOTHER_SERVER && more > 0 ? ofSecond(first, more - 1) : finding;
        }
    }

    private Finding ofBoth(Session first, Session second) throws SQLException {
        LockWaits waits = new LockWaits(second.database());
        waits.bound(LONGEST_LOCK_WAIT);
        try {
            // from here on, only a locked row can make a statement wait
            second.finds(LOCK_NONE);
            return ofRow(first, second);
        } finally {
            waits.restore();
        }
    }

    private Finding ofRow(Session first, Session second) throws SQLException {
        try {
            if (!second.finds(LOCK)) {
                return Finding.LOCKED;
            }
        } catch (DataAccessException e) {
            if (access.isLockTimeout(e)) {
                return Finding.WAITED;
            }
            throw e;
        }
        return ofTaken(first, second);
    }

    /** Returns what it means that both transactions were given the row, if the first is still open. */
    private Finding ofTaken(Session first, Session second) throws SQLException {
        SchemaWords words = access.words();
        if (!second.response(words.server()).equals(first.response(words.server()))) {
            return Finding.ANOTHER_SERVER;
        }
        String session = second.response(words.session());
        boolean same = !session.isEmpty() && session.equals(first.response(words.session()));
        return same || !first.connection().isValid(SECONDS_TO_VALIDATE) ? Finding.UNPROVEN : Finding.TAKEN_TWICE;
    }

    private void store() throws SQLException {
        String row = database.dialect()
                .insertIfAbsent("baton_flow_edge", "batch_id, step, after_step", "SELECT -1, 0, 0");
        try (Session session = open()) {
            session.database().update(row);
            session.connection().commit();
        }
    }

    private Session open() throws SQLException {
        Connection connection = dataSource.getConnection();
        Session session = new Session(
                connection,
                connection.getAutoCommit(),
                database.on(new SingleConnectionDataSource(connection, true)));
        try {
            connection.setAutoCommit(false);
            String limits = database.dialect().limits();
            if (limits != null) {
                session.database().execute(limits);
            }
            return session;
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** A transaction on a connection of its own, which is rolled back in the end. */
    private record Session(Connection connection, boolean commits, Database database) implements AutoCloseable {

        boolean finds(String query) {
            return !database.list(query, Integer.class).isEmpty();
        }

        /** Returns the last column of what a query finds; nothing if the server does not know it. */
        String response(String query) {
            try {
                return String.join(
                        " ",
                        database.query(
                                query,
                                (row, number) ->
                                        row.getString(row.getMetaData().getColumnCount())));
            } catch (DataAccessException e) {
                return "";
            }
        }

        @Override
        public void close() throws SQLException {
            try (connection) {
                connection.rollback();
                connection.setAutoCommit(commits);
            }
        }
    }
}
