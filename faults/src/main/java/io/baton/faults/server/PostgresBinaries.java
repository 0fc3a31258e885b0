package io.baton.faults.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked from the class path to where a plain user can run them. */
final class PostgresBinaries {

    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresBinaries() {}

    /** Why there is no PostgreSQL for this machine, if there is none. */
    static Optional<String> missing() {
        if (!"Linux".equals(System.getProperty("os.name"))
                || !"amd64".equals(System.getProperty("os.arch"))
                || PostgresBinaries.class.getResource(ARCHIVE) == null) {
            return Optional.of("the PostgreSQL that comes with the build runs on Linux on x86-64 only");
        }
        return Commands.program("tar").isPresent()
                ? Optional.empty()
                : Optional.of("there is no tar to unpack PostgreSQL");
    }

    /** Where the programs are, until this JVM ends. */
    static Path directory() {
        return Unpacked.PROGRAMS;
    }

    /** All servers of a JVM share them: to unpack takes longer than to start. */
    private static final class Unpacked {

        static final Path PROGRAMS;

        static {
            Workplace place = new Workplace();
            Runtime.getRuntime().addShutdownHook(new Thread(place::close));
            PROGRAMS = unpack(place.directory());
        }
    }

    private static Path unpack(Path directory) {
        Path home = directory.resolve("postgres");
        try (InputStream archive = PostgresBinaries.class.getResourceAsStream(ARCHIVE)) {
            if (archive == null) {
                throw new IllegalStateException("There is no " + ARCHIVE + " on the class path");
            }
            Files.createDirectories(home);
            Path packed = directory.resolve("postgres.tar");
            Files.copy(new XZInputStream(archive), packed, StandardCopyOption.REPLACE_EXISTING);
            Commands.run(
                    directory.resolve("unpack.log"), List.of("tar", "-xf", packed.toString(), "-C", home.toString()));
            Files.delete(packed);
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
            return home.resolve("bin");
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL cannot be unpacked", e);
        }
    }
}
