package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.database.Database;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * One statement, whose first column states the kind of a row. If another session has locked the table of the jobs, a statement that uses only the
 * table of the workers writes the heartbeat. The driver cancels the first that takes too long; the next ones are sent together with a limit for the
 * locks that they wait for, which lets a slow one finish. For one thread.
 */
final class PostgresPulses implements Pulses {

    private static final Logger log = LoggerFactory.getLogger(PostgresPulses.class);

    private static final int LONGEST_SECONDS = 1;

    /** So many heartbeats after the last one that took too long are limited; a driver cannot limit those that are sent more often than this. */
    private static final int LIMITED = 30;

    /** Two statements in one round trip are one transaction, in which the first holds for the second; the session keeps nothing of it. */
    private static final String LIMIT = "SELECT set_config('lock_timeout', '250ms', true); ";

    private static final String HEARTBEAT = """
            WITH beat AS (
                UPDATE baton_worker SET seen_at = clock_timestamp() WHERE id = ? AND dead = FALSE RETURNING id)
            SELECT 'alive' AS kind, id, NULL::text AS name, NULL::timestamptz AS seen_at, NULL::bigint AS dead_after_millis FROM beat
            UNION ALL\s""" + PulseRows.LIVING;

    /** A lock was not available, or the role's own statement timeout ran out. */
    private static final Set<String> LOCKED = Set.of("55P03", "57014");

    private final Database database;
    private final String sql;
    private final boolean seldom;
    private int limited;

    /**
     * Creates pulses.
     *
     * @param interval how often they are taken
     */
    PostgresPulses(Database database, Duration interval) {
        this.database = database;
        this.seldom = interval.toSeconds() >= LONGEST_SECONDS;
        this.sql = HEARTBEAT + PulseRows.others(database, PostgresJobStatements.FROM_QUEUES_WITH_WORK);
    }

    @Override
    public Pulse take(long workerId, Set<String> queues) {
        boolean limits = limited > 0 || !seldom;
        limited = Math.max(0, limited - 1);
        try {
            return requireNonNull(database.execute(limits ? LIMIT + sql : sql, statement -> {
                bind(statement, workerId, queues);
                if (!limits) {
                    statement.setQueryTimeout(LONGEST_SECONDS);
                }
                return lastResult(statement, limits);
            }));
        } catch (DataAccessException e) {
            if (e.getRootCause() instanceof SQLException sqlException && LOCKED.contains(sqlException.getSQLState())) {
                // without its cause, because of which the transaction would be repeated
                log.debug("The jobs are locked");
                limited = LIMITED;
                throw new LockedException();
            }
            throw e;
        }
    }

    private static void bind(PreparedStatement statement, long workerId, Set<String> queues) throws SQLException {
        statement.setLong(1, workerId);
        statement.setArray(2, statement.getConnection().createArrayOf("text", queues.toArray()));
    }

    /** Writes the heartbeat alone. */
    Pulse heartbeatOnly(long workerId) {
        PulseRows result = new PulseRows(database, false);
        database.forEach(HEARTBEAT, result::add, workerId);
        return result.pulse();
    }

    private Pulse lastResult(PreparedStatement statement, boolean isSecond) throws SQLException {
        PulseRows result = new PulseRows(database, true);
        statement.execute();
        if (isSecond && !statement.getMoreResults()) {
            throw new SQLException("A pulse returned no result");
        }
        try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
                result.add(rows);
            }
        }
        return result.pulse();
    }

    /** Thrown if the jobs are locked; the heartbeat was not written. */
    static final class LockedException extends BatonException {

        private static final long serialVersionUID = 1L;

        LockedException() {
            super("Another session has locked Baton's jobs");
        }
    }
}
