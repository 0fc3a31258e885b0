package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.FailedAttempt;
import io.baton.database.Database;
import io.baton.database.StorableText;
import io.baton.job.Fence;
import io.baton.job.FoundJob.FoundAttempt;
import java.util.List;
import java.util.Map;

/**
 * The last failed attempts of jobs. The last digit of an attempt's number is its place, so that it replaces the attempt ten before it. The end of a
 * job does not remove its attempts, since this would slow it down: a sweep removes the attempts of jobs that no longer exist.
 */
record Attempts(Database database) {

    private static final String COLUMNS = "job_id, place, attempt, worker_id, claimed_at, failed_at, error";

    /** Stores the errors of failed claims. Is called under the locks of their rows, before the claims end. */
    void failed(Map<Fence, String> errors) {
        // COALESCE gives the parameter the type of the column beside it
        String found = "SELECT id, MOD(attempt, " + FoundAttempt.MOST + "), attempt, worker_id,"
                + " COALESCE(claimed_at, {now}), {now}, COALESCE(?, error) FROM baton_job WHERE id = ? AND lock_id = ?";
        database.updateEach(
                database.dialect().insertOrReplace("baton_attempt", "job_id, place", COLUMNS, found),
                errors.entrySet().stream()
                        .map(failure -> new Object[] {
                            StorableText.of(failure.getValue(), FoundAttempt.LONGEST_ERROR),
                            failure.getKey().id(),
                            database.dialect().uuid(failure.getKey().lockId())
                        })
                        .toList());
    }

    /** Returns the attempts of a job, the earliest first. */
    List<FailedAttempt> of(long job) {
        return database.query(
                "SELECT a.attempt, a.claimed_at, a.failed_at, w.name AS worker, a.error FROM baton_attempt a"
                        + " LEFT JOIN baton_worker w ON w.id = a.worker_id WHERE a.job_id = ?"
                        + " ORDER BY a.failed_at, a.attempt",
                (row, number) -> new FoundAttempt(
                        row.getInt("attempt"),
                        requireNonNull(database.dialect().instant(row, "claimed_at")),
                        requireNonNull(database.dialect().instant(row, "failed_at")),
                        row.getString("worker"),
                        row.getString("error")),
                job);
    }

    /** Removes the attempts of a job that begins anew. Deletes each by its key: with a range, some databases would also lock neighbouring rows. */
    void forgetAllOf(long job) {
        List<Integer> places = database.list("SELECT place FROM baton_attempt WHERE job_id = ?", Integer.class, job);
        database.updateEach(
                "DELETE FROM baton_attempt WHERE job_id = ? AND place = ?",
                places.stream().map(place -> new Object[] {job, place}).toList());
    }
}
