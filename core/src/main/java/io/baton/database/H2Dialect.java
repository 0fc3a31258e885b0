package io.baton.database;

import io.baton.start.StartRefusedException;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcOperations;

/** H2. Its clock stands still within a transaction. */
final class H2Dialect implements Dialect {

    private static final List<String> MODES =
            List.of("Regular", "Legacy", "PostgreSQL", "MySQL", "MariaDB", "DB2", "HSQLDB");

    private static final int NO_RIGHT = 90096;
    private static final int ADMINISTRATORS_ONLY = 90040;
    private static final int NO_SCHEMA = 90079;
    private static final Set<Integer> NO_LOCK = Set.of(50200, 40001);

    @Override
    public String vendor() {
        return "h2";
    }

    /** In some modes it takes the words of another database instead of its own. */
    @Override
    public void requireUsable(JdbcOperations jdbc) {
        jdbc
                .queryForList(
                        "SELECT setting_value FROM information_schema.settings WHERE setting_name = 'MODE'",
                        String.class)
                .stream()
                .filter(mode -> MODES.stream().noneMatch(mode::equalsIgnoreCase))
                .forEach(mode -> {
                    throw new StartRefusedException(
                            "Baton does not run on H2 in the mode '" + mode + "', which refuses its statements",
                            "Take MODE=" + mode + " out of the JDBC URL, or use MODE=PostgreSQL, MySQL or MariaDB.");
                });
    }

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(6)";
    }

    @Override
    public String nowPlusMicros() {
        return "DATEADD(MICROSECOND, CAST(? AS bigint), CURRENT_TIMESTAMP(6))";
    }

    @Override
    public String microsUntil(String time) {
        return "DATEDIFF(MICROSECOND, CURRENT_TIMESTAMP(6), " + time + ")";
    }

    /** Nothing: with an order, H2 locks every row it sorts. Whoever selects repeats the state in the update. */
    @Override
    public String skipLocked() {
        return "";
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
    public boolean isDisturbedByOtherSchemaChanges() {
        return true;
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return NO_LOCK.contains(failure.getErrorCode());
    }

    @Override
    public String lockHolders() {
        return "SELECT DISTINCT 'session ' || session_id FROM information_schema.locks"
                + " WHERE session_id <> SESSION_ID() AND LOWER(table_name) LIKE 'baton#_%' ESCAPE '#'";
    }

    @Override
    public boolean lacksRight(SQLException refusal) {
        return refusal.getErrorCode() == NO_RIGHT || refusal.getErrorCode() == ADMINISTRATORS_ONLY;
    }

    @Override
    public boolean lacksSchema(SQLException refusal) {
        return refusal.getErrorCode() == NO_SCHEMA;
    }

    @Override
    public String grantsToMigrate(String user, String schema) {
        return "GRANT ALTER ANY SCHEMA TO " + user + ";";
    }

    /** With the views on them. */
    @Override
    public String drops(String schema, Collection<String> tables, String history) {
        return Dialect.super.drops(schema, tables, history).replace(";", " CASCADE;");
    }

    /** Flyway quotes the name of its table. */
    @Override
    public String nameOfHistory(String history) {
        return '"' + history + '"';
    }

    @Override
    public String insertOrReplace(String table, String key, String columns, String selection) {
        return "MERGE INTO " + table + " (" + columns + ") KEY (" + key + ") " + selection;
    }

    @Override
    public String insertIfAbsent(String table, String columns, String selection) {
        String key = columns.substring(0, columns.indexOf(','));
        String values = columns.replaceAll("\\w+", "found.$0");
        return "MERGE INTO " + table + " USING (" + selection + ") AS found ON " + table + "." + key + " = found." + key
                + " WHEN NOT MATCHED THEN INSERT (" + columns + ") VALUES (" + values + ")";
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
