package io.baton.schema;

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

    private static final String HISTORY = BatonSchema.HISTORY;
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
            if (pending.getState().isFailed() || byHand.anyOf(pending.getScript())) {
                return UnusableSchemaException.failed(
                        byHand.scripts().location() + "/" + pending.getScript(), HISTORY, failure);
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
                .locations("classpath:" + byHand.scripts().location())
                .table(HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion(EMPTY)
                .validateMigrationNaming(true);
        return schema == null ? configuration : configuration.schemas(schema).defaultSchema(schema);
    }
}
