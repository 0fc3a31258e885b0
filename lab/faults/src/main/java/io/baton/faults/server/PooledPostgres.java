package io.baton.faults.server;

import io.baton.testing.server.Commands;
import io.baton.testing.server.DatabaseProcess;
import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** PostgreSQL behind PgBouncer, which gives each transaction another connection. The pooler outlives the database. */
final class PooledPostgres implements DatabaseProcess {

    private static final String SETTINGS = """
            [databases]
            * = host=127.0.0.1 port=%d user=%s
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = 40
            max_client_conn = 400
            server_login_retry = 1
            ignore_startup_parameters = extra_float_digits
            logfile = %s
            """;

    private final PostgresServer database;
    private final Process process;
    private final Path log;
    private final Reaper reaper;
    private final int port = Commands.freePort();
    private String awaited;

    private PooledPostgres(PostgresServer database, Path program, Path directory, Reaper reaper) {
        this.database = database;
        this.awaited = database.user();
        this.reaper = reaper;
        Path settings = directory.resolve("pgbouncer.ini");
        log = directory.resolve("pgbouncer.log");
        try {
            Files.writeString(settings, SETTINGS.formatted(database.port(), database.user(), port, log));
            process = new ProcessBuilder(PostgresServer.as(List.of(program.toString(), settings.toString())))
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("pgbouncer.out").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("PgBouncer does not start", e);
        }
        reaper.watch(process.pid());
        awaitAnswer();
    }

    /** Returns why none can be started here, if so. */
    static Optional<String> missing() {
        return Commands.program("pgbouncer").isEmpty()
                ? Optional.of("pgbouncer is not installed")
                : PostgresServer.missing();
    }

    static DatabaseProcess start(PostgresServer database, Path directory, Reaper reaper) {
        Path program = Commands.program("pgbouncer").orElseThrow();
        return new PooledPostgres(database, program, directory, reaper);
    }

    private void awaitAnswer() {
        Commands.awaitAnswer(url(awaited), user(), process::isAlive, log);
    }

    @Override
    public void kill() {
        database.kill();
    }

    @Override
    public void restart() {
        database.restart();
        awaitAnswer();
    }

    @Override
    public int port() {
        return port;
    }

    /** A statement that was prepared is not known on the next connection. */
    @Override
    public String url(int at, String name) {
        return database.url(at, name) + "?prepareThreshold=0";
    }

    @Override
    public String user() {
        return database.user();
    }

    @Override
    public void createDatabase(String name) {
        database.createDatabase(name);
        // each database has connections of its own here
        awaited = name;
    }

    @Override
    public long pid() {
        return database.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        reaper.forget(process.pid());
        database.close();
    }
}
