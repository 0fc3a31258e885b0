package io.baton.schema;

import io.baton.database.Database;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.start.StartRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Determines which of Baton's tables exist and which rights the database user has, and describes what an administrator has to do. */
record SchemaAccess(
        JdbcTemplate jdbc,
        Database database,
        @Nullable String schema,
        @Nullable String location) {

    /** The table of Flyway's own records. */
    static final String HISTORY = "baton_schema_history";

    private static final Logger log = LoggerFactory.getLogger(SchemaAccess.class);

    /** A statement that never creates a table: the database checks the rights and then refuses the repeated column. */
    private static final String PROBE = "CREATE TABLE %sbaton_probe (twice integer, twice integer)";

    private static final Set<String> NO_SCHEMA = Set.of("3F000", "1049", "90079");

    SchemaAccess(DataSource dataSource, @Nullable String schema, @Nullable String location) {
        this(new JdbcTemplate(dataSource), new Database(dataSource, schema), schema, location);
    }

    boolean isH2() {
        return database.dialect().vendor().equals("h2");
    }

    Scripts scripts() {
        return new Scripts(
                location == null ? "io/baton/schema/" + database.dialect().migrations() : location);
    }

    /** Returns whether all tables and columns of the script exist. Then it has run, perhaps manually and without a history. */
    boolean ran(String script) {
        List<Scripts.Made> made = scripts().made(script);
        return !made.isEmpty() && made.stream().allMatch(this::isThere);
    }

    /** Returns whether any table or column of the script exists. */
    boolean anyOf(String script) {
        return scripts().made(script).stream().anyMatch(this::isThere);
    }

    private boolean isThere(Scripts.Made made) {
        try {
            database.execute("SELECT " + made.column() + " FROM " + made.table() + " WHERE 1 = 0");
            return true;
        } catch (DataAccessException e) {
            requireRight(e);
            if (e instanceof BadSqlGrammarException) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Removes the failure of this version from the history, unless another node has succeeded since. Flyway's own repair would also remove migrations
     * that newer nodes have run and this node does not know.
     */
    void forgetFailed(String version) {
        String delete = "DELETE FROM " + history() + " WHERE \"version\" = ? AND \"success\" = FALSE";
        jdbc.update(quoted(delete), version);
    }

    /** Returns a statement on Flyway's table. H2 needs its names quoted, since it keeps the case that Flyway gave them. */
    private String quoted(String statement) {
        return isH2() ? statement : statement.replace("\"", "");
    }

    private String history() {
        return (schema == null ? "" : schema + ".") + '"' + HISTORY + '"';
    }

    /** Checks whether tables can be created, since Flyway would try it ten times, one second apart. */
    void requireCreation() {
        try {
            jdbc.execute(PROBE.formatted(schema == null ? "" : schema + "."));
        } catch (DataAccessException e) {
            requireRight(e);
            if (schema != null && isWithoutSchema(e)) {
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
            // without this exception, another node was faster, or Flyway reports the problem
            requireRight(e);
        }
    }

    /** Refuses the start if a failure was caused by a missing right. */
    void requireRight(Throwable failure) {
        if (root(failure).filter(FailureText::lacksRight).isPresent() || (schema == null && isWithoutSchema(failure))) {
            throw new StartRefusedException(
                    "Baton cannot read, create or update its tables: the database user '" + user()
                            + "' lacks rights in "
                            + (schema == null ? "its schema" : "the schema '" + schema + "', or it does not exist"),
                    "Grant the user its rights: docs/security.md#rights-of-the-database-user has the statements. Where it may not create"
                            + " tables, set baton.schema.migrate=false and " + filesToRun(),
                    failure);
        }
    }

    private String user() {
        return String.valueOf(jdbc.queryForObject("SELECT CURRENT_USER", String.class));
    }

    private String filesToRun() {
        return "run the SQL files from the folder " + scripts().location()
                + " of Baton's jar as another user, in the order of their versions, on the schema that holds Baton's tables"
                + " (baton.schema.name).";
    }

    private static boolean isWithoutSchema(Throwable failure) {
        return root(failure)
                .filter(root -> NO_SCHEMA.contains(String.valueOf(root.getSQLState()))
                        || NO_SCHEMA.contains(String.valueOf(root.getErrorCode())))
                .isPresent();
    }

    /** Returns the database's failure that caused this one; nothing if Flyway itself failed. */
    static Optional<SQLException> root(Throwable failure) {
        return FailureText.causes(failure).stream()
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .findFirst();
    }

    StartRefusedException missing(String script) {
        return new StartRefusedException(
                "Baton's tables are missing or too old, or the database user '" + user()
                        + "' may not use their schema: the migration "
                        + scripts().location() + "/" + script
                        + " has not run, and baton.schema.migrate=false keeps Baton from running it",
                "Grant the user its rights: docs/security.md#rights-of-the-database-user has the statements. Or let Baton make its tables"
                        + " with baton.schema.migrate=true, or " + filesToRun());
    }

    /** Returns the refusal after a migration that was interrupted outside of a transaction, or that found manually created tables. */
    StartRefusedException failed(String script, Throwable cause) {
        return new StartRefusedException(
                "Baton's migration " + scripts().location() + "/" + script
                        + " failed, and some of what it makes may be there already: an administrator ran it, or it broke off",
                "Run what is missing of that file and of those after it manually, or undo what is there of it; then delete the table "
                        + HISTORY
                        + ": Baton recognises the tables and goes on from there. Or, if no job in them counts, delete all tables"
                        + " whose names begin with baton_, and Baton makes them anew.",
                cause);
    }

    /** The migrations in a folder. */
    record Scripts(String location) {

        private static final Pattern TABLE = Pattern.compile("(?i)^\\s*CREATE TABLE (?:IF NOT EXISTS )?(baton_\\w+)");
        private static final Pattern ALTERED = Pattern.compile("(?i)^\\s*ALTER TABLE (baton_\\w+)");
        private static final Pattern COLUMN = Pattern.compile(
                "(?i)\\bADD (?:COLUMN )?(?:(?:/\\*M! )?IF NOT EXISTS (?:\\*/ )?)?(?!CONSTRAINT|CHECK|INDEX|KEY|UNIQUE|PRIMARY|FOREIGN)(\\w+)");
        private static final Pattern COMMENT = Pattern.compile("(?m)--.*$");

        /** Returns the names of all migrations, the oldest first. */
        List<String> names() {
            try {
                ClassLoader classes = Scripts.class.getClassLoader();
                return Stream.of(new PathMatchingResourcePatternResolver(classes)
                                .getResources("classpath*:" + location + "/V*.sql"))
                        .map(script -> String.valueOf(script.getFilename()))
                        .sorted(Comparator.comparingInt(Scripts::version))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException("Baton's migrations cannot be listed", e);
            }
        }

        private static int version(String script) {
            return Integer.parseInt(script.substring(1, script.indexOf("__")));
        }

        /** Returns the tables and columns that a script creates. */
        List<Made> made(String script) {
            return Stream.of(COMMENT.matcher(read(script)).replaceAll("").split(";"))
                    .flatMap(Scripts::madeBy)
                    .toList();
        }

        private static Stream<Made> madeBy(String statement) {
            Matcher created = TABLE.matcher(statement);
            if (created.find()) {
                return Stream.of(new Made(created.group(1), "1"));
            }
            Matcher altered = ALTERED.matcher(statement);
            return altered.find()
                    ? COLUMN.matcher(statement).results().map(added -> new Made(altered.group(1), added.group(1)))
                    : Stream.empty();
        }

        private String read(String script) {
            try {
                return new ClassPathResource(location + "/" + script, Scripts.class.getClassLoader())
                        .getContentAsString(StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException("Baton's migration " + script + " cannot be read", e);
            }
        }

        /** A table or column that a migration creates; the column is a constant if it creates the table itself. */
        record Made(String table, String column) {}
    }
}
