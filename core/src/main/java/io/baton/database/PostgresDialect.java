package io.baton.database;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SQL of PostgreSQL. */
public final class PostgresDialect implements Dialect {

    /**
     * A condition that is always true and bounds how long the transaction may be idle from then on. A handler's transaction that has settled its job
     * only has to commit, and must not hold the job for ever if its worker is gone.
     */
    public static final String IDLE_LIMIT =
            " AND (SELECT set_config('idle_in_transaction_session_timeout', '10s', true)) IS NOT NULL";

    /** The start of the year 2000, from which the server counts microseconds. */
    private static final long EPOCH_SECOND = 946_684_800;

    private static final long MICROS_PER_SECOND = 1_000_000;
    /** The microseconds of ten thousand years; a larger value is not a time, such as infinity. */
    private static final long MOST_MICROS = 315_576_000_000L * MICROS_PER_SECOND;

    @Override
    public String vendor() {
        return "postgresql";
    }

    @Override
    public boolean continuesAfterRollback() {
        return false;
    }

    @Override
    public String now() {
        return "clock_timestamp()";
    }

    @Override
    public String statementTime() {
        return "statement_timestamp()";
    }

    @Override
    public String plusMicros(String time) {
        return time + " + CAST(? AS double precision) * INTERVAL '1 microsecond'";
    }

    @Override
    public String microsUntil(String time) {
        return "CAST(EXTRACT(EPOCH FROM (" + time + " - clock_timestamp())) * 1000000 AS bigint)";
    }

    @Override
    public @Nullable String limits() {
        // a server would compile what seems dear beside many rows at each run, for longer than it then takes
        return "SELECT set_config('lock_timeout', '5s', true), set_config('idle_in_transaction_session_timeout', '8s', true),"
                + " set_config('jit', 'off', true)";
    }

    @Override
    public int untypedText() {
        return Types.OTHER;
    }

    @Override
    public String idleLimit() {
        return IDLE_LIMIT;
    }

    @Override
    public String insertOrReplace(String table, String key, String columns, String selection) {
        return insert(table, columns) + selection + inPlaceOfOlder(key, columns);
    }

    @Override
    public String insertIfAbsent(String table, String columns, String selection) {
        return insert(table, columns) + selection + " ON CONFLICT DO NOTHING";
    }

    @Override
    public String insertOrCount(String table, String key, String columns, String counter, String rows) {
        return "INSERT INTO " + table + " AS known (" + columns + ") VALUES " + rows + " ON CONFLICT (" + key
                + ") DO UPDATE SET " + counter + " = " + Dialect.next("known." + counter);
    }

    /** Returns the beginning of an INSERT; a selection must follow. */
    public static String insert(String table, String columns) {
        return "INSERT INTO " + table + " (" + columns + ") ";
    }

    /** Returns the end of an INSERT from a selection: it replaces rows with the same key. */
    public static String inPlaceOfOlder(String key, String columns) {
        return " ON CONFLICT (" + key + ") DO UPDATE SET (" + columns + ") = ROW ("
                + columns.replaceAll("\\w+", "excluded.$0") + ")";
    }

    @Override
    public boolean verbsAreStatements() {
        return true;
    }

    @Override
    public String indexedDeath() {
        return "died_at";
    }

    @Override
    public String lockHolders(String tables) {
        return "SELECT concat('pid ', a.pid, ' of ', coalesce(nullif(a.application_name, ''), a.usename), ', open since ',"
                + " coalesce(a.xact_start::text, 'a time that this user may not see'), ', ended by SELECT pg_terminate_backend(', a.pid,"
                + " ')') FROM pg_stat_activity a JOIN (SELECT l.pid, bool_and(l.mode = 'AccessShareLock') AS reads FROM pg_locks l"
                + " JOIN pg_class c ON c.oid = l.relation WHERE l.granted AND c.relname LIKE '" + tables
                + "' ESCAPE '#' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY l.pid)"
                + " AS h ON h.pid = a.pid WHERE a.pid <> pg_backend_pid() ORDER BY h.reads, a.xact_start";
    }

    @Override
    public String durabilityRisks() {
        return "SELECT name || ' = off' FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')"
                + " AND setting = 'off'";
    }

    @Override
    public List<String> boundLockWaits(int seconds) {
        return List.of("SET LOCAL lock_timeout = '" + seconds + "s'");
    }

    /** Reads the binary form in which prepared statements return times: the driver would create another object first and discard it. */
    @Override
    public @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        byte[] value = row.getBytes(column);
        if (value == null) {
            return null;
        }
        long micros = value.length == Long.BYTES ? ByteBuffer.wrap(value).getLong() : Long.MAX_VALUE;
        return -MOST_MICROS < micros && micros < MOST_MICROS
                ? Instant.ofEpochSecond(
                        EPOCH_SECOND + Math.floorDiv(micros, MICROS_PER_SECOND),
                        Math.floorMod(micros, MICROS_PER_SECOND) * 1_000)
                : Dialect.super.instant(row, column);
    }
}
