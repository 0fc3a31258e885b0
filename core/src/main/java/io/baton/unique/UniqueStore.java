package io.baton.unique;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Unique;
import io.baton.unique.KeyRows.HeldKey;
import io.baton.unique.PostgresKeyWithJob.RequestedKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stores which job holds which key. Must run within the caller's transaction. */
public final class UniqueStore {

    private static final String COPY_FOR_DEAD_JOB = """
            SELECT unique_key, job_id, job_id, scope, FALSE, expires_at, 1 FROM baton_unique
            WHERE unique_key = ? AND dead_job = 0""";

    private static final String TAKE_OVER = """
            UPDATE baton_unique SET job_id = 0, asked = 1, scope = ?, started = FALSE, expires_at = {now+?}
            WHERE unique_key = ? AND dead_job = 0""";

    private static final String ASSIGN = "UPDATE baton_unique SET job_id = ? WHERE unique_key = ? AND dead_job = 0";

    private static final String EXPIRED = """
            SELECT unique_key, dead_job FROM baton_unique WHERE expires_at <= {statementTime}
            ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED""";

    private static final String NEXT_KEYS = """
            SELECT unique_key, dead_job, job_id, scope FROM baton_unique WHERE unique_key > ?
            ORDER BY unique_key, dead_job LIMIT ?""";

    private final Database database;
    private final KeyRows rows;
    private final @Nullable PostgresKeyWithJob withJob;

    /**
     * Creates a store in this database. The observer observes its inserts of jobs.
     *
     * @param dayRetention how long the key of a business day is held
     */
    public UniqueStore(Database database, Duration dayRetention, InsertObserver observer) {
        this.database = database;
        this.rows = new KeyRows(database, dayRetention);
        this.withJob =
                database.dialect().verbsAreStatements() ? new PostgresKeyWithJob(database, rows, observer) : null;
    }

    /** Returns whether the database can take a key and store its job in one statement. */
    boolean takesAtOnce() {
        return withJob != null;
    }

    /**
     * Takes the key of a job and stores the job in one statement. If another job holds the key, only locks the key, and that job as well if it waits.
     * Does nothing and returns empty if the database user may not run the statement.
     */
    Optional<RequestedKey> takeAtOnce(NewJob job) {
        return requireNonNull(withJob).take(job);
    }

    /** Takes the keys that no job holds, and locks all keys; returns all. */
    Map<String, HeldKey> take(List<Unique> keys) {
        return rows.take(keys);
    }

    /** Sets keys aside for the dead jobs that hold them; the keys and jobs must be locked. */
    void setAside(List<String> keys) {
        database.updateEach(
                database.dialect()
                        .insertOrReplace("baton_unique", KeyRows.PRIMARY_KEY, KeyRows.COLUMNS, COPY_FOR_DEAD_JOB),
                keys.stream().map(key -> new Object[] {key}).toList());
    }

    /** Takes keys from jobs that no longer hold them; the keys must be locked. */
    void takeOver(List<Unique> keys) {
        database.updateEach(
                TAKE_OVER,
                keys.stream()
                        .map(key -> new Object[] {KeyRows.scope(key), rows.lifetime(key), key.key()})
                        .toList());
    }

    /** Stores which jobs hold the keys that were taken. */
    void assign(Map<String, Long> jobs) {
        database.updateEach(
                ASSIGN,
                jobs.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> new Object[] {each.getValue(), each.getKey()})
                        .toList());
    }

    /** Locks the existing jobs among these, in ascending id, and returns them. */
    Map<Long, Holder> lock(Collection<Long> jobs) {
        return Holder.lock(database, jobs);
    }

    /** Returns the jobs, among these, that exist or existed, as the caller's snapshot shows them, which may be old. */
    Map<Long, Holder> find(Collection<Long> jobs) {
        return Holder.find(database, jobs);
    }

    /** Removes up to {@code limit} expired rows; returns how many. */
    int purge(int limit) {
        List<Object[]> expired = database.query(
                EXPIRED, (row, number) -> new Object[] {row.getString("unique_key"), row.getLong("dead_job")}, limit);
        database.updateEach(UniqueKeys.DELETE, expired);
        return expired.size();
    }

    /** Reads up to {@code limit} rows after a key and removes those whose jobs do not exist; returns the last key, or empty at the end. */
    Optional<String> removeForgotten(String after, int limit) {
        List<Long> jobs = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        database.forEach(
                NEXT_KEYS,
                row -> {
                    keys.add(row.getString("unique_key"));
                    if (row.getLong("dead_job") != 0 || row.getInt("scope") < 2) {
                        jobs.add(row.getLong("job_id"));
                    }
                },
                after,
                limit);
        jobs.removeAll(living(jobs));
        UniqueKeys known = new UniqueKeys(database);
        List<Long> locked = known.lock(jobs, "(dead_job <> 0 OR scope < 2)");
        locked.removeAll(living(locked));
        known.remove(locked, List.of());
        return keys.size() < limit ? Optional.empty() : Optional.of(keys.get(keys.size() - 1));
    }

    private Set<Long> living(List<Long> jobs) {
        if (jobs.isEmpty()) {
            return Set.of();
        }
        RowsById byId = database.rows("baton_job");
        return new HashSet<>(database.list("SELECT id FROM " + byId.from(), Long.class, byId.ids(jobs)));
    }
}
