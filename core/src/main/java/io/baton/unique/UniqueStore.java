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

/** Stores which job holds which key. Must run within a transaction of the caller. */
public final class UniqueStore {

    private static final String COPY_FOR_DEAD_JOB = """
            SELECT unique_key, job_id, job_id, scope, FALSE, expires_at, 1 FROM baton_unique
            WHERE unique_key = ? AND dead_job = 0""";

    private static final String TAKE_OVER = """
            UPDATE baton_unique SET job_id = 0, asked = 1, scope = ?, started = FALSE, expires_at = {now+?}
            WHERE unique_key = ? AND dead_job = 0""";

    private static final String ASSIGN = "UPDATE baton_unique SET job_id = ? WHERE unique_key = ? AND dead_job = 0";

    private static final String EXPIRED = """
            SELECT unique_key, dead_job FROM baton_unique WHERE expires_at <= {now}
            ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED""";

    private static final String NEXT_KEYS = """
            SELECT unique_key, dead_job, job_id, scope FROM baton_unique WHERE unique_key > ?
            ORDER BY unique_key, dead_job LIMIT ?""";

    private final Database database;
    private final KeyRows rows;
    private final @Nullable PostgresKeyWithJob withJob;

    /**
     * Creates a store in this database, whose inserts of jobs this observer observes.
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
     * Takes the key of a job and stores the job in one statement; if another job has the key, only locks it, and that job as well if it waits.
     * Returns empty, and has done nothing, if the statement is not permitted.
     */
    Optional<RequestedKey> takeAtOnce(NewJob job) {
        return requireNonNull(withJob).take(job);
    }

    /** Takes each of these keys that no job has, and locks all of them; returns each. */
    Map<String, HeldKey> take(List<Unique> keys) {
        return rows.take(keys);
    }

    /** Sets keys aside for the dead jobs that hold them; keys and jobs are locked. */
    void setAside(List<String> keys) {
        database.updateEach(
                database.dialect()
                        .insertOrReplace("baton_unique", KeyRows.PRIMARY_KEY, KeyRows.COLUMNS, COPY_FOR_DEAD_JOB),
                keys.stream().map(key -> new Object[] {key}).toList());
    }

    /** Takes keys, which are locked, from jobs that no longer hold them. */
    void takeOver(List<Unique> keys) {
        database.updateEach(
                TAKE_OVER,
                keys.stream()
                        .map(key -> new Object[] {KeyRows.scope(key), rows.lifetime(key), key.key()})
                        .toList());
    }

    /** Stores which jobs hold keys that were taken. */
    void assign(Map<String, Long> jobs) {
        database.updateEach(
                ASSIGN,
                jobs.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> new Object[] {each.getValue(), each.getKey()})
                        .toList());
    }

    /** Locks those of these jobs that exist, in their order, and returns them. */
    Map<Long, Holder> lock(Collection<Long> jobs) {
        return Holder.lock(database, jobs);
    }

    /** Returns those of these jobs that exist or existed, as the snapshot of the caller shows them, which may be old. */
    Map<Long, Holder> find(Collection<Long> jobs) {
        return Holder.find(database, jobs);
    }

    /** Removes up to {@code limit} rows whose time is over; returns how many. */
    int purge(int limit) {
        List<Object[]> expired = database.query(
                EXPIRED, (row, number) -> new Object[] {row.getString("unique_key"), row.getLong("dead_job")}, limit);
        database.updateEach(UniqueKeys.DELETE, expired);
        return expired.size();
    }

    /** Reads up to {@code limit} rows after a key, and removes those whose jobs do not exist; returns the last key, empty if there are no more. */
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
