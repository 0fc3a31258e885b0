package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** Reads a job of a claim, which names its queue and its lock id. */
final class ClaimedJobRow implements RowMapper<ClaimedJob> {

    private static final String BYTES = "COALESCE(OCTET_LENGTH(payload), 0) + COALESCE(OCTET_LENGTH(checkpoint), 0)";

    private static final String IF_SMALL =
            "CASE WHEN " + BYTES + " <= " + ClaimedJob.LARGEST_READ_AT_ONCE + " THEN %1$s END AS %1$s, ";

    private static final String COLUMNS =
            "id, type, job_rank, attempt, crashes, max_attempts, created_at, due_at, trace, "
                    + TiesRow.COLUMNS + ", "
                    + IF_SMALL.formatted("payload") + IF_SMALL.formatted("checkpoint") + BYTES + " AS bytes, ";

    private final Database database;
    private final Claim claim;
    private final int attemptsToAdd;
    /** By the clock of the database, when it returned the first row. */
    private @Nullable Instant claimedAt;

    ClaimedJobRow(Database database, Claim claim, int attemptsToAdd) {
        this.database = database;
        this.claim = claim;
        this.attemptsToAdd = attemptsToAdd;
    }

    /** Returns the columns that are read. */
    static String columns(Database database) {
        return COLUMNS + database.dialect().now() + " AS read_at";
    }

    @Override
    public ClaimedJob mapRow(ResultSet row, int number) throws SQLException {
        Instant dueAt = requireNonNull(database.dialect().instant(row, "due_at"));
        return new ClaimedJob(
                new Fence(row.getLong("id"), claim.lockId()),
                row.getString("type"),
                claim.queue(),
                ~row.getInt("job_rank"),
                row.getInt("attempt") + attemptsToAdd,
                row.getInt("crashes"),
                row.getObject("max_attempts", Integer.class),
                requireNonNull(database.dialect().instant(row, "created_at")),
                dueAt,
                row.getString("payload"),
                row.getString("checkpoint"),
                unread(row.getLong("bytes")),
                TiesRow.read(row),
                row.getString("trace"),
                waited(dueAt, row));
    }

    private Duration waited(Instant dueAt, ResultSet row) throws SQLException {
        if (claimedAt == null) {
            claimedAt = requireNonNull(database.dialect().instant(row, "read_at"));
        }
        return dueAt.isBefore(claimedAt) ? Duration.between(dueAt, claimedAt) : Duration.ZERO;
    }

    private static long unread(long bytes) {
        return bytes > ClaimedJob.LARGEST_READ_AT_ONCE ? bytes : 0;
    }
}
