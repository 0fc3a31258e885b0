package io.baton.faults.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The MariaDB of this machine, on data of its own. */
final class MariaDbServer implements Server {

    private static final String DATABASE = "jobs";

    private final Path log;
    private final List<String> command;
    private final int port;
    private final Reaper reaper;
    private Process process;

    private MariaDbServer(Path directory, List<String> command, int port, Reaper reaper) {
        this.log = directory.resolve("mariadb.log");
        this.command = command;
        this.port = port;
        this.reaper = reaper;
        this.process = run();
    }

    /** Why none can be started here, if so. */
    static Optional<String> missing() {
        return Stream.of("mariadb-install-db", "mariadbd")
                .filter(program -> Commands.program(program).isEmpty())
                .findFirst()
                .map(program -> program + " is not installed");
    }

    static Server start(Path directory, Reaper reaper) {
        String installer = required("mariadb-install-db");
        String daemon = required("mariadbd");
        List<String> where = List.of(
                "--no-defaults", "--user=" + System.getProperty("user.name"), "--datadir=" + directory.resolve("data"));
        Commands.run(
                directory.resolve("install.log"),
                joined(
                        List.of(installer),
                        where,
                        List.of("--auth-root-authentication-method=normal", "--skip-test-db")));
        int port = Commands.freePort();
        List<String> options = List.of(
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--max-connections=200",
                "--innodb-flush-log-at-trx-commit=1",
                "--default-time-zone=+05:30");
        return new MariaDbServer(directory, joined(List.of(daemon), where, options), port, reaper);
    }

    private static String required(String program) {
        return Commands.program(program)
                .orElseThrow(() -> new IllegalStateException(program + " is not on this machine"))
                .toString();
    }

    @SafeVarargs
    private static List<String> joined(List<String>... parts) {
        List<String> all = new ArrayList<>();
        for (List<String> part : parts) {
            all.addAll(part);
        }
        return all;
    }

    private Process run() {
        try {
            Process started = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            reaper.watch(started.pid());
            Commands.awaitAnswer("jdbc:mariadb://127.0.0.1:" + port + "/", user());
            Path made = log.resolveSibling("made");
            if (!Files.exists(made)) {
                Databases.create("jdbc:mariadb://127.0.0.1:" + port + "/", user(), DATABASE);
                Files.createFile(made);
            }
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("MariaDB does not start", e);
        }
    }

    @Override
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
        reaper.forget(process.pid());
    }

    @Override
    public void restart() {
        process = run();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String url(int at) {
        return "jdbc:mariadb://127.0.0.1:" + at + "/" + DATABASE;
    }

    @Override
    public String user() {
        return "root";
    }

    @Override
    public Kind kind() {
        return Kind.MARIADB;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        kill();
    }
}
