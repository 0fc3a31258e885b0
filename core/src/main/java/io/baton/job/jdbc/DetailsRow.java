package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.FailedAttempt;
import io.baton.JobId;
import io.baton.database.Database;
import io.baton.database.NullableColumn;
import io.baton.job.FoundJob;
import io.baton.job.StateCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.RowMapper;

/**
 * Reads a job in detail, from the job table or from history.
 *
 * @param attempts failed ones of this id; those from before the job was stored are of an earlier job that had its id
 */
record DetailsRow(Database database, List<FailedAttempt> attempts) implements RowMapper<FoundJob> {

    static final String LIVE = """
            SELECT j.id, j.type, j.queue, j.job_rank, j.state, j.attempt, j.max_attempts, j.created_at, j.due_at, j.claimed_at,
                j.died_at AS ended_at, w.name AS worker, j.labels, j.progress, j.progress_note, j.payload, NULL AS result, j.error
            FROM baton_job j LEFT JOIN baton_worker w ON w.id = j.worker_id""";

    static final String ENDED = """
            SELECT j.id, j.type, j.queue, j.job_rank, j.state, j.attempt, NULL AS max_attempts, j.created_at, j.due_at, j.claimed_at,
                j.ended_at, w.name AS worker, j.labels, NULL AS progress, NULL AS progress_note, NULL AS payload, j.result, NULL AS error
            FROM baton_job_history j LEFT JOIN baton_worker w ON w.id = j.worker_id""";

    private static final String OF_A_PAGE = """
            SELECT p.id, COALESCE(j.type, h.type) AS type, COALESCE(j.queue, h.queue) AS queue,
                COALESCE(j.job_rank, h.job_rank) AS job_rank, COALESCE(j.state, h.state) AS state,
                COALESCE(j.attempt, h.attempt) AS attempt, j.max_attempts, COALESCE(j.created_at, h.created_at) AS created_at,
                COALESCE(j.due_at, h.due_at) AS due_at, COALESCE(j.claimed_at, h.claimed_at) AS claimed_at,
                COALESCE(j.died_at, h.ended_at) AS ended_at, w.name AS worker, COALESCE(j.labels, h.labels) AS labels,
                j.progress, j.progress_note, NULL AS payload, h.result, j.error
            FROM (%s) AS p LEFT JOIN baton_job j ON p.ended = 0 AND j.id = p.id
                LEFT JOIN baton_job_history h ON p.ended = 1 AND h.id = p.id
                LEFT JOIN baton_worker w ON w.id = COALESCE(j.worker_id, h.worker_id)
            ORDER BY p.id DESC, p.ended""";

    /** Returns the selection of the jobs of a page, which states of each whether it has ended; without payloads. */
    static String of(String page) {
        return OF_A_PAGE.formatted(page);
    }

    @Override
    public FoundJob mapRow(ResultSet row, int number) throws SQLException {
        Instant enqueuedAt = requireNonNull(database.dialect().instant(row, "created_at"));
        return new FoundJob(
                new JobId(row.getLong("id")),
                row.getString("type"),
                row.getString("queue"),
                ~row.getInt("job_rank"),
                StateCode.state(row.getInt("state")),
                row.getInt("attempt"),
                NullableColumn.integer(row, "max_attempts"),
                enqueuedAt,
                requireNonNull(database.dialect().instant(row, "due_at")),
                database.dialect().instant(row, "claimed_at"),
                database.dialect().instant(row, "ended_at"),
                row.getString("worker"),
                Labels.read(row.getString("labels")),
                NullableColumn.decimal(row, "progress"),
                row.getString("progress_note"),
                row.getString("payload"),
                row.getString("result"),
                row.getString("error"),
                attempts.stream()
                        .filter(each -> !each.failedAt().isBefore(enqueuedAt))
                        .toList());
    }
}
