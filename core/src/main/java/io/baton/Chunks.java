package io.baton;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ColumnMapRowMapper;
import org.springframework.jdbc.core.RowMapper;

/**
 * Describes the rows that a job processes in portions, in the order of a key: see {@link JobContext#inChunks}.
 *
 * @param name the name; empty if none was given
 * @param keyColumn the name of the column by which the rows are ordered
 * @param size the number of rows of a portion
 * @param parameters the values for the {@code ?} of the query
 * @param mapper the mapper of rows
 * @param <T> the type of a row
 */
public record Chunks<T>(
        String name, String query, String keyColumn, int size, List<@Nullable Object> parameters, RowMapper<T> mapper) {

    private static final int LARGEST = 10_000;
    private static final int LONGEST_NAME = 100;
    private static final Pattern COLUMN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

    /**
     * Creates chunks; {@link #of} does the same with defaults.
     *
     * @throws IllegalArgumentException as {@link #of} does
     */
    public Chunks {
        if (query.isBlank() || query.stripTrailing().endsWith(";")) {
            throw new IllegalArgumentException("The query of chunks is one SELECT without a semicolon at its end");
        }
        if (!COLUMN.matcher(keyColumn).matches()) {
            throw new IllegalArgumentException("The key column of chunks has letters, digits and underscores, unlike '"
                    + keyColumn + "'; give the column such a name in the query, by AS");
        }
        if (size < 1 || size > LARGEST) {
            throw new IllegalArgumentException("A chunk has 1 to " + LARGEST + " rows, not " + size);
        }
        parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
    }

    /**
     * Creates portions of the rows of a query. The query is a constant of the application, contains no input, no semicolon and no {@code ORDER BY}.
     * Its key column has an index, no nulls, and no value twice; it is an integer, a decimal, a text, a UUID, a binary, a date or a timestamp.
     *
     * @param keyColumn the name that the column has in the result, as it is written in statements without quotes
     * @param size the number of rows of a portion, 10,000 at most
     * @throws IllegalArgumentException if the size is out of range, the key column cannot be the name of one, or the query is blank or has a semicolon at
     *     its end
     */
    public static Chunks<Map<String, @Nullable Object>> of(String query, String keyColumn, int size) {
        return new Chunks<>("", query, keyColumn, size, List.of(), new ColumnMapRowMapper());
    }

    /** Returns these chunks with values for the {@code ?} of the query, which replace earlier ones. */
    public Chunks<T> with(@Nullable Object... values) {
        return new Chunks<>(name, query, keyColumn, size, Arrays.asList(values), mapper);
    }

    /** Returns these chunks with another mapper of rows, such as a {@code DataClassRowMapper}. */
    public <R> Chunks<R> mappedBy(RowMapper<R> rows) {
        return new Chunks<>(name, query, keyColumn, size, parameters, rows);
    }

    /**
     * Returns these chunks with a name. A job that processes more than one query needs names, so that a later attempt finds the position of each.
     *
     * @throws IllegalArgumentException if the name is blank, or longer than 100 characters
     */
    public Chunks<T> named(String other) {
        if (other.isBlank() || other.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "The name of chunks has 1 to " + LONGEST_NAME + " characters, not all blank");
        }
        return new Chunks<>(other, query, keyColumn, size, parameters, mapper);
    }

    /** Returns the query without the values, which may be secrets. */
    @Override
    public String toString() {
        return (name.isEmpty() ? "" : name + ": ") + size + " rows of " + query + " by " + keyColumn;
    }
}
