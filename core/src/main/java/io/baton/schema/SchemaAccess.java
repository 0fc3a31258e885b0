package io.baton.schema;

import static java.util.Objects.requireNonNullElse;

import io.baton.loop.Causes;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.start.StartRefusedException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Determines what the application's database user may do with Baton's tables, and describes what an administrator has to grant. */
final class SchemaAccess {

    private static final Logger log = LoggerFactory.getLogger(SchemaAccess.class);

    /** Refused for its columns after the rights were checked, so that it never makes a table. */
    private static final String PROBE = "CREATE TABLE %sbaton_probe (twice integer, twice integer)";

    private static final String UNKNOWN = "?";
    private static final String INTEGRITY = "23";

    private final JdbcTemplate jdbc;
    private final SchemaWords words;
    private final @Nullable String schema;
    private final Scripts scripts;

    SchemaAccess(JdbcTemplate jdbc, SchemaWords words, @Nullable String schema, Scripts scripts) {
        this.jdbc = jdbc;
        this.words = words;
        this.schema = schema;
        this.scripts = scripts;
    }

    SchemaWords words() {
        return words;
    }

    /**
     * Checks whether tables can be created, since Flyway tries it ten times, a second apart.
     *
     * @throws StartRefusedException if the user lacks the right
     */
    void requireCreation() {
        try {
            jdbc.execute(PROBE.formatted(schema == null ? "" : schema + "."));
        } catch (DataAccessException e) {
            if (isRefusal(e)) {
                throw noCreation(e);
            }
            SQLException root = root(e);
            if (schema != null && root != null && words.lacksSchema(root)) {
                createSchema(schema);
            }
        }
    }

    private void createSchema(String name) {
        try {
            jdbc.execute("CREATE SCHEMA " + name);
            log.warn(
                    "The schema '{}' did not exist and was created for Baton's tables. If another one was meant, correct"
                            + " baton.schema.name, or Hibernate's default schema where that is not set, and drop this one",
                    LogText.of(name));
        } catch (DataAccessException e) {
            if (isRefusal(e)) {
                throw unusable(
                        "The schema '" + name + "' does not exist, and the database user '" + user()
                                + "' may not create it",
                        "Create the schema, or correct baton.schema.name.",
                        e);
            }
            // otherwise another node was faster, or Flyway says what is wrong
        }
    }

    /** Returns whether the database refused something for want of a right. */
    boolean isRefusal(Throwable failure) {
        SQLException root = root(failure);
        return root != null && (FailureText.lacksRight(root) || (schema == null && words.lacksSchema(root)));
    }

    /** Returns whether a row was there already, such as that of another node in the history of migrations. */
    boolean isDuplicate(Throwable failure) {
        SQLException root = root(failure);
        return root != null && root.getSQLState() != null && root.getSQLState().startsWith(INTEGRITY);
    }

    /** Returns whether the failure is one of the database, and not of Flyway itself. */
    boolean isOfDatabase(Throwable failure) {
        return root(failure) != null;
    }

    /**
     * Checks whether the user may use any schema at all, without which tables seem to be missing.
     *
     * @throws StartRefusedException if not
     */
    void requireSchema() {
        if (schema == null
                && Boolean.TRUE.equals(jdbc.execute((Connection connection) -> words.lacksSchema(connection)))) {
            throw unreadable(null);
        }
    }

    StartRefusedException noCreation(Throwable cause) {
        return unusable(
                "Baton cannot make or update its tables: the database user '" + user()
                        + "' may not create or alter tables in " + place(),
                "Let the user do it:\n\n" + indented(words.grantsToMigrate(user(), place()))
                        + "\n\nOr run the SQL files from the folder " + scripts.location()
                        + " of Baton's jar as another user, in the order of their versions; then set baton.schema.migrate=false and let this"
                        + " user work with the tables:\n\n"
                        + indented(words.grantsToRun(user(), place(), scripts.tables(), MigrationHistory.TABLE)),
                cause);
    }

    StartRefusedException unreadable(@Nullable Throwable cause) {
        return unusable(
                "Baton cannot read its tables: the database user '" + user() + "' lacks rights on them in " + place()
                        + ". Whether they are there and new enough is not known",
                "Let the user work with the tables:\n\n"
                        + indented(words.grantsToRun(user(), place(), scripts.tables(), MigrationHistory.TABLE)),
                cause);
    }

    /** Returns the refusal of a script that is not the one that created the tables. */
    StartRefusedException edited(String script, Throwable cause) {
        return unusable(
                "Baton's tables were made by another migration " + script + " than the one in this jar, or "
                        + MigrationHistory.TABLE + " was edited",
                "No release edits a migration, so a commit before the first release made these tables: stop all nodes, drop the tables and"
                        + " their history, and start again:\n\n"
                        + indented(words.drops(place(), scripts.tables(), MigrationHistory.TABLE)),
                cause);
    }

    /** Returns the refusal of a migration that was interrupted where tables are created outside of transactions, or met tables that were created manually. */
    StartRefusedException failed(String script, @Nullable Throwable cause) {
        return unusable(
                "Baton's migration " + scripts.location() + "/" + script
                        + " failed, and some of what it makes may be there already: an administrator ran it, or it broke off",
                "Run what is missing of that file and of those after it manually, or undo what is there of it; then delete the table "
                        + MigrationHistory.TABLE
                        + ": Baton recognises the tables and goes on from there. Or, if no job in them counts, delete all tables"
                        + " whose names begin with baton_, and Baton makes them anew.",
                cause);
    }

    static StartRefusedException unusable(String problem, String action, @Nullable Throwable cause) {
        return new StartRefusedException(problem, problem + ".", action, cause);
    }

    private static String indented(String statements) {
        return statements.indent(4).stripTrailing();
    }

    /** Returns the product and the version that the driver reports. */
    String server() {
        return metadata(connection -> connection.getMetaData().getDatabaseProductName() + " "
                + connection.getMetaData().getDatabaseProductVersion());
    }

    private String user() {
        return metadata(connection -> connection.getMetaData().getUserName());
    }

    private String place() {
        return schema != null ? schema : metadata(words::schemaOf);
    }

    private String metadata(MetadataQuery query) {
        try {
            return requireNonNullElse(
                    jdbc.execute((Connection connection) -> requireNonNullElse(query.run(connection), UNKNOWN)),
                    UNKNOWN);
        } catch (DataAccessException e) {
            return UNKNOWN;
        }
    }

    private static @Nullable SQLException root(Throwable failure) {
        return Causes.of(failure).stream()
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .findFirst()
                .orElse(null);
    }

    private interface MetadataQuery {

        @Nullable
        String run(Connection connection) throws SQLException;
    }
}
