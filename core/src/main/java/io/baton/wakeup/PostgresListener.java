package io.baton.wakeup;

import io.baton.loop.FailureText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Receives the notifications of other JVMs on a connection that it keeps open, and opens again after a failure. After each LISTEN it makes the worker
 * poll all queues, since earlier notifications were lost. Notifications are known to arrive when this JVM has received its own echo: through a
 * pooling proxy, LISTEN may succeed although no notification arrives.
 */
final class PostgresListener implements Step {

    private static final Logger log = LoggerFactory.getLogger(PostgresListener.class);
    private static final int RECEIVE_FOR_MILLIS = 500;
    private static final int WAIT_FOR_LATE_MILLIS = 1_000 / WakeupLimit.PER_SECOND;
    private static final int SILENT_TURNS_TO_CHECK = 120;
    private static final int CHECK_SECONDS = 5;
    private static final int TURNS_TO_RECEIVE_ECHO = 10;

    private final DataSource dataSource;
    private final String self;
    private final WakeupInbox here;
    private final WakeupLimit limit;
    private final PostgresNotifier notifier;
    private @Nullable Connection connection;
    private int silentTurns;
    private int turnsWithoutEcho;
    /** Whether an echo was sent and has not arrived. */
    private boolean echoExpected;

    private boolean failureLogged;

    PostgresListener(DataSource dataSource, String self, WakeupInbox here, PostgresNotifier notifier) {
        this.dataSource = dataSource;
        this.self = self;
        this.here = here;
        this.limit = new WakeupLimit(here, Ticker.SYSTEM);
        this.notifier = notifier;
    }

    @Override
    public Duration turn() {
        try {
            receive(connected());
            return Duration.ZERO;
        } catch (SQLException | RuntimeException e) {
            close();
            throw new DataAccessResourceFailureException("Listening for jobs of other JVMs failed; polling goes on", e);
        }
    }

    private Connection connected() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = open();
            connection = current;
            current.setAutoCommit(true);
            try (Statement statement = current.createStatement()) {
                statement.execute("LISTEN " + notifier.channel());
            }
            here.checkAll();
            notifier.echo();
            log.debug("Listens for jobs of other JVMs");
        }
        return current;
    }

    private Connection open() throws SQLException {
        try {
            Connection opened = dataSource.getConnection();
            failureLogged = false;
            turnsWithoutEcho = 0;
            echoExpected = false;
            return opened;
        } catch (SQLException e) {
            if (!failureLogged) {
                failureLogged = true;
                log.warn(
                        "There is no connection to listen on for jobs of other JVMs ({}); polling goes on. If baton.wakeup.jdbc-url is"
                                + " set, see that it leads to the database and that user and password, of a Hikari pool or else its own, are good",
                        FailureText.of(e));
            }
            throw e;
        }
    }

    private void receive(Connection current) throws SQLException {
        if (!here.receivesFromOthers() && ++turnsWithoutEcho == TURNS_TO_RECEIVE_ECHO) {
            log.warn(
                    "Notifications do not arrive on the connection that listens, as behind a pooling proxy in transaction mode; polling goes on."
                            + " Set baton.wakeup.jdbc-url to the database itself, and let the proxy have server connections for every handler of"
                            + " every node that runs at once and seven more for each node, or jobs wait for them");
        }
        PGNotification[] received = current.unwrap(PGConnection.class)
                .getNotifications(limit.isWaiting() ? WAIT_FOR_LATE_MILLIS : RECEIVE_FOR_MILLIS);
        if (received != null && received.length > 0) {
            silentTurns = 0;
            for (PGNotification notification : received) {
                if (WakeupMessage.isOwn(notification.getParameter(), self)) {
                    echoExpected = false;
                    if (!here.receivesFromOthers()) {
                        here.receivesFromOthers(true);
                    }
                }
                WakeupMessage.deliver(notification.getParameter(), self, limit);
            }
        } else if (++silentTurns >= SILENT_TURNS_TO_CHECK) {
            silentTurns = 0;
            check(current);
        }
        limit.forwardLate();
    }

    /** Checks the connection. It may work although notifications go to another server, such as the old primary after a failover. */
    private void check(Connection current) throws SQLException {
        if (echoExpected || !current.isValid(CHECK_SECONDS)) {
            throw new SQLException(
                    "The connection that listens is dead, or leads to another server than notifications");
        }
        echoExpected = here.receivesFromOthers();
        if (echoExpected) {
            notifier.echo();
        }
    }

    /** Closes the connection; the next turn opens a new one. */
    void close() {
        Connection current = connection;
        connection = null;
        if (current != null) {
            here.receivesFromOthers(false);
            try (current;
                    Statement statement = current.createStatement()) {
                statement.execute("UNLISTEN *");
            } catch (SQLException | RuntimeException e) {
                log.debug("The connection that listened was lost already, or could not be closed", LoggedFailure.of(e));
            }
        }
    }
}
