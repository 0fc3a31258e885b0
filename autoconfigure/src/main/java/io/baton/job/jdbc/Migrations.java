package io.baton.job.jdbc;

import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;

/** Runs Baton's migrations. Apart from {@link BatonSchema}, since an application that makes the tables itself needs no Flyway. */
final class Migrations {

    private static final String HISTORY = "baton_schema_history";
    private static final String EMPTY = "0";

    private final DataSource dataSource;
    private final @Nullable String schema;
    private final SchemaAccess access;
    private final RunByHand byHand;

    Migrations(DataSource dataSource, @Nullable String schema, SchemaAccess access, RunByHand byHand) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.access = access;
        this.byHand = byHand;
    }

    void run() {
        FluentConfiguration settings = configuration();
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

    /** Where tables are made outside of transactions, a migration that broke off is in the history, as failed. */
    private List<MigrationInfo> unfinished() {
        try {
            return Stream.of(configuration().load().info().all())
                    .filter(migration -> migration.getState() == MigrationState.PENDING
                            || migration.getState().isFailed())
                    .toList();
        } catch (FlywayException e) {
            throw access.isRefusal(e) ? access.unreadable(e) : e;
        }
    }

    private FluentConfiguration configuration() {
        FluentConfiguration configuration = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:" + byHand.location())
                .table(HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion(EMPTY)
                .validateMigrationNaming(true);
        return schema == null ? configuration : configuration.schemas(schema).defaultSchema(schema);
    }
}
