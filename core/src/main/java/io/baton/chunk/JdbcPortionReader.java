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
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.jdbc.core.ResultSetExtractor;

/** Reads portions in the current transaction of the application. */
public final class JdbcPortionReader {

    private final JdbcTemplate jdbc;
    private final Dialect dialect;

    public JdbcPortionReader(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.dialect = Vendor.dialect(dataSource);
    }

    /**
     * Returns the next portion of rows.
     *
     * @param after the key of the last row of the portion before; null for the first portion
     * @throws BatonException if the column cannot be a key
     */
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
            throw KeyColumn.unusable(
                    chunks, "was " + after.kind() + " when the job began, and is " + column.kind() + " now");
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
            throw KeyColumn.containsNull(chunks);
        }
    }

    /** Refuses a text key that other rows share: the database may compare different texts as equal. */
    private void refuseEquals(Chunks<?> chunks, RowKey last) {
        String sql = from("1", chunks) + " WHERE chunk." + chunks.keyColumn() + " = ? LIMIT 2";
        if (jdbc.query(sql, parameters(chunks, last), (row, number) -> true).size() > 1) {
            throw duplicateKey(chunks);
        }
    }

    private static BatonException duplicateKey(Chunks<?> chunks) {
        return KeyColumn.unusable(
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

    /**
     * Rows that one transaction processes together.
     *
     * @param last the key of the last row; null if there are no rows
     * @param more whether further rows follow
     * @param <T> the type of a row
     */
    public record Portion<T>(List<T> rows, @Nullable RowKey last, boolean more) {}
}
