package io.baton.faults.server;

import io.baton.testing.server.DatabaseProcess;
import io.baton.testing.server.MariaDbServer;
import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A database server of this run's own. Closing it stops it.
 *
 * @param kind how much of its own speech the checks may use
 */
public record Server(Kind kind, DatabaseProcess process) implements AutoCloseable {

    private static final String DATABASE = "jobs";

    private static Server of(Kind kind, DatabaseProcess process) {
        process.createDatabase(DATABASE);
        return new Server(kind, process);
    }

    /** Kills it without a word; its data stays. */
    public void kill() {
        process.kill();
    }

    /** Starts it again on its data and returns once it answers. */
    public void restart() {
        process.restart();
    }

    public int port() {
        return process.port();
    }

    /** How to reach it, or a proxy before it, at this port. */
    public String url(int port) {
        return process.url(port, DATABASE);
    }

    public String user() {
        return process.user();
    }

    @Override
    public void close() {
        process.close();
    }

    /** The databases that are tried. */
    public enum Kind {
        POSTGRES,
        /** PostgreSQL behind PgBouncer in transaction mode; such a server says it is PostgreSQL. */
        POOLED,
        MARIADB;

        /** Why one cannot be started on this machine, if so. */
        public Optional<String> missing() {
            return switch (this) {
                case POSTGRES -> PostgresServer.missing();
                case POOLED -> PooledPostgres.missing();
                case MARIADB -> MariaDbServer.missing();
            };
        }

        /** Starts one with its data below this directory, watched by the reaper. */
        public Server start(Path directory, Reaper reaper) {
            return switch (this) {
                case POSTGRES -> of(POSTGRES, postgres(directory, reaper));
                case POOLED -> of(POSTGRES, PooledPostgres.start(postgres(directory, reaper), directory, reaper));
                case MARIADB ->
                    of(
                            MARIADB,
                            MariaDbServer.start(
                                    directory,
                                    Map.of("max-connections", "200", "default-time-zone", "+05:30"),
                                    reaper));
            };
        }

        private static PostgresServer postgres(Path directory, Reaper reaper) {
            return PostgresServer.start(
                    directory, Map.of("max_connections", "200", "timezone", "Asia/Kolkata"), reaper);
        }
    }
}
