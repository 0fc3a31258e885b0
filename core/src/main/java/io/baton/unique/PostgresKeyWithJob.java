package io.baton.unique;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Unique;
import io.baton.job.jdbc.InsertValues;
import io.baton.unique.KeyRows.HeldKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Takes a key and stores its job in one statement. The id of the job is drawn first, since a statement cannot change the row of the key twice. If the
 * job is not stored, its id is lost.
 */
record PostgresKeyWithJob(Database database, KeyRows rows, InsertObserver observer) {

    /** The sequence as a constant: the server resolves it once per plan, but would call {@code pg_get_serial_sequence} each time. */
    private static final String NEXT_ID = "nextval('baton_job_id_seq')";

    /** Bounds the lock waits of a statement that is a transaction by itself, and then draws an id. */
    private static final String BOUNDED_NEXT_ID =
            "CASE WHEN set_config('lock_timeout', '3s', true) IS NOT NULL THEN " + NEXT_ID + " END";

    /** Reads whether that sequence provides the ids and the user may draw from it, which the insert of a job does not require. */
    private static final String MAY_DRAW = """
            SELECT COALESCE(has_sequence_privilege(ids, 'USAGE') AND ids = to_regclass('baton_job_id_seq'), FALSE)
            FROM CAST(pg_get_serial_sequence('baton_job', 'id') AS regclass) AS ids""";

    /**
     * Takes the key. If it was free, stores the job; otherwise reads the holder of the key. A job that is newer than the snapshot of the statement is
     * not visible, so that an enqueue that waited for the key has to read again. {@code EXISTS} avoids a scan if there is no job to find.
     */
    private static final String TAKE = """
            WITH
            /* the row of the key, which is locked now, and whose counter is 1 if the key was free */
            taken AS (INSERT INTO baton_unique AS known (unique_key, dead_job, job_id, scope, started, expires_at, asked)
                VALUES (?, 0, %s, ?, FALSE, {now+?}, 1)
                ON CONFLICT (unique_key, dead_job) DO UPDATE
                    SET asked = {next known.asked}
                RETURNING %s),
            stored AS (%s),
            /* a holder that has to be locked, since only its lock shows that it still waits */
            waiting AS (SELECT job_id FROM taken WHERE asked > 1 AND scope < 2 AND NOT started),
            locked AS (SELECT state, queue, %s FROM baton_job
                WHERE EXISTS (SELECT FROM waiting) AND id = (SELECT job_id FROM waiting) FOR UPDATE),
            /* any other holder, among the jobs or in history */
            other AS (SELECT job_id FROM taken WHERE asked > 1 AND (scope = 2 OR started)),
            holder AS (SELECT state, queue, cancel_requested FROM locked
                UNION ALL SELECT state, queue, %s FROM baton_job
                    WHERE EXISTS (SELECT FROM other) AND id = (SELECT job_id FROM other)
                UNION ALL SELECT state, queue, FALSE FROM baton_job_history
                    WHERE EXISTS (SELECT FROM other) AND id = (SELECT job_id FROM other)),
            /* a job that is gone and has a key set aside was cancelled, which is state 6 */
            found AS (SELECT state, queue, cancel_requested FROM holder
                UNION ALL SELECT 6, '', FALSE FROM baton_unique
                    WHERE EXISTS (SELECT FROM other) AND NOT EXISTS (SELECT FROM holder)
                        AND job_id = (SELECT job_id FROM other) AND dead_job <> 0)
            SELECT taken.*, found.state, found.queue, found.cancel_requested FROM taken LEFT JOIN found ON TRUE""";

    /** Returns whether the database and its user can run the statement. */
    static boolean isPossible(Database database) {
        return database.dialect().verbsAreStatements() && Boolean.TRUE.equals(database.value(MAY_DRAW, Boolean.class));
    }

    /** Takes the key of a job and stores the job. If another job holds the key, only locks the key, and that job as well if it waits. */
    RequestedKey take(NewJob job) {
        return observer.observe(List.of(job), trace -> insert(job, trace));
    }

    private RequestedKey insert(NewJob job, @Nullable String trace) {
        Unique key = requireNonNull(job.unique());
        boolean joins = TransactionSynchronizationManager.isActualTransactionActive();
        InsertValues stored = InsertValues.of(job, database, trace, true);
        List<Object> parameters = new ArrayList<>(List.of(key.key(), KeyRows.scope(key), rows.lifetime(key)));
        parameters.addAll(stored.parameters());
        String sql = TAKE.formatted(
                joins ? NEXT_ID : BOUNDED_NEXT_ID,
                KeyRows.READ,
                stored.insertFrom("job_id", "taken WHERE " + KeyRows.COUNTER + " = 1"),
                Holder.CANCELLED,
                Holder.CANCELLED);
        RowMapper<RequestedKey> requested = (row, number) ->
                new RequestedKey(HeldKey.of(row), row.getString("queue") == null ? null : Holder.of(row));
        return database.query(sql, requested, parameters.toArray()).get(0);
    }

    /**
     * A key that an enqueue has taken or found.
     *
     * @param holder the other job that holds the key; null if there is none or the caller's snapshot does not show it
     */
    record RequestedKey(HeldKey key, @Nullable Holder holder) {}
}
