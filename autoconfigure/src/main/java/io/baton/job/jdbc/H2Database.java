package io.baton.job.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/** H2. Its clock stands still within a transaction. */
final class H2Database implements Database {

    @Override
    public String vendor() {
        return "h2";
    }

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(6)";
    }

    @Override
    public String statementTime() {
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
    public @Nullable String limits() {
        return null;
    }

    @Override
    public boolean verbsAreStatements() {
        return false;
    }

    @Override
    public Object timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    @Override
    public @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    @Override
    public Object uuid(UUID uuid) {
        return uuid;
    }

    @Override
    public UUID uuid(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    @Override
    public ClaimStatement claims(JdbcOperations jdbc, Tables tables) {
        return new H2Claim(jdbc, tables, this);
    }

    @Override
    public BulkInsert bulkInsert(JdbcOperations jdbc, Tables tables) {
        return new MultiRowInsert(jdbc, tables, this);
    }

    @Override
    public Completion completion(JdbcOperations jdbc, Tables tables, RowLocks locks) {
        return new PortableCompletion(jdbc, tables, this, locks);
    }
}
