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

    /** One line. */
    public record Line(String worker, String what, long item) {}

    public static List<Line> read(String worker, Path trace) {
        if (!Files.exists(trace)) {
            return List.of();
        }
        try {
            List<Line> lines = new ArrayList<>();
            for (String line : Files.readAllLines(trace, StandardCharsets.US_ASCII)) {
                int space = line.indexOf(' ');
                if (space > 0 && line.length() > space + 1) {
                    lines.add(new Line(worker, line.substring(0, space), Long.parseLong(line.substring(space + 1))));
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
