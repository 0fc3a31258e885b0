package io.baton.autoconfigure;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Keeps Flyway, while it works for Baton, from warning at every start of a database that is newer than it, and from asking for backups to be
 * restored at each try of a migration that waits for a lock. What ends a start is thrown.
 */
final class QuietFlyway {

    private static final Map<String, LogLevel> LEVELS = Map.of(
            "org.flywaydb.core.internal.database.base.Database", LogLevel.ERROR,
            "org.flywaydb.core.internal.command.DbMigrate", LogLevel.OFF);

    private QuietFlyway() {}

    static void during(Runnable work) {
        LoggingSystem logging = LoggingSystem.get(QuietFlyway.class.getClassLoader());
        Map<String, LoggerConfiguration> before = LEVELS.keySet().stream()
                .map(logging::getLoggerConfiguration)
                .filter(Objects::nonNull)
                .collect(Collectors.toMap(LoggerConfiguration::getName, Function.identity()));
        LEVELS.forEach((logger, level) -> set(logging, logger, level));
        try {
            work.run();
        } finally {
            LEVELS.keySet().forEach(logger -> set(logging, logger, configured(before.get(logger))));
        }
    }

    private static @Nullable LogLevel configured(@Nullable LoggerConfiguration logger) {
        return logger == null ? null : logger.getConfiguredLevel();
    }

    private static void set(LoggingSystem logging, String logger, @Nullable LogLevel level) {
        try {
            logging.setLogLevel(logger, level);
        } catch (UnsupportedOperationException e) {
            // then it is loud
        }
    }
}
