package io.baton.schema;

import io.baton.database.Dialect;
import io.baton.database.OwnTransactions;
import io.baton.database.TransientFailure;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.api.output.MigrateResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs Baton's migrations. Apart from {@link BatonSchema}, since an application that creates the tables itself needs no Flyway. */
final class Migrations {

    /** Databases in memory belong to one JVM. */
    private static final Object ONE_AT_A_TIME = new Object();

    private static final Logger log = LoggerFactory.getLogger(Migrations.class);
    private static final String HISTORY = MigrationHistory.TABLE;
    private static final String FIRST = "1";
    private static final String EMPTY = "0";

    /** Attempts, a second apart, that outlast those of another node. */
    private static final int TRIES_FOR_FLYWAYS_LOCK = Math.toIntExact(2 * LockRetries.LONGEST.toSeconds());

    private final DataSource dataSource;
    private final @Nullable String schema;
    private final SchemaAccess access;
    private final ManualMigrations manual;
    private final LockRetries retries;
    private int triesForOthers = 3;

    Migrations(
            DataSource dataSource,
            @Nullable String schema,
            SchemaAccess access,
            ManualMigrations manual,
            LockRetries retries) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.access = access;
        this.manual = manual;
        this.retries = retries;
    }

    void run() {
        while (true) {
            try {
                migrateInTurn();
                return;
            } catch (FlywayException e) {
                requireUnedited(e);
                if (!canBeTriedAgain(e)) {
                    throw explained(e);
                }
                retries.await(e, isLocked(e));
            }
        }
    }

    private void migrateInTurn() {
        // H2 may fail where two connections create tables at the same time
        if (access.words().equals(SchemaWords.H2)) {
            synchronized (ONE_AT_A_TIME) {
                migrate();
            }
        } else {
            migrate();
        }
    }

    private void migrate() {
        FluentConfiguration settings = configuration();
        Flyway flyway = settings.load();
        if (flyway.info().applied().length == 0) {
            access.requireCreation();
            flyway = settings.baselineVersion(manuallyRun(flyway)).load();
        }
        MigrateResult result = flyway.migrate();
        if (result.migrationsExecuted > 0) {
            log.info("Baton's tables were brought up to date, to version {}", result.targetSchemaVersion);
        }
    }

    private static boolean isLocked(Throwable failure) {
        return TransientFailure.isLockTimeout(failure) || OwnTransactions.isCollision(failure);
    }

    /** Returns true after a lock timeout, a row that another node wrote, or a failure of another node or an earlier start in the history. */
    private boolean canBeTriedAgain(FlywayException failure) {
        boolean another = isLocked(failure) || access.isDuplicate(failure);
        if (!another && access.isOfDatabase(failure)) {
            return false;
        }
        List<MigrationInfo> failed = inState(MigrationState::isFailed);
        if (!areRepeatable(failed)) {
            return false;
        }
        new MigrationHistory(new JdbcTemplate(dataSource), schema)
                .forgetFailed(failed.stream()
                        .map(migration -> migration.getVersion().getVersion())
                        .toList());
        // what another node left behind, that node or a third one may have removed by now
        return isLocked(failure) || !failed.isEmpty() || triesForOthers-- > 0;
    }

    /**
     * Each but the first is one statement, or made of statements that may be repeated. With Galera two nodes may run the first at once, since a named
     * lock holds on one server and a CREATE TABLE ends the transaction of any other: it fails on one node and succeeds on the other.
     */
    private boolean areRepeatable(List<MigrationInfo> failed) {
        return failed.stream()
                .noneMatch(migration -> isFirst(migration) && !isFirstThere() && manual.anyOf(migration.getScript()));
    }

    private boolean isFirstThere() {
        return inState(state -> state.isApplied() && !state.isFailed()).stream().anyMatch(Migrations::isFirst);
    }

    private static boolean isFirst(MigrationInfo migration) {
        return FIRST.equals(migration.getVersion().getVersion());
    }

    /** Returns the last of the migrations, from the first on, that were run manually without a history. */
    private String manuallyRun(Flyway flyway) {
        String last = EMPTY;
        for (MigrationInfo migration : flyway.info().pending()) {
            if (!manual.ran(migration.getScript())) {
                break;
            }
            last = migration.getVersion().getVersion();
        }
        return last;
    }

    private void requireUnedited(FlywayException failure) {
        if (failure instanceof FlywayValidateException) {
            for (MigrationInfo applied : inState(state -> state.isApplied() && !state.isFailed())) {
                if (!applied.isChecksumMatching()) {
                    throw access.edited(applied.getScript(), failure);
                }
            }
        }
    }

    private RuntimeException explained(FlywayException failure) {
        if (access.isRefusal(failure)) {
            return access.noCreation(failure);
        }
        for (MigrationInfo pending : inState(state -> state == MigrationState.PENDING || state.isFailed())) {
            if (pending.getState().isFailed() || manual.anyOf(pending.getScript())) {
                return access.failed(pending.getScript(), failure);
            }
        }
        return failure;
    }

    /** Where tables are made outside of transactions, a migration that broke off is in the history, as failed. */
    private List<MigrationInfo> inState(Predicate<MigrationState> state) {
        try {
            return Stream.of(configuration().load().info().all())
                    .filter(migration -> state.test(migration.getState()))
                    .toList();
        } catch (FlywayException e) {
            throw access.isRefusal(e) ? access.unreadable(e) : e;
        }
    }

    private FluentConfiguration configuration() {
        FluentConfiguration configuration = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:" + manual.scripts().location())
                .table(HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion(EMPTY)
                .validateMigrationNaming(true)
                .lockRetryCount(TRIES_FOR_FLYWAYS_LOCK)
                .callbacks(new BoundedLockWaits(manual.database().dialect()));
        return schema == null ? configuration : configuration.schemas(schema).defaultSchema(schema);
    }

    /**
     * Lets no migration wait long for a lock, since all claims wait behind it. Bounds the scripts only: a node has to wait for the migrations of
     * another, however long they take. The session may be one of the application's, so its setting is restored.
     */
    private record BoundedLockWaits(Dialect dialect) implements Callback {

        private static final int SECONDS = 2;
        private static final Set<Event> EVENTS =
                Set.of(Event.BEFORE_EACH_MIGRATE, Event.AFTER_EACH_MIGRATE, Event.AFTER_EACH_MIGRATE_ERROR);

        @Override
        public boolean supports(Event event, Context context) {
            return EVENTS.contains(event);
        }

        @Override
        public boolean canHandleInTransaction(Event event, Context context) {
            return true;
        }

        @Override
        public void handle(Event event, Context context) {
            List<String> statements =
                    event == Event.BEFORE_EACH_MIGRATE ? dialect.boundLockWaits(SECONDS) : dialect.restoreLockWaits();
            try (Statement statement = context.getConnection().createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            } catch (SQLException e) {
                throw new FlywayException("The waits of a migration for locks cannot be bounded", e);
            }
        }

        @Override
        public String getCallbackName() {
            return "baton-bounded-lock-waits";
        }
    }
}
