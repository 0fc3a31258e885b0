package io.baton.chunk.jdbc;

import io.baton.chunk.RowKey;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;

/** Gives a key to a statement again. */
final class KeyValue {

    private KeyValue() {}

    /**
     * Sets a parameter.
     *
     * @param textType the JDBC type of a text that takes the type of the column it is compared with
     */
    static void set(PreparedStatement statement, int index, RowKey key, int textType) throws SQLException {
        switch (key.kind()) {
            case INTEGER -> statement.setLong(index, Long.parseLong(key.text()));
            case DECIMAL -> statement.setBigDecimal(index, new BigDecimal(key.text()));
            case TEXT, UUID -> statement.setObject(index, key.text(), textType);
            case BINARY -> statement.setBytes(index, HexFormat.of().parseHex(key.text()));
            case DATE -> statement.setObject(index, LocalDate.parse(key.text()));
            case TIMESTAMP -> statement.setObject(index, LocalDateTime.parse(key.text()));
            case TIMESTAMP_WITH_ZONE -> statement.setObject(index, OffsetDateTime.parse(key.text()));
        }
    }
}
