package io.baton.database;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.RowMapper;

/**
 * Runs statements on Baton's tables, in the transaction that is bound to the data source. Statements contain the plain names of tables, which all
 * begin with {@code baton_}; this class adds the schema. It replaces words in braces by the SQL of the {@link Dialect}:
 *
 * <ul>
 * <li>{@code {now}}, {@code {statementTime}}: the present moment
 * <li>{@code {now+?}}, {@code {statementTime+?}}: the present moment plus a parameter, in microseconds; the second can be compared by an index
 * <li>{@code {until due_at}}: the microseconds until the time in that column
 * <li>{@code {next asked}}: the next value of that counter, see {@link Dialect#next}
 * <li>{@code {?bigint}}: a parameter of this type
 * <li>{@code {skipLocked}}: locks the selected rows, and skips locked ones
 * </ul>
 */
public final class Database {

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");
    /** Matches tables, but not the index in a hint of a statement. */
    private static final Pattern TABLE = Pattern.compile("(?<!INDEX \\()\\bbaton_[a-z_]+\\b");

    private static final Pattern WORD = Pattern.compile(
            "\\{(now|statementTime|(?:now|statementTime)\\+\\?|until ([^}]+)|next ([a-z.]+)|\\?([a-z0-9() ]+))}|\\s?\\{skipLocked}");
    /** The maximum number of resolved texts to keep. Statements with lists of rows have more; the rest is resolved at each use. */
    private static final int MOST_RESOLVED = 1_000;

    private static final int LONGEST_RESOLVED = 4_000;

    private final JdbcTemplate jdbc;
    private final @Nullable String schema;
    private final Dialect dialect;
    private final Map<String, String> resolved = new ConcurrentHashMap<>();

    /** Creates a database on this data source. If {@code schema} is null, its connections determine the schema. */
    public Database(DataSource dataSource, @Nullable String schema) {
        this(dataSource, schema, Vendor.dialect(dataSource));
        if (schema != null && !IDENTIFIER.matcher(schema).matches()) {
            throw new BatonException(
                    "'" + schema + "' is not usable as baton.schema.name: it takes letters, digits and underscores.");
        }
    }

    private Database(DataSource dataSource, @Nullable String schema, Dialect dialect) {
        this.jdbc = new JdbcTemplate(dataSource);
        jdbc.setExceptionTranslator(new FailureTranslator(schema != null));
        this.schema = schema;
        this.dialect = dialect;
    }

    /** Returns the same database with a timeout for each statement; without it where it would remain for the next user of the connection. */
    public Database limitedTo(Duration longestStatement) {
        if (dialect.timeoutStaysOnConnection()) {
            return this;
        }
        Database limited = new Database(requireNonNull(jdbc.getDataSource()), schema, dialect);
        limited.jdbc.setQueryTimeout((int) longestStatement.toSeconds());
        return limited;
    }

