package io.baton.sample.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Files between the inbox and the database, each in a folder of its own whose name identifies the arrival. A failed step
 * is repeated under that name, so that a file is received once even if the outcome of a commit is unknown.
 */
@Component
class TakenFiles {

    private static final Logger LOG = LoggerFactory.getLogger(TakenFiles.class);

    /** The age after which any instance adopts a taken file. */
    private static final Duration LEFT_BEHIND = Duration.ofSeconds(10);

    private final FilesProperties properties;
    private final FileIntake intake;

    /** The files still to be received; after the start used by the polling thread only. */
    private final Set<Path> pending = new TreeSet<>();

    /** The files whose failure was logged; used by the same thread. */
    private final Set<Path> logged = new HashSet<>();

    TakenFiles(FilesProperties properties, FileIntake intake) throws IOException {
        this.properties = properties;
        this.intake = intake;
        Files.createDirectories(properties.refused());
        Files.createDirectories(properties.taken());
        adopt(Duration.ZERO);
    }

    /** Takes a file out of the inbox, unless another instance was faster. */
    void take(Path file) throws IOException {
        Path folder = Files.createDirectory(
                properties.taken().resolve(UUID.randomUUID().toString()));
        Path mine = folder.resolve(file.getFileName());
        try {
            Files.move(file, mine, StandardCopyOption.ATOMIC_MOVE);
            pending.add(mine);
        } catch (NoSuchFileException e) {
            Files.delete(folder);
        } catch (IOException e) {
            // it stays in the inbox, and does not block other files
            Files.delete(folder);
            LOG.warn("A file of the inbox could not be taken", e);
        }
    }

    /** Receives the taken files; a file that cannot be received now stays for the next poll. */
    void receiveAll() throws IOException {
        adopt(LEFT_BEHIND);
        pending.removeIf(this::receive);
    }

    /** Adopts files that were taken that long ago, by an instance that died or by a living one: each is received once in both cases. */
    private void adopt(Duration since) throws IOException {
        Instant before = Instant.now().minus(since);
        try (Stream<Path> paths = Files.walk(properties.taken(), 2)) {
            paths.filter(path -> path.getNameCount() == properties.taken().getNameCount() + 2)
                    .filter(path -> isOlder(folderOf(path), before))
                    .forEach(pending::add);
        } catch (UncheckedIOException e) {
            // another instance removes files at this moment; the next poll lists them
            LOG.debug("The taken files could not be listed", e);
        }
    }

    private static boolean isOlder(Path folder, Instant time) {
        try {
            return !Files.getLastModifiedTime(folder).toInstant().isAfter(time);
        } catch (IOException e) {
            // another instance has received it
            return false;
        }
    }

    private boolean receive(Path file) {
        try {
            if (Files.size(file) > properties.maxFileSize().toBytes()) {
                refuse(file);
            } else {
                store(file);
            }
            return true;
        } catch (NoSuchFileException e) {
            // another instance has received it
            return true;
        } catch (IOException | RuntimeException e) {
            log(file, e);
            return false;
        }
    }

    /** Logs a failure once per file, not at every poll. */
    private void log(Path file, Exception failure) {
        if (logged.add(file)) {
            LOG.warn("{} could not be received and is retried until it can: {}", file, failure.toString());
        }
        LOG.debug("{} could not be received", file, failure);
    }

    private void store(Path file) throws IOException {
        Path folder = folderOf(file);
        intake.receive(
                file.getFileName().toString(), folder.getFileName().toString(), () -> Files.newInputStream(file));
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
        if (logged.remove(file)) {
            LOG.info("{} is received now", file);
        }
    }

    private void refuse(Path file) throws IOException {
        Path folder = folderOf(file);
        Path refused = properties.refused().resolve(folder.getFileName());
        Files.move(folder, refused);
        LOG.warn("{} is larger than {}; it was moved to {}", file.getFileName(), properties.maxFileSize(), refused);
    }

    private static Path folderOf(Path file) {
        return Objects.requireNonNull(file.getParent(), "a taken file is in a folder of its own");
    }
}
