package io.baton.testing.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked from the class path to where a plain user can run them. */
final class PostgresBinaries {

    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresBinaries() {}

    /** Returns why there is no PostgreSQL for this machine, if there is none. */
    static Optional<String> missing() {
        if (!Commands.linuxOnX86() || PostgresBinaries.class.getResource(ARCHIVE) == null) {
            return Optional.of("the PostgreSQL that comes with the build runs on Linux on x86-64 only");
        }
        return Commands.program("tar").isPresent()
                ? Optional.empty()
                : Optional.of("there is no tar to unpack PostgreSQL");
    }

    /** Returns where the programs are: unpacked once for all builds of this folder if the server's user can enter it, else once for this JVM. */
    static Path directory() {
        return Unpacked.PROGRAMS;
    }

    /** All servers of a JVM share them: to unpack takes longer than to start. */
    private static final class Unpacked {

        static final Path PROGRAMS = unpacked().resolve("bin");
    }

    private static Path unpacked() {
        try {
            URL archive = archive();
            if (PostgresServer.runsAsNobody()) {
                Path home = Workplace.make(Reaper.ofThisJvm().directory().resolve(SharedFolder.jar(archive)));
                unpack(home);
                return home;
            }
            return SharedFolder.of(archive).filledWith(PostgresBinaries::unpack);
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL cannot be unpacked", e);
        }
    }

    private static void unpack(Path home) throws IOException {
        Path packed = home.resolve("postgres.tar");
        try (InputStream archive = archive().openStream()) {
            Files.copy(new XZInputStream(archive), packed);
        }
        Path log = home.resolve("unpack.log");
        Commands.run(log, List.of("tar", "-xf", packed.toString(), "-C", home.toString()));
        Files.delete(packed);
    }

    private static URL archive() {
        URL archive = PostgresBinaries.class.getResource(ARCHIVE);
        if (archive == null) {
            throw new IllegalStateException("There is no " + ARCHIVE + " on the class path");
        }
        return archive;
    }
}
