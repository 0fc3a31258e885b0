package io.baton.unique;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.NewJob.Unique;
import io.baton.job.NewJob.Unique.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * Stores which job holds which key, in the transaction of an enqueue. Takes the rows of keys in the order of the keys, so that two enqueues with the
 * same keys do not deadlock.
 *
 * @param dayRetention how long the key of a business day is held
 */
record KeyRows(Database database, Duration dayRetention) {

    static final String PRIMARY_KEY = "unique_key, dead_job";
    static final String COUNTER = "asked";
    static final String COLUMNS = """
            unique_key, dead_job, job_id, scope, started, expires_at, asked""";

    /** The columns that {@link HeldKey#of} reads. */
    static final String READ = """
            unique_key, job_id, scope, started, asked, CASE WHEN expires_at <= {now} THEN 1 ELSE 0 END AS expired""";

    private static final String NEW_ROW = "({?varchar(220)}, 0, 0, {?smallint}, FALSE, {now+?}, 1)";

    private static final String COPY_FOR_DEAD_JOB = """
            SELECT unique_key, job_id, job_id, scope, FALSE, expires_at, 1 FROM baton_unique
            WHERE unique_key = ? AND dead_job = 0""";

    private static final String TAKE_OVER = """
            UPDATE baton_unique SET job_id = 0, asked = 1, scope = ?, started = FALSE, expires_at = {now+?}
            WHERE unique_key = ? AND dead_job = 0""";

    private static final String ASSIGN = "UPDATE baton_unique SET job_id = ? WHERE unique_key = ? AND dead_job = 0";

    private static final List<Scope> SCOPES = List.of(Scope.values());
    private static final int AT_ONCE = 200;
    private static final int TRIES = 10;

    /** Takes the keys that no job holds, and locks all keys; returns all. */
    Map<String, HeldKey> take(List<Unique> keys) {
        List<Unique> inOrder =
                keys.stream().sorted(Comparator.comparing(Unique::key)).toList();
        Map<String, HeldKey> held = new HashMap<>();
        for (int first = 0; first < inOrder.size(); first += AT_ONCE) {
            for (HeldKey each : takePortion(inOrder.subList(first, Math.min(first + AT_ONCE, inOrder.size())))) {
                held.put(each.key(), each);
            }
        }
        return held;
    }

    private Collection<HeldKey> takePortion(List<Unique> keys) {
        String rows = String.join(", ", Collections.nCopies(keys.size(), NEW_ROW));
        String write = database.dialect().insertOrCount("baton_unique", PRIMARY_KEY, COLUMNS, COUNTER, rows);
        Object[] parameters = keys.stream()
                .flatMap(key -> Stream.of(key.key(), scope(key), lifetime(key)))
                .toArray();
        if (database.dialect().insertsReturnRows()) {
            return database.query(write + " RETURNING " + READ, (row, number) -> HeldKey.of(row), parameters);
        }
        write(write, parameters);
        return database.query(
                "SELECT " + READ + " FROM baton_unique WHERE dead_job = 0 AND unique_key IN (" + Database.marks(keys)
                        + ")",
                (row, number) -> HeldKey.of(row),
                keys.stream().map(Unique::key).toArray());
    }

    /** Writes, and tries again to find keys that another session has just taken. This fails on H2 if the caller has an older snapshot. */
    private void write(String sql, Object[] parameters) {
        for (int left = TRIES; ; left--) {
            try {
                database.update(sql, parameters);
                return;
            } catch (DuplicateKeyException e) {
                if (left == 1) {
                    throw new ConcurrencyFailureException(
                            "A unique key was taken by another transaction since this one began to read: repeat this one, or enqueue in a"
                                    + " READ COMMITTED transaction",
                            e);
                }
            }
        }
    }

    /** Sets keys aside for the dead jobs that hold them; the keys and jobs must be locked. */
    void setAside(List<String> keys) {
        database.updateEach(
                database.dialect().insertOrReplace("baton_unique", PRIMARY_KEY, COLUMNS, COPY_FOR_DEAD_JOB),
                keys,
                key -> new Object[] {key});
    }

    /** Takes keys from jobs that no longer hold them; the keys must be locked. */
    void takeOver(List<Unique> keys) {
        database.updateEach(TAKE_OVER, keys, key -> new Object[] {scope(key), lifetime(key), key.key()});
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

    /** Returns the code of a key's scope. */
    static int scope(Unique key) {
        return SCOPES.indexOf(key.scope());
    }

    /** Returns how long a key is held, as a parameter in microseconds; null if the key is not held for a time. */
    Object lifetime(Unique key) {
        Duration period = key.period() == null ? dayRetention : key.period();
        return new SqlParameterValue(Types.BIGINT, key.scope() == Scope.FOR_A_TIME ? Micros.of(period) : null);
    }

    /**
     * A key whose row is locked.
     *
     * @param job the job that holds the key; 0 if none does
     * @param started whether that job has started, for a key that is held until the job finishes
     * @param expired whether the time for which the key is held is over
     * @param isNew whether the caller has just taken the key
     */
    record HeldKey(String key, long job, Scope scope, boolean started, boolean expired, boolean isNew) {

        static HeldKey of(ResultSet row) throws SQLException {
            return new HeldKey(
                    row.getString("unique_key"),
                    row.getLong("job_id"),
                    SCOPES.get(row.getInt("scope")),
                    row.getBoolean("started"),
                    row.getInt("expired") == 1,
                    row.getInt(COUNTER) == 1);
        }

        /** Returns whether the key's row says that its job has not started; then only a lock of the job shows whether it has ended. */
        boolean isWaiting() {
            return job != 0 && scope != Scope.FOR_A_TIME && !started;
        }
    }
}
