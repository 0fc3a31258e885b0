package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.job.SeenWorker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** Reads a living worker. */
record SeenWorkerRow(Database database) implements RowMapper<SeenWorker> {

    @Override
    public SeenWorker mapRow(ResultSet row, int number) throws SQLException {
        return new SeenWorker(
                row.getLong("id"),
                row.getString("name"),
                requireNonNull(database.dialect().instant(row, "seen_at")),
                millis(row.getObject("dead_after_millis", Long.class)));
    }

    private static @Nullable Duration millis(@Nullable Long millis) {
        return millis == null ? null : Duration.ofMillis(millis);
    }
}
