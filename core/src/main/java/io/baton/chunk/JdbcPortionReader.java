package io.baton.chunk;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.Chunks;
import io.baton.chunk.RowKey.KeyKind;
import io.baton.database.Dialect;
import io.baton.database.Vendor;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.jdbc.core.ResultSetExtractor;

/** Reads portions in the current transaction of the application. */
public record JdbcPortionReader(JdbcTemplate jdbc, Dialect dialect) {

    public JdbcPortionReader(DataSource dataSource) {
        this(new JdbcTemplate(dataSource), Vendor.dialect(dataSource));
    }

    /** Returns the next portion of rows, after this key; null for the first portion. Throws if the column cannot be a key. */
    public <T> Portion<T> read(Chunks<T> chunks, @Nullable RowKey after) {
        if (after == null) {
            refuseNulls(chunks);
        }
        Portion<T> portion = portion(chunks, after);
        RowKey last = portion.last();
        if (portion.more() && last != null && last.kind() == KeyKind.TEXT) {
            refuseEquals(chunks, last);
        }
        return portion;
    }

    private <T> Portion<T> portion(Chunks<T> chunks, @Nullable RowKey after) {
        String key = "chunk." + chunks.keyColumn();
        String sql = from("*", chunks) + (after == null ? "" : " WHERE " + key + " > ?") + " ORDER BY " + key
                + " LIMIT " + (chunks.size() + 1);
        return requireNonNull(jdbc.query(
                sql, parameters(chunks, after), (ResultSetExtractor<Portion<T>>) rows -> portion(chunks, after, rows)));
    }

    private <T> Portion<T> portion(Chunks<T> chunks, @Nullable RowKey after, ResultSet rows) throws SQLException {
        KeyColumn column = KeyColumn.of(chunks, rows, dialect.vendor());
        if (after != null && after.kind() != column.kind()) {
            throw unusable(chunks, "was " + after.kind() + " when the job began, and is " + column.kind() + " now");
        }
        List<T> read = new ArrayList<>();
        RowKey last = null;
        while (rows.next()) {
            RowKey key = column.read(rows);
            if (key.equals(last)) {
                throw duplicateKey(chunks);
            }
            if (read.size() == chunks.size()) {
                return new Portion<>(Collections.unmodifiableList(read), last, true);
            }
            read.add(chunks.mapper().mapRow(rows, read.size()));
            last = key;
        }
        return new Portion<>(Collections.unmodifiableList(read), last, false);
    }

    /** Refuses null keys: databases sort them differently, and no comparison finds them. */
    private void refuseNulls(Chunks<?> chunks) {
        String sql = from("1", chunks) + " WHERE chunk." + chunks.keyColumn() + " IS NULL LIMIT 1";
        if (!jdbc.query(sql, parameters(chunks, null), (row, number) -> true).isEmpty()) {
            throw containsNull(chunks);
        }
    }

    /** Refuses a text key that other rows share: the database may compare different texts as equal. */
    private void refuseEquals(Chunks<?> chunks, RowKey last) {
        String sql = from("1", chunks) + " WHERE chunk." + chunks.keyColumn() + " = ? LIMIT 2";
        if (jdbc.query(sql, parameters(chunks, last), (row, number) -> true).size() > 1) {
            throw duplicateKey(chunks);
        }
    }

    /** Returns the exception for a key column that cannot lead through the rows. */
    private static BatonException unusable(Chunks<?> chunks, String problem) {
        return new BatonException(
                "The rows cannot be walked through in chunks by \"" + chunks.keyColumn() + "\", which " + problem);
    }

    private static BatonException containsNull(Chunks<?> chunks) {
        return unusable(
                chunks,
                "is null in some rows: they would be missed. Leave them out in the query, or use another column");
    }

    private static BatonException duplicateKey(Chunks<?> chunks) {
        return unusable(
                chunks, "is the same in several rows, some of which would be missed. Use a column that is unique");
    }

    /** Ends the query with a line break, because the query may end with a comment. */
    private static String from(String columns, Chunks<?> chunks) {
        return "SELECT " + columns + " FROM (" + chunks.query() + "\n) chunk";
    }

    private PreparedStatementSetter parameters(Chunks<?> chunks, @Nullable RowKey key) {
        @Nullable Object[] values = chunks.parameters().toArray();
        return statement -> {
            new ArgumentPreparedStatementSetter(values).setValues(statement);
            if (key != null) {
                set(statement, values.length + 1, key);
            }
        };
    }

