package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.springframework.jdbc.core.RowMapper;

/** Reads a claimed job. */
record ClaimedJobRow(Database database, UUID lockId, int attemptsToAdd) implements RowMapper<ClaimedJob> {

    private static final String BYTES = "COALESCE(OCTET_LENGTH(payload), 0) + COALESCE(OCTET_LENGTH(checkpoint), 0)";

    private static final String IF_SMALL =
            "CASE WHEN " + BYTES + " <= " + ClaimedJob.LARGEST_READ_AT_ONCE + " THEN %1$s END AS %1$s, ";

    private static final String COLUMNS =
            "id, type, queue, job_rank, attempt, crashes, max_attempts, created_at, due_at, trace, "
                    + TiesRow.COLUMNS + ", "
                    + IF_SMALL.formatted("payload") + IF_SMALL.formatted("checkpoint") + BYTES + " AS bytes, ";

    /** Returns the columns that are read. */
    static String columns(Database database) {
        return COLUMNS + database.dialect().microsUntil("due_at") + " AS micros_until_due";
    }

    @Override
    public ClaimedJob mapRow(ResultSet row, int number) throws SQLException {
        return new ClaimedJob(
                new Fence(row.getLong("id"), lockId),
                row.getString("type"),
                row.getString("queue"),
                ~row.getInt("job_rank"),
                row.getInt("attempt") + attemptsToAdd,
                row.getInt("crashes"),
                row.getObject("max_attempts", Integer.class),
                requireNonNull(database.dialect().instant(row, "created_at")),
                requireNonNull(database.dialect().instant(row, "due_at")),
                row.getString("payload"),
                row.getString("checkpoint"),
                unread(row.getLong("bytes")),
                TiesRow.read(row),
                row.getString("trace"),
                Micros.duration(Math.max(0, -row.getLong("micros_until_due"))));
    }

    private static long unread(long bytes) {
        return bytes > ClaimedJob.LARGEST_READ_AT_ONCE ? bytes : 0;
    }
}
