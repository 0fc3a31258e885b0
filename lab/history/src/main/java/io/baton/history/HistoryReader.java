package io.baton.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads the files of a directory, line by line. */
final class HistoryReader {

    static final String SUFFIX = ".history";

    private final HistoryBuilder builder = new HistoryBuilder();
    private final List<String> torn = new ArrayList<>();

    private HistoryReader() {}

    /**
     * Reads a directory.
     *
     * @throws MalformedHistoryException if there is a line that does not follow the rules
     */
    static History read(Path directory) {
        HistoryReader reader = new HistoryReader();
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> histories = files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
            for (Path file : histories) {
                reader.readFile(directory, file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        History history = reader.builder.build();
        for (String process : reader.torn) {
            if (!history.killed.containsKey(process) && !history.stopped.containsKey(process)) {
                throw new MalformedHistoryException(
                        process + SUFFIX + " ends within a line, and its process was neither killed nor stopped");
            }
        }
        if (history.deadAfter == 0) {
            throw new MalformedHistoryException("The histories of " + directory + " have no settings");
        }
        return history;
    }

    private void readFile(Path directory, Path file) throws IOException {
        String name = directory.relativize(file).toString();
        String process = name.substring(0, name.length() - SUFFIX.length());
        boolean endsWithinLine = endsWithinLine(file);
        if (endsWithinLine) {
            torn.add(process);
        }
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            for (int number = 1; line != null; number++) {
                String next = lines.readLine();
                if (next != null || !endsWithinLine) {
                    add(process, number, line);
                }
                line = next;
            }
        }
    }

    private static boolean endsWithinLine(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return channel.size() == 0 || channel.position(channel.size() - 1).read(last) != 1 || last.get(0) != '\n';
        }
    }

    private void add(String process, int number, String line) {
        try {
            Event event = Event.parse(process, line);
            if ((event.word() == Word.STARTED) != (number == 1)) {
                throw new IllegalArgumentException("a process starts once, in its first line");
            }
            builder.add(event);
        } catch (IllegalArgumentException e) {
            throw new MalformedHistoryException(
                    process + SUFFIX + ":" + number + ": " + e.getMessage() + ": " + line, e);
        }
    }
}
