package io.baton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * A MariaDB server on a free port and in a directory of its own.
 *
 * @param place the options that say where its files are
 */
record MariaDbProcess(Path server, Path installer, List<String> place) {

    /** Waits for its input to end, which it does however this JVM dies, and leaves nothing behind. */
    private static final String UNTIL_THE_JVM_IS_GONE = """
            directory="$1"
            shift
            "$@" > "$directory/log" 2>&1 &
            server=$!
            read -r ignored
            kill -9 $server
            wait $server
            rm -rf "$directory"
            """;

    /** Answers the port. */
    int start() {
        try {
            Path directory = Files.createTempDirectory("baton-mariadb");
            int port = freePort();
            install(directory);
            awaitAnswer(run(directory, port), directory, port);
            return port;
        } catch (IOException e) {
            throw new UncheckedIOException("MariaDB does not start", e);
        }
    }

    private List<String> options(Path directory) {
        return command(
                List.of("--no-defaults"),
                place,
                List.of("--user=" + System.getProperty("user.name"), "--datadir=" + directory.resolve("data")));
    }

    private void install(Path directory) throws IOException {
        Path log = directory.resolve("install.log");
        Process process = new ProcessBuilder(command(
                        List.of(installer.toString()),
                        options(directory),
                        List.of("--auth-root-authentication-method=normal", "--skip-test-db")))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.onExit().orTimeout(300, TimeUnit.SECONDS).join().exitValue() != 0) {
            throw new IOException("mariadb-install-db failed: " + Files.readString(log));
        }
    }

    private Process run(Path directory, int port) throws IOException {
        Process process = new ProcessBuilder(command(
                        List.of("sh", "-c", UNTIL_THE_JVM_IS_GONE, "mariadb", directory.toString(), server.toString()),
                        options(directory),
                        List.of(
                                "--socket=" + directory.resolve("socket"),
                                "--pid-file=" + directory.resolve("pid"),
                                "--port=" + port,
                                "--bind-address=127.0.0.1",
                                "--skip-name-resolve",
                                "--max-connections=200",
                                "--default-time-zone=+05:30")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(process), "stop-mariadb"));
        return process;
    }

    private static void stop(Process process) {
        try {
            process.getOutputStream().close();
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitAnswer(Process process, Path directory, int port) {
        Awaitility.await("MariaDB, which logs to " + directory)
                .failFast("MariaDB ended at once", () -> !process.isAlive())
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> {
                    DatabaseServer.connect(MariaDbServer.access(port, "")).close();
                    return true;
                });
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @SafeVarargs
    private static List<String> command(List<String>... parts) {
        List<String> command = new ArrayList<>();
        for (List<String> part : parts) {
            command.addAll(part);
        }
        return command;
    }

    @Override
    public String toString() {
        return server.toString();
    }
}
