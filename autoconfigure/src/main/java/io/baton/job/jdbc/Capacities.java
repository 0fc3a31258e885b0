package io.baton.job.jdbc;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How many jobs of each queue a worker may have started at once, as its row says it: a line for each queue. */
final class Capacities {

    private static final Pattern LINE = Pattern.compile("(\\d{1,9}) (.+)");

    private Capacities() {}

    static String written(Map<String, Integer> capacities) {
        return new TreeMap<>(capacities)
                .entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining("\n"));
    }

    /** What can be read of it: a row that a person wrote must not keep its worker's jobs from being taken back. */
    static Map<String, Integer> read(String text) {
        Map<String, Integer> capacities = new HashMap<>();
        text.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> {
            capacities.put(line.group(2), Integer.valueOf(line.group(1)));
        });
        return capacities;
    }
}
