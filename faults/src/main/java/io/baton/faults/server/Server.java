package io.baton.faults.server;

import java.nio.file.Path;
import java.util.Optional;

/** A database server of this run's own. Closing it stops it. */
public interface Server extends AutoCloseable {

    /** Kills it without a word; its data stays. */
    void kill();

    /** Starts it again on its data and returns once it answers. */
    void restart();

    int port();

    /** How to reach it, or a proxy before it, at this port. */
    String url(int port);

    String user();

    /** How much of its own speech the checks may use. */
    Kind kind();

    /** The process that has to be gone when the run is over. */
    long pid();

    @Override
    void close();

    /** The databases that are tried. */
    enum Kind {
        POSTGRES,
        /** PostgreSQL behind PgBouncer in transaction mode; such a server says it is PostgreSQL. */
        POOLED,
        MARIADB;

        /** Why one cannot be started on this machine, if so. */
        public Optional<String> missing() {
            return switch (this) {
                case POSTGRES -> PostgresServer.missing();
                case POOLED -> PooledServer.missing();
                case MARIADB -> MariaDbServer.missing();
            };
        }

        /** Starts one with its data below this directory, watched by the reaper. */
        public Server start(Path directory, Reaper reaper) {
            return switch (this) {
                case POSTGRES -> PostgresServer.start(directory, reaper);
                case POOLED -> PooledServer.start(directory, reaper);
                case MARIADB -> MariaDbServer.start(directory, reaper);
            };
        }
    }
}
