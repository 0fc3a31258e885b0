package io.baton.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What processes used, as Linux counts it. */
final class Cpu {

    private static final double TICKS_PER_SECOND = 100;
    /** Of the words after the name: parent, then user and system time, each also of children that ended. */
    private static final int PARENT = 1;

    private static final int USER = 11;

    private Cpu() {}

    /** Seconds that a process used by itself. */
    static double own(long process) {
        return seconds(stat(process), 2);
    }

    /** Seconds that a server used with all its processes, those that ended included. */
    static double withChildren(long server) {
        double sum = seconds(stat(server), 4);
        for (long process : processes()) {
            List<String> stat = stat(process);
            if (stat.size() > PARENT && Long.parseLong(stat.get(PARENT)) == server) {
                sum += seconds(stat, 2);
            }
        }
        return sum;
    }

    /** Megabytes of memory that a process has. */
    static double residentMegabytes(long process) {
        try (var lines = Files.lines(Path.of("/proc/" + process + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private static double seconds(List<String> stat, int counters) {
        return stat.isEmpty()
                ? 0
                : stat.subList(USER, USER + counters).stream()
                                .mapToLong(Long::parseLong)
                                .sum()
                        / TICKS_PER_SECOND;
    }

    private static List<String> stat(long process) {
        try {
            String text = Files.readString(Path.of("/proc/" + process + "/stat"));
            return List.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
        } catch (IOException e) {
            // it ended
            return List.of();
        }
    }

    private static List<Long> processes() {
        List<Long> processes = new ArrayList<>();
        try (var files = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            files.forEach(
                    file -> processes.add(Long.parseLong(file.getFileName().toString())));
        } catch (IOException e) {
            throw new IllegalStateException("There is no /proc", e);
        }
        return processes;
    }
}
