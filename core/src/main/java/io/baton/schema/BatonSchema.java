package io.baton.schema;

import io.baton.database.Database;
import io.baton.database.Vendor;
import io.baton.start.StartRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Creates and migrates Baton's tables by a Flyway of its own, apart from the application's. */
public final class BatonSchema {

    private final DataSource dataSource;
    private final @Nullable String schema;
    private final JdbcTemplate jdbc;
    private final SchemaWords words;
    private final Scripts scripts;
    private final SchemaAccess access;
    private final ManualMigrations manual;
    private final Supplier<LockRetries> retries;

    /** Works on this data source, which has to give two connections at once. */
    public BatonSchema(DataSource dataSource, @Nullable String schema) {
        this(dataSource, schema, LockRetries::sleep, LockRetries.LONGEST);
    }

    BatonSchema(DataSource dataSource, @Nullable String schema, Consumer<Duration> pause, Duration longest) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.jdbc = new JdbcTemplate(dataSource);
        this.words = SchemaWords.of(Vendor.dialect(dataSource));
        this.scripts = new Scripts(words.location());
        this.access = new SchemaAccess(jdbc, words, schema, scripts);
        Database database = new Database(dataSource, schema);
        this.manual = new ManualMigrations(database, access, scripts);
        this.retries = () -> new LockRetries(database, pause, longest);
    }

    /**
     * Migrates the tables; safe on any number of nodes at once. Tables that an administrator created manually are recognized.
     * Waits for other transactions that hold locks on them, for some minutes at most.
     *
     * @throws StartRefusedException if an administrator has to change something first
     */
    public void migrate() {
        new Migrations(dataSource, schema, access, manual, retries.get()).run();
    }

    /**
     * Checks that the tables exist as this version of Baton needs them. Needs no Flyway.
     *
     * @throws StartRefusedException if they are not, or cannot be read
     */
    public void verify() {
        failedMigration().ifPresent(script -> {
            throw access.failed(script, null);
        });
        for (String script : scripts.names()) {
            if (!manual.ran(script)) {
                access.requireSchema();
                throw missing(scripts.location(), script);
            }
        }
    }

    /** Returns the script that failed; empty where the tables were created manually, or the user may not read the history. */
    private Optional<String> failedMigration() {
        try {
            return new MigrationHistory(jdbc, schema).firstFailed();
        } catch (DataAccessException e) {
            // if more than that is wrong, the check of the tables reports it
            return Optional.empty();
        }
    }

    private static StartRefusedException missing(String location, String script) {
        return SchemaAccess.unusable(
                "Baton's tables are missing or too old: the migration " + location + "/" + script
                        + " has not run, and baton.schema.migrate=false keeps Baton from running it",
                "Let Baton make its tables with baton.schema.migrate=true, or run the SQL files from the folder "
                        + location
                        + " of Baton's jar, in the order of their versions and beginning with the one named, on the schema that holds Baton's"
                        + " tables (baton.schema.name).",
                null);
    }

    /**
     * Checks by two connections that the server locks rows and skips locked ones. Where something is in the way, a start goes on without it.
     *
     * @throws StartRefusedException if it does not
     */
    public void requireLocks() {
        if (!words.equals(SchemaWords.H2)) {
            new LockProbe(dataSource, manual.database(), access).require();
        }
    }

    /** Returns settings of the server under which a committed job can be lost. */
    public List<String> durabilityRisks() {
        String query = words.durabilityRisks();
        return query == null ? List.of() : jdbc.queryForList(query, String.class);
    }
}
