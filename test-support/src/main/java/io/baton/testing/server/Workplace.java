package io.baton.testing.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A directory of one run's own, gone with it unless somebody wants to look at what is left. */
public final class Workplace implements AutoCloseable {

    private static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rwxr-xr-x");

    private final Path directory;
    private boolean kept;

    public Workplace() {
        directory = temporary("baton-faults");
    }

    /** Creates a directory for files of a moment that every user may enter. */
    static Path temporary(String name) {
        try {
            Path directory = Files.createTempDirectory(name);
            return Files.setPosixFilePermissions(directory, OPEN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a directory that every user may enter, whatever the mask of this one. */
    public static Path make(Path directory) {
        try {
            return Files.setPosixFilePermissions(Files.createDirectories(directory), OPEN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path directory() {
        return directory;
    }

    /** Somebody wants to look. */
    public void keep() {
        kept = true;
    }

    @Override
    public void close() {
        if (!kept) {
            delete(directory);
        }
    }

    /** Deletes a directory with all that is in it. */
    static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
