package io.baton.job.jdbc;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Labels as a person reads them in the table: each on a line of its own, so that one can be looked for. */
final class Labels {

    private Labels() {}

    static @Nullable String written(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder("\n");
        new TreeMap<>(labels)
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        return text.toString();
    }

    static Map<String, String> read(@Nullable String text) {
        Map<String, String> labels = new TreeMap<>();
        if (text != null) {
            text.lines().filter(line -> line.indexOf('=') > 0).forEach(line -> {
                int split = line.indexOf('=');
                labels.put(line.substring(0, split), line.substring(split + 1));
            });
        }
        return labels;
    }

    /** The pattern that finds one label, with {@code !} as the escape. */
    static String pattern(String name, String value) {
        String line = (name + "=" + value).replace("!", "!!").replace("%", "!%").replace("_", "!_");
        return "%\n" + line + "\n%";
    }
}
