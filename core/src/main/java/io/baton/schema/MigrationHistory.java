package io.baton.schema;

import static java.util.Objects.requireNonNullElse;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Reads and removes failed migrations of the history, which keeps them where tables are altered outside of transactions. Needs no Flyway, whose own
 * repair would also remove migrations that newer nodes have run and this one does not know.
 */
record MigrationHistory(JdbcTemplate jdbc, @Nullable String schema) {

    /** The table of Flyway's own records. */
    static final String TABLE = "baton_schema_history";

    private static final String FIRST_FAILED =
            "SELECT \"script\" FROM %s WHERE \"success\" = FALSE ORDER BY \"installed_rank\"";
    private static final String FORGET = "DELETE FROM %s WHERE \"version\" = '%s' AND \"success\" = FALSE";

    /** Returns the script of the first that failed. */
    Optional<String> firstFailed() {
        return requireNonNullElse(jdbc.execute((Connection connection) -> firstFailed(connection)), Optional.empty());
    }

    private Optional<String> firstFailed(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet failed = statement.executeQuery(quoted(connection, FIRST_FAILED.formatted(table())))) {
            return failed.next() ? Optional.of(failed.getString(1)) : Optional.empty();
        }
    }

    /** Removes the failures of these versions, but not if another node succeeded meanwhile. */
    void forgetFailed(List<String> versions) {
        jdbc.execute((Connection connection) -> {
            try (Statement statement = connection.createStatement()) {
                for (String version : versions) {
                    statement.executeUpdate(quoted(connection, FORGET.formatted(table(), version)));
                }
            }
            return true;
        });
    }

    private String table() {
        return (schema == null ? "" : '"' + schema + "\".") + '"' + TABLE + '"';
    }

    /** Returns the statement with the quotes of this database around names. */
    private static String quoted(Connection connection, String sql) throws SQLException {
        return sql.replace("\"", connection.getMetaData().getIdentifierQuoteString());
    }
}