    public boolean runsOn(@Nullable DataSource connections) {
        return jdbc.getDataSource() == connections;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** Returns a text that names up to three transactions that may hold locks on matching tables, or says how to find them. */
    public String lockHolders(String tables) {
        String query = dialect.lockHolders(tables) + " LIMIT 3";
        String found = "";
        try {
            found = String.join("; ", jdbc.queryForList(query, String.class));
        } catch (DataAccessException e) {
            // this user may not see the transactions
        }
        return found.isEmpty() ? "An administrator finds them with: " + query : "The oldest now: " + found + ".";
    }

    /**
     * Bounds how long work in the current transaction waits for each lock. Afterwards restores the setting if it belongs to the session and not to
     * the transaction. Throws a failure to restore it: it may be the first report that the database has rolled back the transaction, as Galera does
     * after a conflict, and the commit would then lack the earlier work. If this or the work fails, restores the setting (again). The work may throw
     * anything, even what is not declared.
     */
    public <T extends @Nullable Object> T boundLockWaits(Duration longest, Supplier<T> work) {
        int seconds = (int) Math.max(1, longest.toSeconds());
        dialect.boundLockWaits(seconds).forEach(jdbc::execute);
        try {
            T result = work.get();
            dialect.restoreLockWaits().forEach(jdbc::execute);
            return result;
        } catch (Throwable failure) {
            try {
                dialect.restoreLockWaits().forEach(jdbc::execute);
            } catch (DataAccessException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    /** Bounds how long the current transaction may be idle, since its worker may be gone; does nothing if the database does not support it. */
    public void limitIdling(Duration longest) {
        if (!dialect.idleLimit().isEmpty()) {
            long millis = Math.min(TimeUnit.MILLISECONDS.convert(longest), Integer.MAX_VALUE);
            execute("SELECT set_config('idle_in_transaction_session_timeout', '" + millis + "ms', true)");
        }
    }

    /** Marks the beginning of the current transaction for {@link #requireBegin}; does nothing where the database reports a lost beginning itself. */
    public void markBegin() {
        if (dialect.missesSavepoints()) {
            jdbc.execute("SAVEPOINT baton_begin");
        }
    }

    /** Removes the mark of the beginning; throws if the current transaction does not have it, and so lacks what was written after it. */
    public void requireBegin() {
        if (dialect.missesSavepoints()) {
            try {
                jdbc.execute("RELEASE SAVEPOINT baton_begin");
            } catch (DataAccessException e) {
                throw TransientFailure.is(e)
                        ? e
                        : new BatonException(
                                "The transaction of this run ended before its handler returned. Either the database rolled it back, such as after a"
                                        + " deadlock, and the exception was caught: let that exception leave the handler. Or a statement such as"
                                        + " TRUNCATE or ALTER TABLE committed it: execute that outside of the transaction",
                                e);
            }
        }
    }

    /** Restores the database's default of the idle limit for the current transaction. */
    public void liftIdleLimit() {
        if (!dialect.idleLimit().isEmpty()) {
            execute("SET LOCAL idle_in_transaction_session_timeout TO DEFAULT");
        }
    }

    /**
     * Returns which of these ids have rows in a table that meet the rest of the statement, which has these parameters; {@code j} is the table. Runs no
     * statement if there are no ids.
     */
    public List<Long> ids(String table, Collection<Long> ids, String rest, Object... parameters) {
        if (ids.isEmpty()) {
            return List.of();
        }
        RowsById rows = rows(table);
        List<Object> all = new ArrayList<>(List.of(rows.ids(ids)));
        Collections.addAll(all, parameters);
        return list("SELECT j.id FROM " + rows.from() + rest, Long.class, all.toArray());
    }

    /** Returns the question marks of a list of parameters. */
    public static String marks(Collection<?> parameters) {
        return String.join(", ", Collections.nCopies(parameters.size(), "?"));
    }

    /** Returns access to the rows of a table by their ids. */
    public RowsById rows(String table) {
        return rows(table, "id");
    }

    /** Returns access to the rows of a table by the ids in this column, the first of its primary key. */
    public RowsById rows(String table, String key) {
        return rowsBy(table, key, "PRIMARY");
    }

    /** Returns access to the rows of a table by the ids in the only column of this index. */
    public RowsById rowsBy(String table, String column, String index) {
        return new RowsById(this::update, table, column, index, dialect.takesArrays());
    }

    /** Returns the statement for the database: with its words, and with the schema, if one was chosen, before each of Baton's tables. */
    private String resolve(String sql) {
        if (schema == null && sql.indexOf('{') < 0) {
            return sql;
        }
        String known = resolved.get(sql);
        if (known != null) {
            return known;
        }
        String words = WORD.matcher(sql).replaceAll(found -> Matcher.quoteReplacement(word(found)));
        String text = schema == null ? words : TABLE.matcher(words).replaceAll(schema + ".$0");
        if (resolved.size() < MOST_RESOLVED && text.length() < LONGEST_RESOLVED) {
            resolved.put(sql, text);
        }
        return text;
    }

    private String word(MatchResult found) {
        String word = found.group(1);
        if (word == null) {
            return dialect.skipLocked();
        }
        if (found.group(2) != null) {
            return dialect.microsUntil(found.group(2));
        }
        if (found.group(3) != null) {
            return Dialect.next(found.group(3));
        }
        return switch (word) {
            case "now" -> dialect.now();
            case "statementTime" -> dialect.statementTime();
            case "now+?" -> dialect.plusMicros(dialect.now());
            case "statementTime+?" -> dialect.plusMicros(dialect.statementTime());
            default -> dialect.parameter(found.group(4));
        };
    }

    /** Runs a statement that changes rows; returns how many. */
    public int update(String sql, @Nullable Object... parameters) {
        return jdbc.update(resolve(sql), parameters);
    }

    /**
     * Runs a statement once per row of parameters, of which there may be none; returns how many rows each run changed, or a negative number if the
     * driver does not know it.
     */
    public int[] updateEach(String sql, List<Object[]> rows) {
        return jdbc.batchUpdate(resolve(sql), rows);
    }

    /** Runs a statement once per item, of which there may be none, with the parameters that the function returns for it. */
    public <T> void updateEach(String sql, Collection<T> items, Function<? super T, Object[]> parameters) {
        updateEach(sql, items.stream().<Object[]>map(parameters).toList());
    }

    /** Inserts rows, which are {@code VALUES ..} or a query, unless they exist. */
    public void insertIfAbsent(String table, String columns, String rows, @Nullable Object... parameters) {
        try {
            update(dialect.insertIfAbsent(table, columns, rows), parameters);
        } catch (DuplicateKeyException e) {
            // on some databases the statement, and only it, fails if another transaction has just inserted a row
        }
    }

    /** Inserts a row; returns its generated id. */
    public long insert(String sql, List<Object> parameters) {
        PreparedStatementCallback<Long> inserted = statement -> {
            new ArgumentPreparedStatementSetter(parameters.toArray()).setValues(statement);
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        };
        return requireNonNull(
                jdbc.execute(connection -> connection.prepareStatement(resolve(sql), new String[] {"id"}), inserted));
    }

    /** Returns the rows that a statement finds, in its order. */
    public <T extends @Nullable Object> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... parameters) {
        return jdbc.query(resolve(sql), mapper, parameters);
    }

    /** Returns the rows that a statement finds, in its order. The parameters need the connection. */
    public <T extends @Nullable Object> List<T> query(
            String sql, PreparedStatementSetter parameters, RowMapper<T> mapper) {
        return jdbc.query(resolve(sql), parameters, mapper);
    }

    /** Returns the first row that a statement finds; empty if it finds none. */
    public <T> Optional<T> first(String sql, RowMapper<T> mapper, @Nullable Object... parameters) {
        return query(sql, mapper, parameters).stream().findFirst();
    }

    /** Passes each row that a statement finds to the handler, in its order. */
    public void forEach(String sql, RowCallbackHandler row, @Nullable Object... parameters) {
        jdbc.query(resolve(sql), row, parameters);
    }

    /** Returns the only column of the rows that a statement finds, in its order. */
    public <T extends @Nullable Object> List<T> list(String sql, Class<T> type, @Nullable Object... parameters) {
        return jdbc.queryForList(resolve(sql), type, parameters);
    }

    /** Returns up to {@code limit} values, each of which is found by this statement with the value before as its parameter. */
    public <T> List<T> each(String next, Class<T> type, T after, int limit) {
        List<T> values = new ArrayList<>();
        for (T last = after; values.size() < limit; last = values.get(values.size() - 1)) {
            List<T> found = list(next, type, last);
            if (found.isEmpty()) {
                return values;
            }
            values.add(found.get(0));
        }
        return values;
    }

    public boolean finds(String sql, @Nullable Object... parameters) {
        return !query(sql, (row, number) -> true, parameters).isEmpty();
    }

    /** Returns the only column of the only row that a statement finds. */
    public <T> @Nullable T value(String sql, Class<T> type, @Nullable Object... parameters) {
        return jdbc.queryForObject(resolve(sql), type, parameters);
    }

    public Instant now() {
        return query("SELECT {now} AS present", (row, number) -> requireNonNull(dialect.instant(row, "present")))
                .get(0);
    }

    /** Runs a statement without parameters. */
    public void execute(String sql) {
        jdbc.execute(resolve(sql));
    }

    /** Runs a statement that returns more than one result. */
    public <T> @Nullable T execute(String sql, PreparedStatementCallback<T> work) {
        return jdbc.execute(resolve(sql), work);
    }
}
