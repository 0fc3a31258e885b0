package io.baton.schema;

import io.baton.BatonException;
import io.baton.database.Dialect;
import io.baton.database.TransientFailure;
import io.baton.loop.LogText;
import io.baton.start.StartRefusedException;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.api.output.MigrateResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Baton's migrations. Repeats those that do not get a lock, after growing pauses, since transactions of jobs wait behind a waiting migration.
 * This class is separate from {@link BatonSchema}, since an application that creates the tables itself needs no Flyway.
 */
final class Migrations {

    static final Duration LONGEST = Duration.ofMinutes(5);

    /** The lock of in-memory databases, which belong to one JVM. */
    private static final Object ONE_AT_A_TIME = new Object();

    private static final Logger log = LoggerFactory.getLogger(Migrations.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final String FIRST = "1";
    private static final String EMPTY = "0";

    /** The class of SQLStates for a row that exists already, such as another node's row in the history. */
    private static final String INTEGRITY = "23";

    /** The number of attempts, one second apart; together they take longer than those of another node. */
    private static final int TRIES_FOR_FLYWAYS_LOCK = Math.toIntExact(2 * LONGEST.toSeconds());

    private final DataSource dataSource;
    private final SchemaAccess access;
    private final Consumer<Duration> pause;
    private final Duration longest;
    private int triesForOthers = 3;

    Migrations(DataSource dataSource, SchemaAccess access, Consumer<Duration> pause, Duration longest) {
        this.dataSource = dataSource;
        this.access = access;
        this.pause = pause;
        this.longest = longest;
    }

    /** Sleeps; tests replace it. */
    static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BatonException("The start was interrupted while Baton waited for a lock on its tables", e);
        }
    }

    void run() {
        Duration paused = Duration.ZERO;
        Duration next = FIRST_PAUSE;
        while (true) {
            try {
                migrateInTurn();
                return;
            } catch (FlywayException e) {
                requireAnotherAttempt(e, paused);
                pause.accept(next);
                paused = paused.plus(next);
                next = Collections.min(List.of(next.multipliedBy(2), LONGEST_PAUSE));
            }
        }
    }

    private void migrateInTurn() {
        // H2 may fail if two connections create tables at the same time
        if (access.isH2()) {
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

    /** Returns the version of the last of the first migrations that were run manually, without a history. */
    private String manuallyRun(Flyway flyway) {
        String last = EMPTY;
        for (MigrationInfo migration : flyway.info().pending()) {
            if (!access.ran(migration.getScript())) {
                break;
            }
            last = migration.getVersion().getVersion();
        }
        return last;
    }

    /** Throws an exception that says what an administrator must do, unless another attempt may succeed and time is left for it. */
    private void requireAnotherAttempt(FlywayException failure, Duration paused) {
        access.requireRight(failure);
        List<MigrationInfo> all = all();
        List<MigrationInfo> failed =
                all.stream().filter(each -> each.getState().isFailed()).toList();
        boolean locked = TransientFailure.isLockTimeout(failure) || TransientFailure.isCollision(failure);
        if ((!locked && !isOfAnotherNode(failure)) || failed.stream().anyMatch(each -> isBroken(each, all))) {
            throw explained(all, failure);
        }
        failed.forEach(each -> access.forgetFailed(each.getVersion().getVersion()));
        // another or a third node may by now have removed what another node left
        if (!locked && failed.isEmpty() && triesForOthers-- == 0) {
            throw explained(all, failure);
        }
        if (paused.compareTo(longest) >= 0) {
            throw new StartRefusedException(
                    "Baton cannot update its tables: for " + paused.toSeconds()
                            + " s other transactions held locks on them",
                    "End those transactions, then start again. "
                            + access.database().lockHolders("baton#_%"),
                    failure);
        }
        if (locked) {
            log.warn(
                    "Baton cannot update its tables yet: another transaction holds a lock on them. It tries again for {} s and lets jobs"
                            + " run meanwhile; end that transaction to let the application start. {}",
                    longest.minus(paused).toSeconds(),
                    LogText.of(access.database().lockHolders("baton#_%")));
        }
    }

    /** Returns whether another node wrote the row first, or Flyway itself stopped because of a failure in the history. */
    private static boolean isOfAnotherNode(FlywayException failure) {
        return SchemaAccess.root(failure)
                .map(root -> String.valueOf(root.getSQLState()).startsWith(INTEGRITY))
                .orElse(true);
    }

    /**
     * Returns whether a failed migration cannot be repeated. Only the first one may be such: every other is one statement or consists of repeatable
     * statements. With Galera two nodes may run the first at once, since a named lock holds on one server, and a CREATE TABLE ends the transaction of
     * any other: it then fails on one node and succeeds on the other.
     */
    private boolean isBroken(MigrationInfo failed, List<MigrationInfo> all) {
        return isFirst(failed)
                && all.stream().noneMatch(each -> isFirst(each) && isDone(each))
                && access.anyOf(failed.getScript());
    }

    private static boolean isFirst(MigrationInfo migration) {
        return FIRST.equals(migration.getVersion().getVersion());
    }

    private static boolean isDone(MigrationInfo migration) {
        return migration.getState().isApplied() && !migration.getState().isFailed();
    }

    private RuntimeException explained(List<MigrationInfo> all, FlywayException failure) {
        for (MigrationInfo each : all) {
            MigrationState state = each.getState();
            if (state.isFailed() || (state == MigrationState.PENDING && access.anyOf(each.getScript()))) {
                return access.failed(each.getScript(), failure);
            }
        }
        if (failure instanceof FlywayValidateException) {
            log.error(
                    "No release edits a migration: an earlier commit made these tables. docs/upgrading.md says what to drop");
        }
        return failure;
    }

    /** Returns all migrations. Where tables are created outside of transactions, an interrupted one is in the history as failed. */
    private List<MigrationInfo> all() {
        try {
            return List.of(configuration().load().info().all());
        } catch (FlywayException e) {
            access.requireRight(e);
            throw e;
        }
    }

    private FluentConfiguration configuration() {
        FluentConfiguration configuration = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:" + access.scripts().location())
                .table(SchemaAccess.HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion(EMPTY)
                .validateMigrationNaming(true)
                .lockRetryCount(TRIES_FOR_FLYWAYS_LOCK)
                .callbacks(new BoundedLockWaits(access.database().dialect()));
        String schema = access.schema();
        return schema == null ? configuration : configuration.schemas(schema).defaultSchema(schema);
    }

    /**
     * Bounds the lock waits of each migration, since all claims wait behind it. This applies only to the scripts: a node must wait for another node's
     * migrations, however long they take. The session may be the application's, so its setting is restored.
     */
    private static final class BoundedLockWaits extends BaseCallback {

        private static final int SECONDS = 2;
        private static final Set<Event> EVENTS =
                Set.of(Event.BEFORE_EACH_MIGRATE, Event.AFTER_EACH_MIGRATE, Event.AFTER_EACH_MIGRATE_ERROR);

        private final Dialect dialect;

        private BoundedLockWaits(Dialect dialect) {
            this.dialect = dialect;
        }

        @Override
        public boolean supports(Event event, Context context) {
            return EVENTS.contains(event);
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
    }
}
