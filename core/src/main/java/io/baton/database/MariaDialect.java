package io.baton.database;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of MariaDB and MySQL. Times are stored in UTC, whatever the zone of the server, connection or JVM. */
record MariaDialect(String vendor) implements Dialect {

    @Override
    public String orderedLast(String column) {
        return column + " + 0";
    }

    @Override
    public String now() {
        return "UTC_TIMESTAMP(6)";
    }

    @Override
    public String plusMicros(String time) {
        return "TIMESTAMPADD(MICROSECOND, ?, " + time + ")";
    }

    @Override
    public String microsUntil(String time) {
        return "TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), " + time + ")";
    }

    @Override
    public boolean takesArrays() {
        return false;
    }

    @Override
    public String insertOrReplace(String table, String key, String columns, String selection) {
        return "REPLACE INTO " + table + " (" + columns + ") " + selection;
    }

    /** Takes an exclusive lock on an existing row: with the shared lock of INSERT IGNORE, two transactions would deadlock. */
    @Override
    public String insertIfAbsent(String table, String columns, String selection) {
        String key = columns.substring(0, columns.indexOf(','));
        return "INSERT INTO " + table + " (" + columns + ") " + selection + " ON DUPLICATE KEY UPDATE " + key
                + " = VALUES(" + key + ")";
    }

    @Override
    public String insertOrCount(String table, String key, String columns, String counter, String rows) {
        return "INSERT INTO " + table + " (" + columns + ") VALUES " + rows + " ON DUPLICATE KEY UPDATE " + counter
                + " = " + Dialect.next(counter);
    }

    @Override
    public boolean serializableLocksWhatItReads() {
        return true;
    }

    @Override
    public boolean locksMayBeLocal() {
        return true;
    }

    @Override
    public boolean missesSavepoints() {
        return true;
    }

    /** Returns false for MySQL, which has no RETURNING. */
    @Override
    public boolean insertsReturnRows() {
        return vendor.equals("mariadb");
    }

    /** Cannot filter by table: only a plugin shows the locked tables. */
    @Override
    public String lockHolders(String tables) {
        return "SELECT CONCAT('connection ', trx_mysql_thread_id, ', open since ', trx_started, ', ended by KILL ', trx_mysql_thread_id)"
                + " FROM information_schema.innodb_trx WHERE trx_mysql_thread_id <> CONNECTION_ID()"
                + " ORDER BY trx_rows_locked = 0, trx_started";
    }

    @Override
    public String migrations() {
        return "mariadb";
    }

    @Override
    public String durabilityRisks() {
        return "SELECT 'innodb_flush_log_at_trx_commit is not 1' FROM DUAL WHERE @@innodb_flush_log_at_trx_commit <> 1";
    }

    @Override
    public List<String> boundLockWaits(int seconds) {
        return List.of(
                "SET @baton_lock_wait = @@SESSION.lock_wait_timeout, @baton_row_lock_wait = @@SESSION.innodb_lock_wait_timeout,"
                        + " SESSION lock_wait_timeout = %1$s, SESSION innodb_lock_wait_timeout = %1$s"
                                .formatted(seconds));
    }

    @Override
    public List<String> restoreLockWaits() {
        return List.of(
                "SET SESSION lock_wait_timeout = @baton_lock_wait, SESSION innodb_lock_wait_timeout = @baton_row_lock_wait");
    }

    @Override
    public Object timestamp(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    @Override
    public @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        LocalDateTime time = row.getObject(column, LocalDateTime.class);
        return time == null ? null : time.toInstant(ZoneOffset.UTC);
    }

    @Override
    public Object uuid(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    @Override
    public UUID uuid(ResultSet row, String column) throws SQLException {
        ByteBuffer bytes = ByteBuffer.wrap(row.getBytes(column));
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
