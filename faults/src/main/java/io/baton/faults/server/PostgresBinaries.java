package io.baton.faults.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** PostgreSQL's programs, unpacked from the class path to where a plain user can run them. */
final class PostgresBinaries {

    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresBinaries() {}

    /** Unpacks below this directory; answers where the programs are. */
    static Path unpack(Path directory) {
        Path home = directory.resolve("postgres");
        try (InputStream archive = PostgresBinaries.class.getResourceAsStream(ARCHIVE)) {
            if (archive == null) {
                throw new IllegalStateException("There is no " + ARCHIVE + " on the class path");
            }
            Files.createDirectories(home);
            Path packed = directory.resolve("postgres.txz");
            Files.copy(archive, packed, StandardCopyOption.REPLACE_EXISTING);
            Commands.run(
                    directory.resolve("unpack.log"), List.of("tar", "-xJf", packed.toString(), "-C", home.toString()));
            Files.delete(packed);
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
            return home.resolve("bin");
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL cannot be unpacked", e);
        }
    }
}
