package io.baton.chunk;

import io.baton.BatonException;
import io.baton.Chunks;
import io.baton.chunk.RowKey.KeyKind;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key column of a result.
 *
 * @param index the index of the column, from 1
 */
record KeyColumn(Chunks<?> chunks, int index, KeyKind kind) {

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
        String text = text(rows);
        if (text == null) {
            throw containsNull(chunks);
        }
        return new RowKey(kind, text);
    }

    /** Returns the exception for a key column that cannot lead through the rows. */
    static BatonException unusable(Chunks<?> chunks, String problem) {
        return new BatonException(
                "The rows cannot be walked through in chunks by \"" + chunks.keyColumn() + "\", which " + problem);
    }

    static BatonException containsNull(Chunks<?> chunks) {
        return unusable(
                chunks,
                "is null in some rows: they would be missed. Leave them out in the query, or use another column");
    }

    private @Nullable String text(ResultSet rows) throws SQLException {
        return switch (kind) {
            case INTEGER -> {
                long number = rows.getLong(index);
                yield rows.wasNull() ? null : Long.toString(number);
            }
            case DECIMAL -> {
                BigDecimal number = rows.getBigDecimal(index);
                yield number == null ? null : number.stripTrailingZeros().toPlainString();
            }
            case TEXT, UUID -> rows.getString(index);
            case BINARY -> {
                byte[] bytes = rows.getBytes(index);
                yield bytes == null ? null : HexFormat.of().formatHex(bytes);
            }
            case DATE -> text(rows.getObject(index, LocalDate.class));
            case TIMESTAMP -> text(rows.getObject(index, LocalDateTime.class));
            case TIMESTAMP_WITH_ZONE -> {
                OffsetDateTime time = rows.getObject(index, OffsetDateTime.class);
                yield time == null
                        ? null
                        : time.withOffsetSameInstant(ZoneOffset.UTC).toString();
            }
        };
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}
