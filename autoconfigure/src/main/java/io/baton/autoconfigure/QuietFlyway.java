package io.baton.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/** Keeps Flyway from warning at every start of a database that is newer than it, while it works for Baton. */
final class QuietFlyway {

    private static final String LOGGER = "org.flywaydb.core.internal.database.base.Database";

    private QuietFlyway() {}

    static void during(Runnable work) {
        LoggingSystem logging = LoggingSystem.get(QuietFlyway.class.getClassLoader());
        LoggerConfiguration before = logging.getLoggerConfiguration(LOGGER);
        set(logging, LogLevel.ERROR);
        try {
            work.run();
        } finally {
            set(logging, before == null ? null : before.getConfiguredLevel());
        }
    }

    private static void set(LoggingSystem logging, @Nullable LogLevel level) {
        try {
            logging.setLogLevel(LOGGER, level);
        } catch (UnsupportedOperationException e) {
            // then it warns
        }
    }
}
