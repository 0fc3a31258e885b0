package io.baton.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * MariaDB: the one of this machine, else the embedded one. {@code BATON_TEST_MARIADB} in the environment, or the system property
 * {@code baton.test.mariadb}, asks for one of them: {@code installed} or {@code embedded}.
 */
final class MariaDbServer {

    private MariaDbServer() {}

    static DatabaseServer start() {
        MariaDbProcess server = chosen();
        System.err.println("MariaDB of the tests: " + server);
        int port = server.start();
        DatabaseAccess administrator = access(port, "");
        return name -> {
            DatabaseServer.create(administrator, name);
            return access(port, name);
        };
    }

    private static MariaDbProcess chosen() {
        String choice = System.getProperty("baton.test.mariadb", System.getenv("BATON_TEST_MARIADB"));
        MariaDbProcess installed = "embedded".equals(choice) ? null : installed();
        if (installed == null && "installed".equals(choice)) {
            throw new IllegalStateException("There is no mariadbd with mariadb-install-db on the path");
        }
        return installed == null ? EmbeddedMariaDb.unpacked() : installed;
    }

    private static @Nullable MariaDbProcess installed() {
        Optional<Path> server = program("mariadbd");
        Optional<Path> installer = program("mariadb-install-db");
        return server.isPresent() && installer.isPresent()
                ? new MariaDbProcess(server.get(), installer.get(), List.of())
                : null;
    }

    static DatabaseAccess access(int port, String name) {
        return new DatabaseAccess("jdbc:mariadb://127.0.0.1:" + port + "/" + name, "root", "");
    }

    private static Optional<Path> program(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Arrays.stream(path.split(":")), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
