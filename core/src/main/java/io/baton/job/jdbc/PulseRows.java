package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.Micros;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.SeenWorker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one statement reads with a heartbeat: its first column states the kind of a row. */
final class PulseRows {

    static final String LIVING =
            "SELECT 'living' AS kind, id, name, seen_at, dead_after_millis FROM baton_worker WHERE dead = FALSE";

    private static final String OTHERS = """

            UNION ALL (
                SELECT 'dead', w.id, NULL, NULL, NULL FROM baton_worker w
                WHERE w.dead = TRUE AND w.released = FALSE
                    AND EXISTS (SELECT 1 FROM baton_job j WHERE j.state = 2 AND j.worker_id = w.id)
                ORDER BY w.id LIMIT %s)
            UNION ALL SELECT 'queue', 0, found.queue, NULL, NULL %s
            UNION ALL SELECT 'due', micros, NULL, NULL, NULL FROM (
                SELECT %s AS micros FROM baton_job WHERE state = 0) AS next WHERE micros IS NOT NULL
            UNION ALL SELECT 'paused', micros, queue, NULL, NULL FROM (
                SELECT queue, %s AS micros FROM baton_pause GROUP BY queue) AS pause WHERE micros > 0
            UNION ALL (SELECT 'limits', 0, NULL, NULL, NULL FROM baton_limit LIMIT 1)
            UNION ALL (SELECT 'batches', 0, NULL, NULL, NULL FROM baton_batch LIMIT 1)
            UNION ALL SELECT 'tick', micros, NULL, NULL, NULL FROM (
                SELECT %s AS micros FROM baton_schedule WHERE paused = FALSE AND gone = FALSE) AS tick WHERE micros IS NOT NULL""";

    private final Database database;
    private final List<SeenWorker> living = new ArrayList<>();
    private final List<Long> dead = new ArrayList<>();
    private final Set<String> queues = new HashSet<>();
    private final Map<String, Duration> paused = new HashMap<>();
    private final boolean complete;
    private boolean alive;
    private @Nullable Duration nextDue;
    private boolean limits;
    private boolean batches;
    private @Nullable Duration nextTick;

    /**
     * Creates rows.
     *
     * @param complete whether they are read with the rest of the statement
     */
    PulseRows(Database database, boolean complete) {
        this.database = database;
        this.complete = complete;
    }

    PulseRows alive(boolean value) {
        alive = value;
        return this;
    }

    void add(ResultSet row) throws SQLException {
        String kind = row.getString("kind");
        switch (kind) {
            case "alive" -> alive = true;
            case "living" -> living.add(new SeenWorkerRow(database).mapRow(row, 0));
            case "dead" -> dead.add(row.getLong("id"));
            case "queue" -> queues.add(row.getString("name"));
            case "due" -> nextDue = Micros.duration(Math.max(0, row.getLong("id")));
            case "limits" -> limits = true;
            case "batches" -> batches = true;
            case "tick" -> nextTick = Micros.duration(Math.max(0, row.getLong("id")));
            case "paused" -> paused.put(row.getString("name"), Micros.duration(row.getLong("id")));
            default -> throw new IllegalStateException("A pulse has no rows of the kind " + kind);
        }
    }

    Pulse pulse() {
        return new Pulse(
                alive,
                living,
                dead,
                queues,
                nextDue,
                complete ? paused : null,
                complete ? new Pulse.Others(limits, batches, nextTick) : null);
    }

    /** Returns the rest of a statement that begins with the living. */
    static String others(Database database, String fromQueuesWithWork) {
        Dialect dialect = database.dialect();
        return OTHERS.formatted(
                Pulses.MOST_DEAD,
                fromQueuesWithWork,
                dialect.microsUntil("MIN(due_at)"),
                QueuePauses.left(database),
                dialect.microsUntil("MIN(next_at)"));
    }
}
