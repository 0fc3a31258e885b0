package io.baton.testing.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked from the class path to where a plain user can run them. */
final class PostgresBinaries {

    private static final Path FOLDER = Path.of("target", "postgres").toAbsolutePath();
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
            if (PostgresServer.runsAsNobody()) {
                return unpack(Reaper.ofThisJvm().directory());
            }
            if (!Files.exists(FOLDER)) {
                Path parts = Files.createTempDirectory(Files.createDirectories(FOLDER.getParent()), "postgres-");
                moveToItsPlace(unpack(parts));
                Workplace.delete(parts);
            }
            return FOLDER;
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL cannot be unpacked", e);
        }
    }

    /** It is whole; another JVM may do the same. */
    private static void moveToItsPlace(Path home) throws IOException {
        try {
            Files.move(home, FOLDER);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            Workplace.delete(home);
        }
    }

    private static Path unpack(Path directory) throws IOException {
        Path home = Workplace.make(directory.resolve("postgres"));
        Path packed = directory.resolve("postgres.tar");
        try (InputStream archive = PostgresBinaries.class.getResourceAsStream(ARCHIVE)) {
            if (archive == null) {
                throw new IllegalStateException("There is no " + ARCHIVE + " on the class path");
            }
            Files.copy(new XZInputStream(archive), packed);
        }
        Commands.run(directory.resolve("unpack.log"), List.of("tar", "-xf", packed.toString(), "-C", home.toString()));
        Files.delete(packed);
        return home;
    }
}
