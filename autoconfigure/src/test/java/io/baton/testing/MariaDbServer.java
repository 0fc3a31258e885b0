package io.baton.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** MariaDB: the one of this machine, which starts in a second, else the embedded one, which takes ten. */
final class MariaDbServer {

    private MariaDbServer() {}

    static DatabaseServer start() {
        Optional<Path> server = program("mariadbd");
        Optional<Path> installer = program("mariadb-install-db");
        int port = server.isPresent() && installer.isPresent()
                ? MariaDbProcess.start(server.get(), installer.get())
                : EmbeddedMariaDb.start();
        return databasesAt(port);
    }

    private static DatabaseServer databasesAt(int port) {
        DatabaseAccess administrator = access(port, "");
        return name -> {
            DatabaseServer.create(administrator, name);
            return access(port, name);
        };
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
