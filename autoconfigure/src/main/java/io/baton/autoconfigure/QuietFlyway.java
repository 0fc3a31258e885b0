package io.baton.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Turns off two warnings of Flyway while it runs Baton's migrations: that the database is newer than Flyway, and that backups are to be restored, at
 * each attempt of a migration that waits for a lock. Failures are thrown.
 */
final class QuietFlyway {

    private static final String DATABASE = "org.flywaydb.core.internal.database.base.Database";
    private static final String MIGRATIONS = "org.flywaydb.core.internal.command.DbMigrate";

    private QuietFlyway() {}

    static void during(Runnable work) {
        at(LogLevel.ERROR, DATABASE, () -> at(LogLevel.OFF, MIGRATIONS, work));
    }

    private static void at(LogLevel level, String logger, Runnable work) {
        LoggingSystem logging = LoggingSystem.get(QuietFlyway.class.getClassLoader());
        LoggerConfiguration before = logging.getLoggerConfiguration(logger);
        set(logging, logger, level);
        try {
            work.run();
        } finally {
            set(logging, logger, before == null ? null : before.getConfiguredLevel());
        }
    }

    private static void set(LoggingSystem logging, String logger, @Nullable LogLevel level) {
        try {
            logging.setLogLevel(logger, level);
        } catch (UnsupportedOperationException e) {
            // the warnings are logged in this case
        }
    }
}
