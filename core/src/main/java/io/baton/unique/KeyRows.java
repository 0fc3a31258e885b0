package io.baton.unique;

import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.Micros;
import io.baton.job.NewJob.Unique;
import io.baton.job.NewJob.Unique.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.SqlParameterValue;

/** The rows of keys that enqueues take, in the order of the keys, so that two enqueues with the same keys do not deadlock. */
record KeyRows(Database database, Duration dayRetention) {

    static final String PRIMARY_KEY = "unique_key, dead_job";
    static final String COUNTER = "asked";
    static final String COLUMNS = "unique_key, dead_job, job_id, scope, started, expires_at, " + COUNTER;

    /** Each at the place that is its code. */
    private static final List<Scope> SCOPES = List.of(Scope.UNTIL_STARTED, Scope.UNTIL_FINISHED, Scope.FOR_A_TIME);

    private static final int AT_ONCE = 200;
    private static final int TRIES = 10;

    Map<String, HeldKey> take(List<Unique> keys) {
        List<Unique> inOrder =
                keys.stream().sorted(Comparator.comparing(Unique::key)).toList();
        Map<String, HeldKey> held = new HashMap<>();
        for (int first = 0; first < inOrder.size(); first += AT_ONCE) {
            held.putAll(takePortion(inOrder.subList(first, Math.min(first + AT_ONCE, inOrder.size()))));
        }
        return held;
    }

    private Map<String, HeldKey> takePortion(List<Unique> keys) {
        List<Object> parameters = new ArrayList<>();
        String rows = keys.stream().map(key -> row(key, "0", parameters)).collect(Collectors.joining(", "));
        String write = database.dialect().insertOrCount("baton_unique", PRIMARY_KEY, COLUMNS, COUNTER, rows);
        Map<String, HeldKey> held = new HashMap<>();
        if (database.dialect().insertsReturnRows()) {
            database.forEach(
                    write + " RETURNING " + read(),
                    row -> {
                        held.put(row.getString("unique_key"), heldKey(row));
                    },
                    parameters.toArray());
        } else {
            write(write, parameters);
            String named = String.join(", ", Collections.nCopies(keys.size(), "?"));
            database.forEach(
                    "SELECT " + read() + " FROM baton_unique WHERE dead_job = 0 AND unique_key IN (" + named + ")",
                    row -> {
                        held.put(row.getString("unique_key"), heldKey(row));
                    },
                    keys.stream().map(Unique::key).toArray());
        }
        return held;
    }

    /** A key that another session has just taken is found by the next try, except by a caller on H2 with an older snapshot. */
    private void write(String sql, List<Object> parameters) {
        for (int left = TRIES; ; left--) {
            try {
                database.update(sql, parameters.toArray());
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

    /**
     * Returns the row of a key, in parentheses, and adds its parameters.
     *
     * @param job the id of the job that is to hold it
     */
    String row(Unique key, String job, List<Object> parameters) {
        parameters.add(key.key());
        return "({?varchar(220)}, 0, " + job + ", " + scope(key.scope()) + ", FALSE, " + expires(key, parameters)
                + ", 1)";
    }

    /** Returns the end of a key's time as an expression, and adds its parameters. */
    String expires(Unique key, List<Object> parameters) {
        if (key.scope() != Scope.FOR_A_TIME) {
            return "NULL";
        }
        parameters.add(Micros.of(key.period() == null ? dayRetention : key.period()));
        return "{now+?}";
    }

    static int scope(Scope scope) {
        return SCOPES.indexOf(scope);
    }

    /** Returns the end of a key's time as a parameter. */
    static Object timestamp(Dialect dialect, @Nullable Instant expires) {
        return expires == null ? new SqlParameterValue(Types.TIMESTAMP, null) : dialect.timestamp(expires);
    }

    /** Returns the columns that {@link #heldKey} reads. */
    String read() {
        return "unique_key, job_id, scope, started, " + COUNTER
                + ", CASE WHEN expires_at <= {now} THEN 1 ELSE 0 END AS expired";
    }

    static HeldKey heldKey(ResultSet row) throws SQLException {
        return new HeldKey(
                row.getLong("job_id"),
                SCOPES.get(row.getInt("scope")),
                row.getBoolean("started"),
                row.getInt("expired") == 1,
                row.getInt(COUNTER) == 1);
    }
}
