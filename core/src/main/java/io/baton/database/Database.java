package io.baton.database;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/**
 * Runs statements on Baton's tables, in whatever transaction is bound to the data source. Statements name tables by their plain names, all of
 * which begin with {@code baton_}; the schema is added here.
 */
public final class Database implements Updates {

    private final JdbcTemplate jdbc;
    private final Tables tables;
    private final Dialect dialect;

    /** Creates a database on this data source; the schema is that of its connections unless one is named. */
    public Database(DataSource dataSource, @Nullable String schema) {
        this(dataSource, new Tables(schema), Vendor.dialect(dataSource));
    }

    private Database(DataSource dataSource, Tables tables, Dialect dialect) {
        this.jdbc = new JdbcTemplate(dataSource);
        jdbc.setExceptionTranslator(new FailureTranslator(tables.schema() != null));
        this.tables = tables;
        this.dialect = dialect;
    }

    /** Returns the same database with a limit for the time of each statement. */
    public Database limitedTo(Duration longestStatement) {
        Database limited = new Database(requireNonNull(jdbc.getDataSource()), tables, dialect);
        limited.jdbc.setQueryTimeout((int) longestStatement.toSeconds());
        return limited;
    }

    /** Returns the same database on other connections. */
    public Database on(DataSource connections) {
        return new Database(connections, tables, dialect);
    }

    /** Whether the transaction under way keeps locks on the rows that it only reads. */
    public boolean locksWhatItReads() {
        return dialect.serializableLocksWhatItReads()
                && Boolean.TRUE.equals(jdbc.execute((ConnectionCallback<Boolean>)
                        connection -> connection.getTransactionIsolation() == Connection.TRANSACTION_SERIALIZABLE));
    }

    /** Returns the words in which this database differs from others. */
    public Dialect dialect() {
        return dialect;
    }

    /** Returns how many bytes a statement can have. */
    public long largestStatement() {
        return dialect.largestStatement(jdbc);
    }

    /** Returns the rows of a table, to be reached by their ids. */
    public RowsById rows(String table) {
        return rows(table, "id");
    }

    /** Returns the rows of a table, to be reached by the ids in this column, the first of its primary key. */
    public RowsById rows(String table, String key) {
        return dialect.rows(this, table, key);
    }

    /** Returns the rows of a table, to be reached by the ids in the only column of this index. */
    public RowsById rowsBy(String table, String column, String index) {
        return dialect.rowsBy(this, table, column, index);
    }

    @Override
    public int update(String sql, @Nullable Object... parameters) {
        return jdbc.update(tables.in(sql), parameters);
    }

    /** Runs a statement that changes rows, whose parameters need the connection; returns how many it changed. */
    public int update(String sql, PreparedStatementSetter parameters) {
        return jdbc.update(tables.in(sql), parameters);
    }

    /** Runs a statement once for each row of parameters. */
    public void updateEach(String sql, List<Object[]> rows) {
        jdbc.batchUpdate(tables.in(sql), rows);
    }

    /** Inserts a row; returns the id that it was given. */
    public long insert(String sql, List<Object> parameters) {
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        jdbc.update(new KeyedInsert(tables.in(sql), parameters), key);
        return requireNonNull(key.getKeyAs(Number.class)).longValue();
    }

    /** Returns the rows that a statement finds, in its order. */
    public <T extends @Nullable Object> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... parameters) {
        return jdbc.query(tables.in(sql), mapper, parameters);
    }

    /** Returns the rows that a statement finds whose parameters need the connection, in its order. */
    public <T extends @Nullable Object> List<T> query(
            String sql, PreparedStatementSetter parameters, RowMapper<T> mapper) {
        return jdbc.query(tables.in(sql), parameters, mapper);
    }

    /** Hands over each row that a statement finds, in its order. */
    public void forEach(String sql, RowCallbackHandler row, @Nullable Object... parameters) {
        jdbc.query(tables.in(sql), row, parameters);
    }

    /** Returns the only column of the rows that a statement finds, in its order. */
    public <T extends @Nullable Object> List<T> list(String sql, Class<T> type, @Nullable Object... parameters) {
        return jdbc.queryForList(tables.in(sql), type, parameters);
    }

    /** Returns the only column of the only row that a statement finds. */
    public <T> @Nullable T value(String sql, Class<T> type, @Nullable Object... parameters) {
        return jdbc.queryForObject(tables.in(sql), type, parameters);
    }

    /** Runs a statement without parameters. */
    public void execute(String sql) {
        jdbc.execute(tables.in(sql));
    }

    /** Runs a statement that answers more than one result. */
    public <T> @Nullable T execute(String sql, StatementWork<T> work) {
        String text = tables.in(sql);
        return jdbc.execute((ConnectionCallback<T>) connection -> {
            try (var statement = connection.prepareStatement(text)) {
                return work.run(statement);
            }
        });
    }

    /**
     * What is done with a prepared statement.
     *
     * @param <T> the type of what it comes to
     */
    @FunctionalInterface
    public interface StatementWork<T> {

        T run(PreparedStatement statement) throws SQLException;
    }
}
