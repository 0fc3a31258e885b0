package io.baton.schema;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.flywaydb.core.api.MigrationInfo;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Migrations that failed, which the history knows where tables are altered outside of transactions, and which keep every node from going on.
 * Each but the first can be run again, since it is one statement or made of statements that may be repeated.
 *
 * <p>Flyway's own repair would also strike out what newer nodes have run and this one does not know.
 */
record FailedMigrations(JdbcTemplate jdbc, @Nullable String schema, RunByHand byHand) {

    private static final String FIRST = "1";

    /** Returns whether all of them can be run again. */
    boolean areRepeatable(List<MigrationInfo> failed) {
        return failed.stream()
                .noneMatch(migration ->
                        FIRST.equals(migration.getVersion().getVersion()) && byHand.anyOf(migration.getScript()));
    }

    /** Lets the history forget them, but not if another node succeeded meanwhile. */
    void forget(List<MigrationInfo> failed) {
        jdbc.execute((Connection connection) -> {
            for (MigrationInfo migration : failed) {
                forget(connection, migration.getVersion().getVersion());
            }
            return true;
        });
    }

    private void forget(Connection connection, String version) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        String quote = database.getIdentifierQuoteString();
        String table = quote + BatonSchema.HISTORY + quote;
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM " + (schema == null ? "" : quote + schema + quote + ".") + table
                    + " WHERE " + quote + "version" + quote + " = '" + version + "' AND " + quote + "success" + quote
                    + " = FALSE");
        }
    }
}
