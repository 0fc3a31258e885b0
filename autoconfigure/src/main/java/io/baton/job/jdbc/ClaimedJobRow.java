package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.job.ClaimedJob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.springframework.jdbc.core.RowMapper;

/** Reads a claimed job. */
record ClaimedJobRow(Database database, UUID lockId, int attemptsToAdd) implements RowMapper<ClaimedJob> {

    static final String COLUMNS =
            "id, type, queue, job_rank, attempt, crashes, max_attempts, created_at, due_at, payload, checkpoint";

    @Override
    public ClaimedJob mapRow(ResultSet row, int number) throws SQLException {
        return new ClaimedJob(
                row.getLong("id"),
                lockId,
                row.getString("type"),
                row.getString("queue"),
                ~row.getInt("job_rank"),
                row.getInt("attempt") + attemptsToAdd,
                row.getInt("crashes"),
                row.getObject("max_attempts", Integer.class),
                requireNonNull(database.instant(row, "created_at")),
                requireNonNull(database.instant(row, "due_at")),
                row.getString("payload"),
                row.getString("checkpoint"));
    }
}