    private void set(PreparedStatement statement, int index, RowKey key) throws SQLException {
        switch (key.kind()) {
            case INTEGER -> statement.setLong(index, Long.parseLong(key.text()));
            case DECIMAL -> statement.setBigDecimal(index, new BigDecimal(key.text()));
            case TEXT, UUID -> statement.setObject(index, key.text(), dialect.untypedText());
            case BINARY -> statement.setBytes(index, HexFormat.of().parseHex(key.text()));
            case DATE -> statement.setObject(index, LocalDate.parse(key.text()));
            case TIMESTAMP -> statement.setObject(index, LocalDateTime.parse(key.text()));
            case TIMESTAMP_WITH_ZONE -> statement.setObject(index, OffsetDateTime.parse(key.text()));
        }
    }

    /** Rows that one transaction processes together, with the key of the last one, and whether further rows follow. */
    public record Portion<T>(List<T> rows, @Nullable RowKey last, boolean more) {}

    /** The key column of a result; its index is from 1. */
    private record KeyColumn(Chunks<?> chunks, int index, KeyKind kind) {

        /** The types of MariaDB and MySQL that sort differently from how they compare with a value. */
        private static final Set<String> UNSTEADY = Set.of("YEAR", "ENUM", "SET");

        private static final Set<String> VENDORS_OF_SESSION_TIMES = Set.of("mariadb", "mysql");

        /** Returns the key column of a result of this database. */
        static KeyColumn of(Chunks<?> chunks, ResultSet rows, String vendor) throws SQLException {
            ResultSetMetaData columns = rows.getMetaData();
            int index = rows.findColumn(chunks.keyColumn());
            String type = columns.getColumnTypeName(index);
            if (columns.getColumnType(index) == Types.TIMESTAMP
                    && type.equalsIgnoreCase("TIMESTAMP")
                    && VENDORS_OF_SESSION_TIMES.contains(vendor)) {
                throw unusable(
                        chunks,
                        "is a TIMESTAMP: this database returns it in the time zone of the session, where an hour may come"
                                + " twice; use a DATETIME or another column");
            }
            KeyKind kind = UNSTEADY.contains(type) ? null : kind(columns, index, type);
            if (kind == null) {
                throw unusable(
                        chunks,
                        "is of the type " + type
                                + "; use an integer, a decimal, a text, a UUID, a binary, a date or a timestamp");
            }
            return new KeyColumn(chunks, index, kind);
        }

        private static @Nullable KeyKind kind(ResultSetMetaData columns, int index, String type) throws SQLException {
            if (type.equalsIgnoreCase("UUID")) {
                return KeyKind.UUID;
            }
            return switch (columns.getColumnType(index)) {
                case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> KeyKind.INTEGER;
                case Types.BIGINT -> columns.isSigned(index) ? KeyKind.INTEGER : KeyKind.DECIMAL;
                case Types.NUMERIC, Types.DECIMAL -> KeyKind.DECIMAL;
                case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR ->
                    KeyKind.TEXT;
                case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> KeyKind.BINARY;
                case Types.DATE -> KeyKind.DATE;
                case Types.TIMESTAMP ->
                    type.equalsIgnoreCase("timestamptz") ? KeyKind.TIMESTAMP_WITH_ZONE : KeyKind.TIMESTAMP;
                case Types.TIMESTAMP_WITH_TIMEZONE -> KeyKind.TIMESTAMP_WITH_ZONE;
                default -> null;
            };
        }

        /** Returns the key of the current row. */
        RowKey read(ResultSet rows) throws SQLException {
            if (rows.getObject(index) == null) {
                throw containsNull(chunks);
            }
            return new RowKey(kind, text(rows));
        }

        private String text(ResultSet rows) throws SQLException {
            return switch (kind) {
                case INTEGER -> Long.toString(rows.getLong(index));
                case DECIMAL -> rows.getBigDecimal(index).stripTrailingZeros().toPlainString();
                case TEXT, UUID -> rows.getString(index);
                case BINARY -> HexFormat.of().formatHex(rows.getBytes(index));
                case DATE -> rows.getObject(index, LocalDate.class).toString();
                case TIMESTAMP -> rows.getObject(index, LocalDateTime.class).toString();
                case TIMESTAMP_WITH_ZONE ->
                    rows.getObject(index, OffsetDateTime.class)
                            .withOffsetSameInstant(ZoneOffset.UTC)
                            .toString();
            };
        }
    }
}
