package io.baton.faults.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file to which events are appended, each as one line and at once: what it contains happened, even if the process was killed a moment later. */
final class History implements AutoCloseable {

    private static final String READY = "ready";

    private final FileChannel file;

    History(Path path) {
        try {
            file = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records that the process of this history runs jobs from now on. */
    void ready() {
        note(READY);
    }

    /** Returns whether the process of a history has recorded that it runs jobs. */
    static boolean isReady(Path path) {
        try {
            return Files.exists(path)
                    && Files.readAllLines(path, StandardCharsets.UTF_8).stream()
                            .anyMatch(line -> List.of(line.split("\t", -1)).contains(READY));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Appends an event: the monotonic time, which all processes of a machine share, its name, and its fields, separated by tabs. */
    synchronized void note(String event, Object... fields) {
        StringBuilder line =
                new StringBuilder().append(System.nanoTime()).append('\t').append(event);
        for (Object field : fields) {
            line.append('\t').append(field.toString().replaceAll("\\s+", " "));
        }
        write(ByteBuffer.wrap(line.append('\n').toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** An interrupt must not close the file. */
    private void write(ByteBuffer line) {
        boolean interrupted = Thread.interrupted();
        try {
            while (line.hasRemaining()) {
                file.write(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
