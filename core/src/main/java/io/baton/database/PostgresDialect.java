package io.baton.database;

import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PostgreSQL. */
public final class PostgresDialect implements Dialect {

    /**
     * A condition that always holds, and bounds how long the transaction may lie idle from then on: a handler's that has settled has only
     * to commit, and must not hold its job for ever if its worker is gone.
     */
    public static final String IDLE_LIMIT =
            " AND (SELECT set_config('idle_in_transaction_session_timeout', '10s', true)) IS NOT NULL";

    @Override
    public String vendor() {
        return "postgresql";
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
    public String nowPlusMicros() {
        return "clock_timestamp() + CAST(? AS double precision) * INTERVAL '1 microsecond'";
    }

    @Override
    public String microsUntil(String time) {
        return "CAST(EXTRACT(EPOCH FROM (" + time + " - clock_timestamp())) * 1000000 AS bigint)";
    }

    @Override
    public @Nullable String limits() {
        return "SELECT set_config('lock_timeout', '5s', true), set_config('idle_in_transaction_session_timeout', '8s', true)";
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

    /** Begins a statement, which a selection follows. */
    public static String insert(String table, String columns) {
        return "INSERT INTO " + table + " (" + columns + ") ";
    }

    /** Follows such a statement and a selection. */
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
    public List<String> boundLockWaits(int seconds) {
        return List.of("SET LOCAL lock_timeout = '" + seconds + "s'");
    }
}
