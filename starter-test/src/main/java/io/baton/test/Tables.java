package io.baton.test;

import io.baton.database.Database;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** All tables of Baton. Their names, and those of the columns with a time, are read from the database. */
final class Tables {

    private static final String HISTORY_OF_SCHEMA = "baton_schema_history";
    /** Limits from properties are written when the application starts. */
    private static final String LIMITS = "baton_limit";

    private final Database database;
    private final Map<String, Set<String>> times;

    private Tables(Database database, Map<String, Set<String>> times) {
        this.database = database;
        this.times = times;
    }

    static Tables of(DataSource dataSource, @Nullable String schema) {
        try {
            return new Tables(
                    new Database(dataSource, schema),
                    JdbcUtils.extractDatabaseMetaData(dataSource, metaData -> times(metaData, schema)));
        } catch (MetaDataAccessException e) {
            throw new IllegalStateException("The tables of Baton cannot be found", e);
        }
    }

    /** Returns the columns with a time, by table. */
    private static Map<String, Set<String>> times(DatabaseMetaData metaData, @Nullable String schema)
            throws SQLException {
        String place = schema != null ? schema : metaData.getConnection().getSchema();
        boolean catalogs = place == null
                || "MySQL".equals(metaData.getDatabaseProductName())
                || "MariaDB".equals(metaData.getDatabaseProductName());
        String catalog =
                catalogs && schema != null ? schema : metaData.getConnection().getCatalog();
        Map<String, Set<String>> found = new TreeMap<>();
        try (ResultSet columns = metaData.getColumns(catalog, catalogs ? null : place, "%", "%")) {
            while (columns.next()) {
                String table = columns.getString("TABLE_NAME").toLowerCase(Locale.ROOT);
                if (table.startsWith("baton_") && !table.equals(HISTORY_OF_SCHEMA)) {
                    Set<String> ofTable = found.computeIfAbsent(table, first -> new TreeSet<>());
                    int type = columns.getInt("DATA_TYPE");
                    if (type == Types.TIMESTAMP || type == Types.TIMESTAMP_WITH_TIMEZONE) {
                        ofTable.add(columns.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
                    }
                }
            }
        }
        return found;
    }

    Map<String, Set<String>> times() {
        return times;
    }

    /** Moves all times back by this duration. */
    void moveBack(Duration time) {
        long micros = Math.addExact(Math.multiplyExact(time.getSeconds(), 1_000_000L), time.getNano() / 1_000);
        times.forEach((table, columns) -> {
            if (!columns.isEmpty()) {
                String changes = columns.stream()
                        .map(column -> column + " = " + earlier(column))
                        .collect(Collectors.joining(", "));
                Object[] parameters =
                        columns.stream().map(column -> (Object) micros).toArray();
                database.update("UPDATE " + table + " SET " + changes, parameters);
            }
        });
    }

    private String earlier(String column) {
        return switch (database.dialect().vendor()) {
            case "postgresql" -> column + " - ? * interval '1 microsecond'";
            case "h2" -> "DATEADD(MICROSECOND, -?, " + column + ")";
            default -> column + " - INTERVAL ? MICROSECOND";
        };
    }

    void clear() {
        List<String> all =
                times.keySet().stream().filter(table -> !table.equals(LIMITS)).toList();
        all.forEach(table -> database.update("DELETE FROM " + table));
        // rates are full again
        database.update("UPDATE " + LIMITS + " SET tokens = NULL, filled_at = NULL");
    }
}
