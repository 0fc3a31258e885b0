package io.baton.job.jdbc;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts labels to text for the table and back. Each label is on a line of its own, so that a pattern can find it. */
public final class Labels {

    private Labels() {}

    /** Returns the text for the table; null if there are no labels. */
    public static @Nullable String written(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder("\n");
        new TreeMap<>(labels)
                .forEach((name, value) ->
                        text.append(name).append('=').append(escaped(value)).append('\n'));
        return text.toString();
    }

    /** Returns the labels in a text that {@link #written} returned. */
    public static Map<String, String> read(@Nullable String text) {
        Map<String, String> labels = new TreeMap<>();
        if (text != null) {
            text.lines().filter(line -> line.indexOf('=') > 0).forEach(line -> {
                int split = line.indexOf('=');
                labels.put(line.substring(0, split), unescaped(line.substring(split + 1)));
            });
        }
        return labels;
    }

    /** Returns the value on one line and without the zero character, which PostgreSQL does not store. */
    private static String escaped(String value) {
        return value.replace("\\", "\\\\")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\0", "\\0");
    }

    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder value = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            value.append(c == '\\' && i + 1 < text.length() ? meant(text.charAt(++i)) : c);
        }
        return value.toString();
    }

    private static char meant(char escaped) {
        return switch (escaped) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case '0' -> '\0';
            default -> escaped;
        };
    }

    /** Returns the pattern that finds one label, with {@code !} as its escape character. */
    static String pattern(String name, String value) {
        return "%\n" + escapedPattern(name + "=" + escaped(value)) + "\n%";
    }

    /** Returns the text with the special characters of patterns escaped by {@code !}. */
    static String escapedPattern(String text) {
        return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
    }
}
