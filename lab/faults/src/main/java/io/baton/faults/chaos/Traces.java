package io.baton.faults.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What workers noted. The last line of one that was killed may be torn. */
public final class Traces {

    private Traces() {}

    /**
     * One line.
     *
     * @param nanos on the monotonic clock that all processes of a machine share; zero if the line has no time
     */
    public record Line(String worker, String what, long item, long nanos) {}

    public static List<Line> read(String worker, Path trace) {
        if (!Files.exists(trace)) {
            return List.of();
        }
        try {
            List<Line> lines = new ArrayList<>();
            for (String line : Files.readAllLines(trace, StandardCharsets.US_ASCII)) {
                String[] words = line.split(" ", -1);
                if (words.length > 1) {
                    long nanos = words.length > 2 ? Long.parseLong(words[2]) : 0;
                    lines.add(new Line(worker, words[0], Long.parseLong(words[1]), nanos));
                }
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static boolean ready(Path trace) {
        return read("", trace).stream().anyMatch(line -> line.what().equals("ready"));
    }
}
