package io.baton.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The MariaDB of this machine, on a free port and in a directory of its own; as durable as it comes. */
final class MariaDbServer implements Server {

    /** Ends with the input, however the driver dies. */
    private static final String UNTIL_INPUT_ENDS = "\"$@\" & server=$!; read -r ignored; kill $server; wait $server";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process wrapper;
    private final Path directory;
    private final int port;

    MariaDbServer(Path directory) throws Exception {
        this.directory = directory;
        Files.createDirectories(directory);
        port = freePort();
        List<String> where = List.of(
                "--no-defaults", "--user=" + System.getProperty("user.name"), "--datadir=" + directory.resolve("data"));
        start(
                        command(
                                List.of("mariadb-install-db"),
                                where,
                                List.of("--auth-root-authentication-method=normal")),
                        "install")
                .waitFor();
        wrapper = start(
                command(List.of("sh", "-c", UNTIL_INPUT_ENDS, "mariadb", "mariadbd"), where, options()), "server");
        Patience.upTo(PATIENCE).until("MariaDB answers", this::answers);
    }

    private List<String> options() {
        return List.of(
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--innodb-buffer-pool-size=512M",
                "--max-connections=300");
    }

    private Process start(List<String> command, String name) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        // these are where only root looks for programs
        builder.environment().merge("PATH", ":/usr/sbin:/usr/local/sbin", String::concat);
        return builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile())
                .start();
    }

    private boolean answers() {
        try {
            Server.execute(url(administration()), "SELECT 1");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root";
    }

    @Override
    public String administration() {
        return "mysql";
    }

    @Override
    public long process() {
        try {
            return Long.parseLong(Files.readString(directory.resolve("pid")).trim());
        } catch (IOException e) {
            throw new IllegalStateException("MariaDB is gone", e);
        }
    }

    @Override
    public String tidyUp() {
        return "ANALYZE TABLE baton_job";
    }

    @Override
    public void close() {
        try {
            wrapper.getOutputStream().close();
            wrapper.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException e) {
            wrapper.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static List<String> command(List<String> program, List<String> where, List<String> options) {
        return Stream.of(program, where, options).flatMap(List::stream).toList();
    }
}
