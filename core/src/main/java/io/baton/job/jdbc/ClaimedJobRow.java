package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.ShareNames;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** Reads the row of a job that a claim returned. Queue and lock id come from the claim. */
final class ClaimedJobRow implements RowMapper<ClaimedJob> {

    private static final String BYTES = "COALESCE(OCTET_LENGTH(payload), 0) + COALESCE(OCTET_LENGTH(checkpoint), 0)";

    private static final String IF_SMALL =
            "CASE WHEN " + BYTES + " <= " + ClaimedJob.LARGEST_READ_AT_ONCE + " THEN %1$s END AS %1$s, ";

    /** The columns, in the order of the positions below. Rows are read by position: the driver would look up each name for each job. */
    static final String COLUMNS = "id, type, job_rank, attempt, crashes, max_attempts, created_at, due_at, trace, "
            + TiesRow.COLUMNS + ", " + IF_SMALL.formatted("payload") + IF_SMALL.formatted("checkpoint") + BYTES
            + " AS bytes, {now} AS read_at";

    /** Returns the columns that this claim reads. */
    static String columns(Claim claim) {
        return COLUMNS + (claim.labels() ? ", labels" : "") + (claim.shares() == null ? "" : ", queue");
    }

    private static final int ID = 1;
    private static final int TYPE = 2;
    private static final int RANK = 3;
    private static final int ATTEMPT = 4;
    private static final int CRASHES = 5;
    private static final int MAX_ATTEMPTS = 6;
    private static final int CREATED_AT = 7;
    private static final int DUE_AT = 8;
    private static final int TRACE = 9;
    private static final int TIES = 10;
    private static final int PAYLOAD = 13;
    private static final int CHECKPOINT = 14;
    private static final int SIZE = 15;
    private static final int READ_AT = 16;
    /** The labels, and the stored name of the queue, which only some claims read. */
    private static final int MORE = 17;

    private final Database database;
    private final Claim claim;
    private final int attemptsToAdd;
    /** The time by the database's clock when it returned the first row. */
    private @Nullable Instant claimedAt;

    ClaimedJobRow(Database database, Claim claim, int attemptsToAdd) {
        this.database = database;
        this.claim = claim;
        this.attemptsToAdd = attemptsToAdd;
    }

    @Override
    public ClaimedJob mapRow(ResultSet row, int number) throws SQLException {
        Instant dueAt = requireNonNull(database.dialect().instant(row, DUE_AT));
        return new ClaimedJob(
                new Fence(row.getLong(ID), claim.lockId()),
                row.getString(TYPE),
                claim.queue(),
                claim.shares() == null ? null : ShareNames.share(row.getString(claim.labels() ? MORE + 1 : MORE)),
                ~row.getInt(RANK),
                row.getInt(ATTEMPT) + attemptsToAdd,
                row.getInt(CRASHES),
                row.getObject(MAX_ATTEMPTS, Integer.class),
                requireNonNull(database.dialect().instant(row, CREATED_AT)),
                dueAt,
                row.getString(PAYLOAD),
                row.getString(CHECKPOINT),
                unread(row.getLong(SIZE)),
                TiesRow.read(row, TIES),
                row.getString(TRACE),
                claim.labels() ? Labels.read(row.getString(MORE)) : null,
                waited(dueAt, row));
    }

    private Duration waited(Instant dueAt, ResultSet row) throws SQLException {
        if (claimedAt == null) {
            claimedAt = requireNonNull(database.dialect().instant(row, READ_AT));
        }
        return dueAt.isBefore(claimedAt) ? Duration.between(dueAt, claimedAt) : Duration.ZERO;
    }

    private static long unread(long bytes) {
        return bytes > ClaimedJob.LARGEST_READ_AT_ONCE ? bytes : 0;
    }
}
