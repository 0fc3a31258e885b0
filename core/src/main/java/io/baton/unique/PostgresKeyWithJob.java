package io.baton.unique;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Unique;
import io.baton.job.StateCode;
import io.baton.job.jdbc.InsertValues;
import io.baton.unique.UniqueStore.RequestedKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Takes a key and stores its job in one statement. The id of the job is drawn first, since a statement cannot change the row of the key twice; the id
 * of a job that is not stored is lost.
 */
final class PostgresKeyWithJob {

    /** A constant: the server resolves the sequence once for a plan, and by {@code pg_get_serial_sequence} in every call. */
    private static final String IDS = "'baton_job_id_seq'";

    /** Bounds the waits of the statement first, where it is a transaction by itself. */
    private static final String BOUNDED_NEXT =
            "CASE WHEN set_config('lock_timeout', '3s', true) IS NOT NULL THEN nextval(" + IDS + ") END";

    /** Whether that sequence is the one of the ids, and the user may draw from it. */
    private static final String MAY_DRAW = "SELECT COALESCE(has_sequence_privilege(ids, 'USAGE') AND ids = to_regclass("
            + IDS + "), FALSE) FROM CAST(pg_get_serial_sequence('baton_job', 'id') AS regclass) AS ids";

    /**
     * Runs under the lock of the key. The statement does not see a job that is newer than its snapshot, so an enqueue that waited for the key has to
     * read again. {@code EXISTS} avoids a scan where there is no job to find.
     */
    private static final String HOLDER = """
            waiting AS (SELECT job_id FROM taken WHERE asked > 1 AND scope < 2 AND NOT started),
            locked AS (SELECT state, queue, cancel_requested FROM baton_job
                WHERE EXISTS (SELECT FROM waiting) AND id = (SELECT job_id FROM waiting) FOR UPDATE),
            other AS (SELECT job_id FROM taken WHERE asked > 1 AND (scope = 2 OR started)),
            holder AS (SELECT state, queue, cancel_requested FROM locked
                UNION ALL SELECT state, queue, cancel_requested FROM baton_job
                    WHERE EXISTS (SELECT FROM other) AND id = (SELECT job_id FROM other)
                UNION ALL SELECT state, queue, FALSE FROM baton_job_history
                    WHERE EXISTS (SELECT FROM other) AND id = (SELECT job_id FROM other)),
            known AS (SELECT * FROM holder
                UNION ALL SELECT %s, '', FALSE FROM baton_unique
                    WHERE EXISTS (SELECT FROM other) AND NOT EXISTS (SELECT FROM holder)
                        AND job_id = (SELECT job_id FROM other) AND dead_job <> 0)
            SELECT taken.*, known.* FROM taken LEFT JOIN known ON TRUE""".formatted(StateCode.of(JobState.CANCELLED));

    private final Database database;
    private final KeyRows rows;
    private final InsertObserver observer;
    private volatile @Nullable Boolean allowed;

    PostgresKeyWithJob(Database database, KeyRows rows, InsertObserver observer) {
        this.database = database;
        this.rows = rows;
        this.observer = observer;
    }

    /** Returns whether the user may draw ids, which the insert of a job does not require. */
    private boolean isAllowed() {
        Boolean known = allowed;
        if (known == null) {
            known = Boolean.TRUE.equals(database.value(MAY_DRAW, Boolean.class));
            allowed = known;
        }
        return known;
    }

    Optional<RequestedKey> take(NewJob job) {
        return isAllowed()
                ? Optional.of(observer.observe(List.of(job), trace -> insert(job, trace)))
                : Optional.empty();
    }

    private RequestedKey insert(NewJob job, @Nullable String trace) {
        Unique key = Objects.requireNonNull(job.unique());
        List<Object> parameters = new ArrayList<>();
        boolean joins = TransactionSynchronizationManager.isActualTransactionActive();
        String write = database.dialect()
                .insertOrCount(
                        "baton_unique",
                        KeyRows.PRIMARY_KEY,
                        KeyRows.COLUMNS,
                        KeyRows.COUNTER,
                        rows.row(key, joins ? "nextval(" + IDS + ")" : BOUNDED_NEXT, parameters));
        InsertValues stored = InsertValues.of(job, database, trace);
        parameters.addAll(stored.parameters());
        String sql = "WITH taken AS (" + write + " RETURNING " + rows.read() + "), stored AS ("
                + stored.insertFrom("job_id", "taken WHERE " + KeyRows.COUNTER + " = 1") + "), " + HOLDER;
        return database.query(sql, (row, number) -> requested(row), parameters.toArray())
                .get(0);
    }

    private static RequestedKey requested(ResultSet row) throws SQLException {
        Holder holder = row.getString("queue") == null ? null : Holders.of(row);
        return new RequestedKey(KeyRows.heldKey(row), holder);
    }
}
