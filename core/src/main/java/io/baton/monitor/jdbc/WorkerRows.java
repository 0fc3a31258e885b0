package io.baton.monitor.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.monitor.WorkerStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** The rows of the workers, and how many jobs each has claimed. */
record WorkerRows(Database database) implements RowMapper<WorkerStatus> {

    List<WorkerStatus> list(int limit) {
        return database.query(select() + " ORDER BY dead, started_at DESC, id LIMIT " + limit, this);
    }

    Optional<WorkerStatus> find(long id) {
        return database.query(select() + " WHERE id = ?", this, id).stream().findFirst();
    }

    private String select() {
        return "SELECT id, name, host, pid, version, queues, types, started_at, dead, dead_after_millis, "
                + database.dialect().microsUntil("seen_at") + " AS silent,"
                + " (SELECT COUNT(*) FROM baton_job j WHERE j.state = 2 AND j.worker_id = w.id) AS holding"
                + " FROM baton_worker w";
    }

    @Override
    public WorkerStatus mapRow(ResultSet row, int number) throws SQLException {
        return new WorkerStatus(
                row.getLong("id"),
                row.getString("name"),
                row.getString("host"),
                row.getLong("pid"),
                row.getString("version"),
                row.getString("queues").lines().toList(),
                row.getString("types").lines().toList(),
                requireNonNull(database.dialect().instant(row, "started_at")),
                Micros.duration(Math.max(0, -row.getLong("silent"))),
                millis(row),
                row.getBoolean("dead"),
                row.getLong("holding"));
    }

    private static @Nullable Duration millis(ResultSet row) throws SQLException {
        Long millis = NullableColumn.number(row, "dead_after_millis");
        return millis == null ? null : Duration.ofMillis(millis);
    }
}
