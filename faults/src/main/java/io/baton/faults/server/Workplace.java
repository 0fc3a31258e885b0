package io.baton.faults.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory of one run's own, gone with it unless somebody wants to look at what is left. */
public final class Workplace implements AutoCloseable {

    private final Path directory;
    private boolean kept;

    public Workplace() {
        try {
            directory = Files.createTempDirectory("baton-faults");
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
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
        if (kept) {
            return;
        }
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
