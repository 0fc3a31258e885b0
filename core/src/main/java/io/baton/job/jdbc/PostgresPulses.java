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
 * Takes a pulse in one statement, whose first column is the kind of row. A lock timeout is sent with it: if another session locks the job table,
 * a statement that uses only the worker table writes the heartbeat. The pulse also reads the parts that an idle node would poll, each until it was
 * found once, but not for some time after a failed or slow heartbeat. Only one thread uses it.
 */
final class PostgresPulses implements Pulses {

    /**
     * Sets limits for the next statement. Two statements in one round trip are one transaction, and the session does not keep the limits. The
     * commit of a heartbeat must not wait for a lost synchronous standby: otherwise every worker would count as dead.
     */
    private static final String LIMIT =
            "SELECT set_config('lock_timeout', '250ms', true), set_config('synchronous_commit', 'off', true); ";

    private static final String HEARTBEAT = """
            WITH beat AS (
                UPDATE baton_worker SET seen_at = clock_timestamp() WHERE id = ? AND dead = FALSE RETURNING id)
            SELECT 'alive' AS kind, id, NULL::text AS name, NULL::timestamptz AS seen_at, NULL::bigint AS dead_after_millis FROM beat
            UNION ALL SELECT 'living', id, name, seen_at, dead_after_millis FROM baton_worker WHERE dead = FALSE""";

    /**
     * The kinds of rows: {@code alive} if the worker is; the {@code living} workers; the {@code dead} ones that may hold jobs; each {@code queue}
     * with ready jobs; the microseconds until the next scheduled job is {@code due}, and until each {@code paused} queue resumes.
     */
    private static final String HEARTBEAT_AND_READ = HEARTBEAT + """

            UNION ALL (
                SELECT 'dead', w.id, NULL, NULL, NULL FROM baton_worker w
                WHERE w.dead = TRUE AND w.released = FALSE
                    AND EXISTS (SELECT 1 FROM baton_job j WHERE j.state = 2 AND j.worker_id = w.id)
                ORDER BY w.id LIMIT %s)
            UNION ALL SELECT 'queue', 0, found.queue, NULL, NULL %s
            UNION ALL SELECT 'due', micros, NULL, NULL, NULL FROM (
                SELECT {until LEAST((SELECT MIN(due_at) FROM baton_job WHERE state = 0),
                    (SELECT MIN(until_at) FROM baton_step WHERE until_at IS NOT NULL))} AS micros) AS next WHERE micros IS NOT NULL
            UNION ALL SELECT 'paused', micros, queue, NULL, NULL FROM (
                SELECT queue, {until MAX(paused_until)} AS micros FROM baton_pause GROUP BY queue) AS pause WHERE micros > 0""";

    private static final String UNUSED =
            "\nUNION ALL SELECT 'unused', 0, '%s', NULL, NULL WHERE NOT EXISTS (SELECT 1 FROM %s)";

    private static final Map<Pulse.Part, String> TABLES = Map.of(
            Pulse.Part.LIMITS, "baton_limit",
            Pulse.Part.BATCHES, "baton_batch",
            Pulse.Part.SEQUENCES, "baton_sequence",
            Pulse.Part.SCHEDULES, "baton_schedule");

    /** The number of heartbeats without optional reads after a failed or slow one. */
    private static final int PLAIN_AFTER_FAILURE = 30;

    /** A table without rows is slow to read while an open transaction keeps its deleted rows. */
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
            // the job table is locked, or the statement timeout of the role has expired
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

    /** Reads a pulse from the second result; {@code paused} is null if the rows do not include pauses. */
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
