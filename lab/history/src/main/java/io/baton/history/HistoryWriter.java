package io.baton.history;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/** Appends the events of this process to its file, a line at a time and at once: what is in it happened, even if the process is killed the moment after. */
public final class HistoryWriter implements Closeable {

    private final String process;
    private final FileChannel file;

    /**
     * Creates the file.
     *
     * @param process the name of this process, which no other one of the history has
     */
    public HistoryWriter(Path directory, String process) {
        this.process = process;
        try {
            file = FileChannel.open(
                    directory.resolve(process + HistoryReader.SUFFIX),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        write(Word.STARTED, Map.of());
    }

    /**
     * Writes an event of now.
     *
     * @throws IllegalArgumentException if the reader would reject the line
     */
    public void write(Word word, Map<String, ?> fields) {
        write(System.nanoTime(), word, fields);
    }

    /** Writes an event of another time, such as that of a signal. */
    public void write(long nanos, Word word, Map<String, ?> fields) {
        StringBuilder line = new StringBuilder().append(nanos).append(' ').append(word.text());
        new TreeMap<String, Object>(fields)
                .forEach((name, value) ->
                        line.append(' ').append(name).append('=').append(value));
        Event.parse(process, line.toString());
        append(line.append('\n').toString());
    }

    /** An interrupt must not close the file. */
    private synchronized void append(String line) {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        boolean interrupted = Thread.interrupted();
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
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
