package io.baton.faults.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The history of a process: a file to which events are appended, each as one line and at once. What it contains happened, even if the process was killed
 * a moment later. A line is the monotonic time, which all processes of a machine share, a word, and fields: {@code 81234567890 ok op=17}.
 */
final class History implements AutoCloseable {

    private final FileChannel file;

    /** Begins the history of a process, whose name no other has. */
    History(Path directory, String process) {
        try {
            file = FileChannel.open(
                    directory.resolve(process + ".history"),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        note("started");
    }

    /**
     * Appends an event.
     *
     * @param fields names, each followed by its value; a field without a value is left out
     */
    synchronized void note(String event, Object... fields) {
        StringBuilder line =
                new StringBuilder().append(System.nanoTime()).append(' ').append(event);
        for (int i = 0; i < fields.length; i += 2) {
            String value = fields[i + 1].toString().replaceAll("\\s", "_");
            if (!value.isEmpty()) {
                line.append(' ').append(fields[i]).append('=').append(value);
            }
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
