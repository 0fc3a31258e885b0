package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.Transactions;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.loop.Ticker;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.QueryTimeoutException;

/**
 * One statement, whose first column states the kind of a row. It is sent together with a limit for the locks that it waits for: if another session
 * has locked the table of the jobs, a statement that uses only the table of the workers writes the heartbeat. What a node at rest would poll for is
 * read with it until it is found once, and not for a while after a heartbeat that failed or was slow. For one thread.
 */
final class PostgresPulses implements Pulses {

    /**
     * Two statements in one round trip are one transaction, in which the first holds for the second; the session keeps nothing of it. The commit of a
     * heartbeat must not wait for a synchronous standby that is lost, or every worker counts as dead.
     */
    private static final String LIMIT =
            "SELECT set_config('lock_timeout', '250ms', true), set_config('synchronous_commit', 'off', true); ";

    private static final String HEARTBEAT = """
            WITH beat AS (
                UPDATE baton_worker SET seen_at = clock_timestamp() WHERE id = ? AND dead = FALSE RETURNING id)
            SELECT 'alive' AS kind, id, NULL::text AS name, NULL::timestamptz AS seen_at, NULL::bigint AS dead_after_millis FROM beat
            UNION ALL SELECT 'living', id, name, seen_at, dead_after_millis FROM baton_worker WHERE dead = FALSE""";

    /**
     * The kinds of rows: whether the worker is {@code alive}; the {@code living} workers; {@code dead} ones that may hold jobs; each {@code queue} with
     * ready jobs; the microseconds until the next scheduled job is {@code due}, and until the end of each {@code paused} queue's pause.
     */
    private static final String HEARTBEAT_AND_READ = HEARTBEAT + """

            UNION ALL (
                SELECT 'dead', w.id, NULL, NULL, NULL FROM baton_worker w
                WHERE w.dead = TRUE AND w.released = FALSE
                    AND EXISTS (SELECT 1 FROM baton_job j WHERE j.state = 2 AND j.worker_id = w.id)
                ORDER BY w.id LIMIT %s)
            UNION ALL SELECT 'queue', 0, found.queue, NULL, NULL %s
            UNION ALL SELECT 'due', micros, NULL, NULL, NULL FROM (
                SELECT {until MIN(due_at)} AS micros FROM baton_job WHERE state = 0) AS next WHERE micros IS NOT NULL
            UNION ALL SELECT 'paused', micros, queue, NULL, NULL FROM (
                SELECT queue, {until MAX(paused_until)} AS micros FROM baton_pause GROUP BY queue) AS pause WHERE micros > 0""";

    private static final String UNUSED =
            "\nUNION ALL SELECT 'unused', 0, '%s', NULL, NULL WHERE NOT EXISTS (SELECT 1 FROM %s)";

    private static final Map<Pulse.Part, String> TABLES = Map.of(
            Pulse.Part.LIMITS, "baton_limit",
            Pulse.Part.BATCHES, "baton_batch",
            Pulse.Part.SCHEDULES, "baton_schedule");

    /** The number of heartbeats without optional reads after a failed or slow one. */
    private static final int PLAIN_AFTER_FAILURE = 30;

    /** A table without rows is slow to read while an open transaction keeps those that were deleted. */
    private static final long SLOW_NANOS = 250_000_000;

    private final Database database;
    private final Transactions transactions;
    private final Set<Pulse.Part> unfound = EnumSet.allOf(Pulse.Part.class);
    private int plain;

    PostgresPulses(Database database, Transactions transactions) {
        this.database = database;
        this.transactions = transactions;
    }

    @Override
    public Pulse take(long workerId, Set<String> queues) {
        try {
            return transactions.single(() -> heartbeatAndRead(workerId, queues));
        } catch (CannotAcquireLockException | QueryTimeoutException e) {
            // the jobs are locked, or the role's own time for a statement is over
            return transactions.single(() -> requireNonNull(database.execute(LIMIT + HEARTBEAT, statement -> {
                statement.setLong(1, workerId);
                return secondResult(statement, null);
            })));
        }
    }

    private Pulse heartbeatAndRead(long workerId, Set<String> queues) {
        int left = Math.max(0, plain - 1);
        Set<Pulse.Part> read = plain > 0 ? Set.of() : unfound;
        plain = PLAIN_AFTER_FAILURE;
        long start = Ticker.SYSTEM.nanos();
        Pulse pulse = heartbeatAndRead(workerId, queues, read);
        if (read.isEmpty()) {
            plain = left;
        } else {
            plain = Ticker.SYSTEM.nanos() - start < SLOW_NANOS ? 0 : PLAIN_AFTER_FAILURE;
            unfound.retainAll(pulse.unused());
        }
        return pulse;
    }

    private Pulse heartbeatAndRead(long workerId, Set<String> queues, Set<Pulse.Part> parts) {
        String read = HEARTBEAT_AND_READ.formatted(MOST_DEAD, PostgresClaim.FROM_QUEUES_WITH_WORK);
        String unused = parts.stream()
                .map(part -> UNUSED.formatted(part, TABLES.get(part)))
                .collect(Collectors.joining());
        return requireNonNull(database.execute(LIMIT + read + unused, statement -> {
            statement.setLong(1, workerId);
            statement.setArray(2, statement.getConnection().createArrayOf("text", queues.toArray()));
            return secondResult(statement, new HashMap<>());
        }));
    }

    /** Reads a pulse; without pauses if they are not among its rows. */
    private Pulse secondResult(PreparedStatement statement, @Nullable Map<String, Duration> paused)
            throws SQLException {
        statement.execute();
        if (!statement.getMoreResults()) {
            throw new SQLException("A pulse returned no result");
        }
        boolean alive = false;
        Duration nextDue = null;
        List<SeenWorker> living = new ArrayList<>();
        List<Long> dead = new ArrayList<>();
        Set<String> queues = new HashSet<>();
        Set<Pulse.Part> unused = EnumSet.noneOf(Pulse.Part.class);
        try (ResultSet row = statement.getResultSet()) {
            while (row.next()) {
                String kind = row.getString("kind");
                switch (kind) {
                    case "alive" -> alive = true;
                    case "living" -> living.add(JdbcWorkerStore.seen(row, database));
                    case "dead" -> dead.add(row.getLong("id"));
                    case "queue" -> queues.add(row.getString("name"));
                    case "due" -> nextDue = Micros.duration(Math.max(0, row.getLong("id")));
                    case "paused" ->
                        requireNonNull(paused).put(row.getString("name"), Micros.duration(row.getLong("id")));
                    case "unused" -> unused.add(Pulse.Part.valueOf(row.getString("name")));
                    default -> throw new IllegalStateException("A pulse has no rows of the kind " + kind);
                }
            }
        }
        return new Pulse(alive, living, dead, queues, nextDue, paused, unused);
    }
}
