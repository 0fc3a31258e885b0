package io.baton.faults.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** PostgreSQL, as durable as in production. */
final class PostgresServer implements Server {

    private static final String USER = "postgres";
    private static final String NOBODY = "65534";
    private static final int STARTS = 40;
    private static final long BETWEEN_STARTS_NANOS = 250_000_000;

    private static final boolean USER_NAMESPACES = Commands.succeeds(List.of("unshare", "--user", "--", "true"));

    private final Path binaries;
    private final Path data;
    private final Path log;
    private final int port;
    private final Reaper reaper;
    private long pid;

    private PostgresServer(Path binaries, Path directory, Reaper reaper) {
        this.binaries = binaries;
        this.data = directory.resolve("data");
        this.log = directory.resolve("postgres.log");
        this.port = Commands.freePort();
        this.reaper = reaper;
    }

    /** Why none can be started here, if so. */
    static Optional<String> missing() {
        if (Commands.root() && !USER_NAMESPACES && Commands.program("setpriv").isEmpty()) {
            return Optional.of(
                    "PostgreSQL does not run as root, and there is neither unshare nor setpriv to be somebody else");
        }
        return PostgresBinaries.missing();
    }

    static Server start(Path directory, Reaper reaper) {
        PostgresServer server = new PostgresServer(PostgresBinaries.directory(), directory, reaper);
        try {
            server.initialize(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL does not start", e);
        }
        server.restart();
        return server;
    }

    private void initialize(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        Commands.run(
                log.resolveSibling("initdb.log"),
                as(List.of(
                        binaries.resolve("initdb").toString(),
                        "--pgdata=" + data,
                        "--username=" + USER,
                        "--auth=trust",
                        "--encoding=UTF8",
                        "--no-locale")));
    }

    @Override
    public void restart() {
        String options = String.join(
                " ",
                "-p " + port,
                "-c listen_addresses=127.0.0.1",
                "-c unix_socket_directories=",
                "-c fsync=on",
                "-c synchronous_commit=on",
                "-c max_connections=200",
                "-c shared_buffers=128MB",
                "-c timezone=Asia/Kolkata");
        List<String> start = as(List.of(
                binaries.resolve("pg_ctl").toString(),
                "start",
                "--wait",
                "--pgdata=" + data,
                "--log=" + log,
                "--options=" + options));
        for (int i = 0; Commands.exitOf(log.resolveSibling("pg_ctl.log"), start) != 0; i++) {
            if (i == STARTS) {
                throw new IllegalStateException("PostgreSQL does not start; see " + log);
            }
            LockSupport.parkNanos(BETWEEN_STARTS_NANOS);
        }
        Commands.awaitAnswer(url(port), USER);
        pid = postmaster();
        reaper.watch(pid);
    }

    /** The server refuses to be root; in a user namespace of its own it is nobody, with the rights of whoever made the files. */
    static List<String> as(List<String> command) {
        if (!Commands.root()) {
            return command;
        }
        List<String> all = new ArrayList<>(
                USER_NAMESPACES
                        ? List.of("unshare", "--user", "--")
                        : List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
        all.addAll(command);
        return all;
    }

    private long postmaster() {
        try {
            return Long.parseLong(
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void kill() {
        Commands.signal("KILL", pid);
        reaper.forget(pid);
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String url(int at) {
        return "jdbc:postgresql://127.0.0.1:" + at + "/postgres";
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public Kind kind() {
        return Kind.POSTGRES;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public void close() {
        Commands.exitOf(
                log.resolveSibling("pg_ctl.log"),
                as(List.of(
                        binaries.resolve("pg_ctl").toString(),
                        "stop",
                        "--wait",
                        "--mode=immediate",
                        "--pgdata=" + data)));
        reaper.forget(pid);
    }
}
