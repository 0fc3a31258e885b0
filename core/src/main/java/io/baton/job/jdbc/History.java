package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Fence;
import io.baton.job.Retention;
import io.baton.job.StateCode;
import java.util.Collection;
import java.util.List;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * Moves ended jobs from the job table to history. The caller holds the locks of their rows. If ids are used again, as after a restored or truncated
 * table, the job that ends now replaces the earlier one in history. Otherwise it could never end and would run again each time its claim is
 * reclaimed.
 */
record History(Database database, Retention retention) {

    static final String COLUMNS =
            "id, type, queue, job_rank, state, attempt, worker_id, created_at, due_at, claimed_at, ended_at, labels, result";

    /** The columns of the job table that {@link #values} needs. */
    static final String FROM_JOB =
            "id, type, queue, job_rank, attempt, worker_id, created_at, due_at, claimed_at, labels";

    /** Returns the values of {@link #COLUMNS} from a row of the job table. */
    static String values(JobState ended, String now, String result) {
        return "id, type, queue, job_rank, " + StateCode.of(ended)
                + ", attempt, worker_id, created_at, due_at, claimed_at, " + now + ", labels, " + result;
    }

    /**
     * Moves jobs and their results, or only removes the jobs if history does not keep them. When claims end, it removes only rows that these claims
     * hold: the transaction may have lost its locks, if the database rolled it back unnoticed or a proxy replayed it on another connection. The
     * caller has compared the jobs with their claims when it locked the rows.
     */
    void move(Collection<TiedJob> ended, JobState state, Collection<Fence> claims) {
        List<Long> ids = TiesRow.ids(ended);
        RowsById jobs = database.rows("baton_job");
        boolean keep = retention.keeps(state);
        if (keep) {
            String found = "SELECT " + values(state, "{now}", "NULL") + " FROM " + jobs.from();
            database.update(
                    database.dialect().insertOrReplace("baton_job_history", "id", COLUMNS, found), jobs.ids(ids));
        }
        if (claims.isEmpty()) {
            jobs.delete(ids, "TRUE");
        } else {
            List<Object> lockIds = claims.stream()
                    .map(Fence::lockId)
                    .distinct()
                    .map(lockId -> database.dialect().uuid(lockId))
                    .toList();
            String held = "lock_id IN (" + Database.marks(lockIds) + ")";
            requireAll(jobs.delete(ids, held, lockIds.toArray()) == ids.size());
        }
        List<Object[]> results = ended.stream()
                .filter(job -> keep && retention.keeps(job.result()))
                .map(job -> new Object[] {job.result(), job.id()})
                .toList();
        database.updateEach("UPDATE baton_job_history SET result = ? WHERE id = ?", results);
    }

    /** Throws unless a write has found all rows that the transaction had locked for it; the caller should repeat the transaction. */
    static void requireAll(boolean found) {
        if (!found) {
            throw new PessimisticLockingFailureException(
                    "Jobs that a transaction had locked were changed since: the database has rolled back its first statements");
        }
    }
}
