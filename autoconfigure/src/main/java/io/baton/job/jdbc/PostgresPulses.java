package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.SeenWorker;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/** One statement, which tells its answers apart by their first column. */
record PostgresPulses(JdbcOperations jdbc, Tables tables, Database database) implements Pulses {

    private static final String TAKE = """
            WITH beat AS (
                UPDATE baton_worker SET seen_at = clock_timestamp() WHERE id = ? AND dead = FALSE RETURNING id)
            SELECT 'alive' AS kind, id, NULL::text AS name, NULL::timestamptz AS seen_at FROM beat
            UNION ALL SELECT 'holding', 0, NULL, NULL
            WHERE EXISTS (SELECT 1 FROM baton_job WHERE state = 2 AND worker_id = ?)
            UNION ALL SELECT 'living', id, name, seen_at FROM baton_worker WHERE dead = FALSE
            UNION ALL (
                SELECT 'dead', w.id, NULL, NULL FROM baton_worker w
                WHERE w.dead = TRUE AND EXISTS (SELECT 1 FROM baton_job j WHERE j.state = 2 AND j.worker_id = w.id)
                ORDER BY w.id LIMIT %d)
            UNION ALL SELECT 'queue', 0, found.queue, NULL %s
            UNION ALL SELECT 'due', micros, NULL, NULL FROM (
                SELECT %s AS micros FROM baton_job WHERE state = 0) AS next WHERE micros IS NOT NULL""";

    @Override
    public Pulse take(long workerId, Set<String> queues) {
        String sql = tables.in(
                TAKE.formatted(MOST_DEAD, PostgresDatabase.FROM_QUEUES_WITH_WORK, database.microsUntil("MIN(due_at)")));
        Answers answers = new Answers(database);
        jdbc.query(
                connection -> {
                    PreparedStatement statement = connection.prepareStatement(sql);
                    statement.setLong(1, workerId);
                    statement.setLong(2, workerId);
                    statement.setArray(3, connection.createArrayOf("text", queues.toArray()));
                    return statement;
                },
                answers::add);
        return answers.pulse();
    }

    private static final class Answers {

        private final Database database;
        private final List<SeenWorker> living = new ArrayList<>();
        private final List<Long> dead = new ArrayList<>();
        private final Set<String> queues = new HashSet<>();
        private boolean alive;
        private boolean holding;
        private @Nullable Duration nextDue;

        private Answers(Database database) {
            this.database = database;
        }

        private void add(ResultSet row) throws SQLException {
            String kind = row.getString("kind");
            switch (kind) {
                case "alive" -> alive = true;
                case "holding" -> holding = true;
                case "living" ->
                    living.add(new SeenWorker(
                            row.getLong("id"),
                            row.getString("name"),
                            requireNonNull(database.instant(row, "seen_at"))));
                case "dead" -> dead.add(row.getLong("id"));
                case "queue" -> queues.add(row.getString("name"));
                case "due" -> nextDue = Micros.duration(Math.max(0, row.getLong("id")));
                default -> throw new IllegalStateException("A pulse answers nothing called " + kind);
            }
        }

        private Pulse pulse() {
            return new Pulse(alive, holding, living, dead, queues, nextDue);
        }
    }
}
