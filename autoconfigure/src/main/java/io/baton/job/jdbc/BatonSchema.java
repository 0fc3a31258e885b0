package io.baton.job.jdbc;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Baton's tables: made and kept up to date by a Flyway of its own, apart from the application's. */
public final class BatonSchema {

    private static final String HISTORY = "baton_schema_history";
    private static final String EMPTY = "0";

    private final JdbcTemplate jdbc;
    private final Database database;
    private final SchemaAccess access;
    private final RunByHand byHand;
    private final Supplier<FluentConfiguration> configuration;

    /** Works on this data source, which has to give two connections at once. */
    public BatonSchema(DataSource dataSource, @Nullable String schema) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.database = Database.of(dataSource);
        String location = "io/baton/schema/" + database.vendor();
        this.access = new SchemaAccess(jdbc, database, schema, location);
        this.byHand = new RunByHand(jdbc, new Tables(schema), access, location);
        this.configuration = () -> configuration(dataSource, schema, location);
    }

    private static FluentConfiguration configuration(DataSource dataSource, @Nullable String schema, String location) {
        FluentConfiguration configuration = Flyway.configure(BatonSchema.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:" + location)
                .table(HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion(EMPTY)
                .validateMigrationNaming(true);
        return schema == null ? configuration : configuration.schemas(schema).defaultSchema(schema);
    }

    /**
     * Brings the tables up to date; safe on any number of nodes at once. Tables that somebody made by hand are taken over.
     *
     * @throws UnusableSchemaException if a person has to do something first
     */
    public void migrate() {
        FluentConfiguration settings = configuration.get();
        try {
            Flyway flyway = settings.load();
            if (flyway.info().applied().length == 0) {
                access.requireCreation();
                flyway = settings.baselineVersion(madeByHand(flyway)).load();
            }
            flyway.migrate();
        } catch (FlywayException e) {
            throw explained(e);
        }
    }

    /** The last of the migrations that somebody ran without a history, from the first on. */
    private String madeByHand(Flyway flyway) {
        String last = EMPTY;
        for (MigrationInfo migration : flyway.info().pending()) {
            if (!byHand.ran(migration.getScript())) {
                break;
            }
            last = migration.getVersion().getVersion();
        }
        return last;
    }

    private RuntimeException explained(FlywayException failure) {
        if (access.isRefusal(failure)) {
            return access.noCreation(failure);
        }
        for (MigrationInfo pending : unfinished()) {
            if (byHand.anyOf(pending.getScript())) {
                return new UnusableSchemaException(
                        "Baton's migration " + byHand.location() + "/" + pending.getScript()
                                + " failed, and some of what it makes is there already: somebody ran it by hand, or it broke off",
                        "Run what is missing of that file and of those after it by hand, then delete the table "
                                + HISTORY
                                + ": Baton recognises the tables and goes on from there. Or, if no job in them counts, delete all tables"
                                + " whose names begin with baton_, and Baton makes them anew.",
                        failure);
            }
        }
        return failure;
    }

    /**
     * Checks that the tables are there and as this version of Baton needs them; they may be the work of a person or of another tool.
     *
     * @throws UnusableSchemaException if they are not, or cannot be read
     */
    public void verify() {
        for (MigrationInfo pending : unfinished()) {
            if (!byHand.ran(pending.getScript())) {
                access.requireSchema();
                throw missing(byHand.location(), pending.getScript());
            }
        }
    }

    /** Where tables are made outside of transactions, a migration that broke off is in the history, as failed. */
    private List<MigrationInfo> unfinished() {
        try {
            return Stream.of(configuration.get().load().info().all())
                    .filter(migration -> migration.getState() == MigrationState.PENDING
                            || migration.getState().isFailed())
                    .toList();
        } catch (FlywayException e) {
            throw access.isRefusal(e) ? access.unreadable(e) : e;
        }
    }

    private static UnusableSchemaException missing(String location, String script) {
        return new UnusableSchemaException(
                "Baton's tables are missing or too old: the migration " + location + "/" + script
                        + " has not run, and baton.schema.migrate=false keeps Baton from running it",
                "Let Baton make its tables with baton.schema.migrate=true, or run the SQL files from the folder "
                        + location
                        + " of Baton's jar, in the order of their versions and beginning with the one named, on the schema that holds Baton's"
                        + " tables (baton.schema.name).",
                null);
    }

    /** Returns settings of the server under which a committed job can be lost. */
    public List<String> durabilityRisks() {
        return database.durabilityRisks(jdbc);
    }
}
