package io.baton.testing.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * MariaDB's programs: those of this machine, else the embedded ones.
 *
 * @param place the options that say where its files are
 */
record MariaDbBinaries(Path server, Path installer, List<String> place) {

    /** Returns why there are none, if so. */
    static Optional<String> missing() {
        return installed() != null || EmbeddedMariaDb.isHere()
                ? Optional.empty()
                : Optional.of(
                        "there is no mariadbd with mariadb-install-db, and the embedded MariaDB is for Linux on x86-64");
    }

    /**
     * Returns the ones to use. {@code BATON_TEST_MARIADB} in the environment, or the system property {@code baton.test.mariadb}, asks
     * for one of them: {@code installed} or {@code embedded}.
     */
    static MariaDbBinaries chosen() {
        String choice = System.getProperty("baton.test.mariadb", System.getenv("BATON_TEST_MARIADB"));
        MariaDbBinaries installed = "embedded".equals(choice) ? null : installed();
        if (installed == null && "installed".equals(choice)) {
            throw new IllegalStateException("There is no mariadbd with mariadb-install-db on the path");
        }
        return installed == null ? EmbeddedMariaDb.unpacked() : installed;
    }

    private static @Nullable MariaDbBinaries installed() {
        Optional<Path> server = Commands.program("mariadbd");
        Optional<Path> installer = Commands.program("mariadb-install-db");
        return server.isPresent() && installer.isPresent()
                ? new MariaDbBinaries(server.get(), installer.get(), List.of())
                : null;
    }

    /** Returns how the server is called for this data. */
    List<String> server(Path data) {
        return call(server, data);
    }

    /** Returns how the installer is called for this data. */
    List<String> installer(Path data) {
        return call(installer, data);
    }

    private List<String> call(Path program, Path data) {
        List<String> command = new ArrayList<>(List.of(program.toString(), "--no-defaults"));
        command.addAll(place);
        command.addAll(List.of("--user=" + System.getProperty("user.name"), "--datadir=" + data));
        return command;
    }
}
