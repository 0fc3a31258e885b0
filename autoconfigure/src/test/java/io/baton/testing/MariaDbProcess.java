package io.baton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The MariaDB server of this machine, on a free port and in a directory of its own. */
final class MariaDbProcess {

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

    private MariaDbProcess() {}

    /** Answers the port. */
    static int start(Path server, Path installer) {
        try {
            Path directory = Files.createTempDirectory("baton-mariadb");
            int port = freePort();
            List<String> options = options(directory, port);
            install(directory, installer, options);
            awaitAnswer(run(directory, server, options), directory, port);
            return port;
        } catch (IOException e) {
            throw new UncheckedIOException("MariaDB does not start", e);
        }
    }

    private static List<String> options(Path directory, int port) {
        return List.of(
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + directory.resolve("data"),
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--max-connections=200",
                "--default-time-zone=+05:30");
    }

    private static void install(Path directory, Path installer, List<String> options) throws IOException {
        Path log = directory.resolve("install.log");
        Process process = new ProcessBuilder(command(
                        List.of(installer.toString()),
                        command(
                                options.subList(0, 3),
                                List.of("--auth-root-authentication-method=normal", "--skip-test-db"))))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.onExit().orTimeout(60, TimeUnit.SECONDS).join().exitValue() != 0) {
            throw new IOException("mariadb-install-db failed: " + Files.readString(log));
        }
    }

    private static Process run(Path directory, Path server, List<String> options) throws IOException {
        Process process = new ProcessBuilder(command(
                        List.of("sh", "-c", UNTIL_THE_JVM_IS_GONE, "mariadb", directory.toString(), server.toString()),
                        options))
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
                .atMost(Duration.ofSeconds(30))
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

    private static List<String> command(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
