package io.baton.testing.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** MariaDB, as durable as it comes. */
public final class MariaDbServer implements DatabaseProcess {

    private static final String USER = "root";

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

    /** Returns why none can be started here, if so. */
    public static Optional<String> missing() {
        return MariaDbBinaries.missing();
    }

    /** Returns the program that is started, for people. */
    public static String program() {
        return MariaDbBinaries.chosen().server().toString();
    }

    /** Starts one with its data in this directory, which must be there and be empty. */
    public static MariaDbServer start(Path directory, Map<String, String> settings, Reaper reaper) {
        MariaDbBinaries binaries = MariaDbBinaries.chosen();
        // a server that starts deletes what it takes for its own leftovers in there, and the installer starts one
        String temporary = "--tmpdir=" + directory;
        List<String> install = new ArrayList<>(binaries.installer(directory.resolve("data")));
        install.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db", temporary));
        Commands.run(directory.resolve("install.log"), install);
        int port = Commands.freePort();
        List<String> command = new ArrayList<>(binaries.server(directory.resolve("data")));
        command.addAll(List.of(
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                temporary,
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve"));
        settings.forEach((name, value) -> command.add("--" + name + "=" + value));
        return new MariaDbServer(directory, command, port, reaper);
    }

    private Process run() {
        try {
            Process started = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            reaper.watch(started.pid());
            Commands.awaitAnswer(url(""), USER, started::isAlive, log);
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
    public String url(int at, String database) {
        return "jdbc:mariadb://127.0.0.1:" + at + "/" + database;
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void createDatabase(String name) {
        Commands.execute(url(""), USER, "CREATE DATABASE " + name);
    }

    @Override
    public void close() {
        kill();
    }
}
