package io.baton.database;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/** MariaDB and MySQL. Times are stored in UTC, whatever the zone of server, connection or JVM. */
record MariaDialect(String vendor) implements Dialect {

    /** Of the database, of a table, of a column, and of a privilege of the server. */
    private static final Set<Integer> LACKS_RIGHT = Set.of(1044, 1142, 1143, 1227);

    private static final int NO_SCHEMA = 1049;
    private static final Set<Integer> NO_LOCK = Set.of(1205, 1213);

    @Override
    public String migrations() {
        return "mariadb";
    }

    @Override
    public String versionOf(JdbcOperations jdbc) {
        return String.valueOf(jdbc.queryForObject("SELECT CONCAT(VERSION(), ' ', @@version_comment)", String.class));
    }

    @Override
    public String now() {
        return "UTC_TIMESTAMP(6)";
    }

    @Override
    public String nowPlusMicros() {
        return "TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6))";
    }

    @Override
    public String microsUntil(String time) {
        return "TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), " + time + ")";
    }

    @Override
    public RowsById rows(Updates updates, String table, String key) {
        return new MariaRowsById(updates, table, key, "PRIMARY");
    }

    @Override
    public RowsById rowsBy(Updates updates, String table, String column, String index) {
        return new MariaRowsById(updates, table, column, index);
    }

    @Override
    public String insertOrReplace(String table, String key, String columns, String selection) {
        return "REPLACE INTO " + table + " (" + columns + ") " + selection;
    }

    /** Locks the row that is there for writing: for reading, as by IGNORE, two of them would wait for each other. */
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

    /** MySQL cannot. */
    @Override
    public boolean insertsReturnRows() {
        return vendor.equals("mariadb");
    }

    @Override
    public long largestStatement(JdbcOperations jdbc) {
        Long largest = jdbc.queryForObject("SELECT @@max_allowed_packet", Long.class);
        return largest == null ? Long.MAX_VALUE : largest;
    }

    @Override
    public List<String> durabilityRisks(JdbcOperations jdbc) {
        return jdbc.queryForList(
                "SELECT 'innodb_flush_log_at_trx_commit is not 1' FROM DUAL WHERE @@innodb_flush_log_at_trx_commit <> 1",
                String.class);
    }

    @Override
    public List<String> boundLockWaits(int seconds) {
        return List.of(
                "SET @baton_lock_wait = @@SESSION.lock_wait_timeout, @baton_row_lock_wait = @@SESSION.innodb_lock_wait_timeout",
                "SET SESSION lock_wait_timeout = " + seconds + ", SESSION innodb_lock_wait_timeout = " + seconds);
    }

    @Override
    public List<String> restoreLockWaits() {
        return List.of(
                "SET SESSION lock_wait_timeout = @baton_lock_wait, SESSION innodb_lock_wait_timeout = @baton_row_lock_wait");
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return NO_LOCK.contains(failure.getErrorCode());
    }

    /** The locks on tables are shown to nobody without a plugin or an instrument. */
    @Override
    public String lockHolders() {
        return "SELECT CONCAT('connection ', trx_mysql_thread_id, ', open since ', trx_started) FROM information_schema.innodb_trx"
                + " WHERE trx_mysql_thread_id <> CONNECTION_ID() ORDER BY trx_started";
    }

    @Override
    public boolean lacksRight(SQLException refusal) {
        return LACKS_RIGHT.contains(refusal.getErrorCode());
    }

    @Override
    public String schemaOf(Connection connection) throws SQLException {
        return connection.getCatalog();
    }

    @Override
    public boolean lacksSchema(SQLException refusal) {
        return refusal.getErrorCode() == NO_SCHEMA;
    }

    @Override
    public String grantsToMigrate(String user, String schema) {
        return "GRANT CREATE, ALTER, INDEX, DROP, SELECT, INSERT, UPDATE, DELETE ON " + schema + ".* TO "
                + account(user) + ";";
    }

    @Override
    public String grantsToRun(String user, String schema, Collection<String> tables, String history) {
        return Dialect.super.grantsToRun(account(user), schema, tables, history);
    }

    private static String account(String user) {
        int host = user.lastIndexOf('@');
        return host < 0 ? "'" + user + "'" : "'" + user.substring(0, host) + "'@'%'";
    }

    @Override
    public Object timestamp(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    @Override
    public @Nullable Instant instant(ResultSet row, String column) throws SQLException {
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
