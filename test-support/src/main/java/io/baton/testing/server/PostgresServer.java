package io.baton.testing.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** PostgreSQL, as durable as it comes. */
public final class PostgresServer implements DatabaseProcess {

    private static final String USER = "postgres";
    private static final String NOBODY = "65534";
    private static final int STARTS = 40;
    private static final long BETWEEN_STARTS_NANOS = 250_000_000;

    private static final boolean USER_NAMESPACES = Commands.succeeds(List.of("unshare", "--user", "--", "true"));

    private final Path binaries = PostgresBinaries.directory();
    private final Path data;
    private final Path log;
    private final Map<String, String> settings;
    private final int port = Commands.freePort();
    private final Reaper reaper;
    private long pid;

    private PostgresServer(Path directory, Map<String, String> settings, Reaper reaper) {
        this.data = directory.resolve("data");
        this.log = directory.resolve("postgres.log");
        this.settings = settings;
        this.reaper = reaper;
    }

    /** Returns why none can be started here, if so. */
    public static Optional<String> missing() {
        if (runsAsNobody() && Commands.program("setpriv").isEmpty()) {
            return Optional.of(
                    "PostgreSQL does not run as root, and there is neither unshare nor setpriv to be somebody else");
        }
        return PostgresBinaries.missing();
    }

    /** Returns the folder of the programs that are started, for people; its name has the version. */
    public static String programs() {
        return PostgresBinaries.directory().toString();
    }

    /** Starts one with its data in this directory, which must be there and be empty. */
    public static PostgresServer start(Path directory, Map<String, String> settings, Reaper reaper) {
        PostgresServer server = new PostgresServer(directory, settings, reaper);
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
        List<String> options =
                new ArrayList<>(List.of("-p " + port, "-c listen_addresses=127.0.0.1", "-c unix_socket_directories="));
        settings.forEach((name, value) -> options.add("-c '" + name + "=" + value + "'"));
        List<String> start = as(List.of(
                binaries.resolve("pg_ctl").toString(),
                "start",
                "--wait",
                "--timeout=300",
                "--pgdata=" + data,
                "--log=" + log,
                "--options=" + String.join(" ", options)));
        for (int i = 0; Commands.exitOf(log.resolveSibling("pg_ctl.log"), start) != 0; i++) {
            if (i == STARTS) {
                throw new IllegalStateException("PostgreSQL does not start:\n" + Commands.endOf(log));
            }
            LockSupport.parkNanos(BETWEEN_STARTS_NANOS);
        }
        Commands.awaitAnswer(url(USER), USER, () -> true, log);
        pid = postmaster();
        reaper.watch(pid);
    }

    /** Whether servers run as a user who cannot enter every folder. */
    static boolean runsAsNobody() {
        return Commands.root() && !USER_NAMESPACES;
    }

    /** Returns a command that does not run as root: in a user namespace of its own it is nobody, with the rights of whoever made the files. */
    public static List<String> as(List<String> command) {
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
    public String url(int at, String database) {
        return "jdbc:postgresql://127.0.0.1:" + at + "/" + database;
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public long pid() {
        return pid;
    }

    /** Returns where its data is. */
    public Path data() {
        return data;
    }

    @Override
    public void createDatabase(String name) {
        Commands.execute(url(USER), USER, "CREATE DATABASE " + name);
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
