package io.baton.faults.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is only ever appended to, a line at a time and at once: what is in it happened, even if the process was killed the moment after. */
public final class Trace implements AutoCloseable {

    private final FileChannel file;

    public Trace(Path path) {
        try {
            file = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says that something happened, to an item where there is one. */
    public void note(String what, long item) {
        write(what + " " + item);
    }

    /** The same, with a time. */
    public void note(String what, long item, long nanos) {
        write(what + " " + item + " " + nanos);
    }

    /** Interrupts must not close the file. */
    private synchronized void write(String line) {
        boolean interrupted = Thread.interrupted();
        try {
            file.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
