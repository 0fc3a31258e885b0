package io.baton.database;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The SQL of H2. Its clock stands still within a transaction. */
final class H2Dialect implements Dialect {

    @Override
    public String vendor() {
        return "h2";
    }

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(6)";
    }

    @Override
    public String plusMicros(String time) {
        return "DATEADD(MICROSECOND, CAST(? AS bigint), " + time + ")";
    }

    @Override
    public String microsUntil(String time) {
        return "DATEDIFF(MICROSECOND, CURRENT_TIMESTAMP(6), " + time + ")";
    }

    @Override
    public String orderByIndex(String equal, String order) {
        return " ORDER BY " + equal + ", " + order;
    }

    /** Returns no clause: H2 would lock every row that it sorts. The update repeats the condition on the state instead. */
    @Override
    public String skipLocked() {
        return "";
    }

    @Override
    public boolean timeoutStaysOnConnection() {
        return true;
    }

    @Override
    public String lockHolders(String tables) {
        return "SELECT DISTINCT 'session ' || session_id FROM information_schema.locks"
                + " WHERE session_id <> SESSION_ID() AND LOWER(table_name) LIKE '" + tables + "' ESCAPE '#'";
    }

    @Override
    public List<String> boundLockWaits(int seconds) {
        return List.of(
                "SET @baton_lock_wait = LOCK_TIMEOUT()", "SET LOCK_TIMEOUT " + TimeUnit.SECONDS.toMillis(seconds));
    }

    @Override
    public List<String> restoreLockWaits() {
        return List.of("SET LOCK_TIMEOUT @baton_lock_wait");
    }

    @Override
    public String insertOrReplace(String table, String key, String columns, String selection) {
        return "MERGE INTO " + table + " (" + columns + ") KEY (" + key + ") " + selection;
    }

    @Override
    public String insertIfAbsent(String table, String columns, String selection) {
        String key = columns.substring(0, columns.indexOf(','));
        String values = columns.replaceAll("\\w+", "found.$0");
        return "MERGE INTO " + table + " USING (" + selection + ") AS found (" + columns + ") ON " + table + "." + key
                + " = found." + key + " WHEN NOT MATCHED THEN INSERT (" + columns + ") VALUES (" + values + ")";
    }

    @Override
    public String insertOrCount(String table, String key, String columns, String counter, String rows) {
        String values = columns.replaceAll("\\w+", "given.$0");
        String same = Stream.of(key.split(", ", -1))
                .map(column -> table + "." + column + " = given." + column)
                .collect(Collectors.joining(" AND "));
        return "MERGE INTO " + table + " USING (VALUES " + rows + ") AS given (" + columns + ") ON " + same
                + " WHEN MATCHED THEN UPDATE SET " + counter + " = " + Dialect.next(table + "." + counter)
                + " WHEN NOT MATCHED THEN INSERT (" + columns + ") VALUES (" + values + ")";
    }

    @Override
    public String parameter(String type) {
        return "CAST(? AS " + type + ")";
    }
}
