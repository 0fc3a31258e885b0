package io.baton.observation;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the fields of a propagated trace, such as {@code traceparent} and {@code baggage}, as one text for the job's row, and reads them. */
final class TraceText {

    static final int MOST = 200;

    private static final String BETWEEN = "\n";
    private static final char EQUALS = '=';

    private TraceText() {}

    /** Returns the fields that fit into the column, first those that name the trace, then the shortest; null if there are none. */
    static @Nullable String write(Map<String, String> fields) {
        StringBuilder text = new StringBuilder();
        for (String line : fields.entrySet().stream()
                .filter(TraceText::isPlain)
                .map(field -> field.getKey() + EQUALS + field.getValue())
                .sorted(Comparator.comparing(TraceText::isFurther).thenComparing(String::length))
                .toList()) {
            if (text.length() + BETWEEN.length() + line.length() <= MOST) {
                text.append(text.isEmpty() ? "" : BETWEEN).append(line);
            }
        }
        return text.isEmpty() ? null : text.toString();
    }

    /** Returns whether a field does not name the trace. Without {@code traceparent}, {@code b3} or {@code X-B3-...} all other fields are useless. */
    private static boolean isFurther(String line) {
        String name = line.substring(0, line.indexOf(EQUALS)).toLowerCase(Locale.ROOT);
        return !name.equals("traceparent") && !name.equals("b3") && !name.startsWith("x-b3-");
    }

    private static boolean isPlain(Entry<String, String> field) {
        return field.getKey().indexOf(EQUALS) < 0
                && (field.getKey() + field.getValue()).chars().allMatch(each -> each >= ' ' && each < 127);
    }

    /** Returns the fields of a text, which is not trusted. */
    static Map<String, String> read(@Nullable String text) {
        return text == null
                ? Map.of()
                : text.lines()
                        .filter(line -> line.indexOf(EQUALS) > 0)
                        .collect(Collectors.toMap(
                                line -> line.substring(0, line.indexOf(EQUALS)),
                                line -> line.substring(line.indexOf(EQUALS) + 1),
                                (one, other) -> one,
                                LinkedHashMap::new));
    }
}
