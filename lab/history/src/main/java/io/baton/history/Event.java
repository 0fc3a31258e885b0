package io.baton.history;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One line of a history. Every method throws an {@link IllegalArgumentException} for a value that is none of its kind. */
record Event(String process, long nanos, Word word, Map<String, String> fields) {

    /** What identifies no job and no item. */
    static final long NONE = -1;

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    static Event parse(String process, String line) {
        String[] parts = line.split(" ", -1);
        if (parts.length < 2) {
            throw new IllegalArgumentException("a line has a time and a word");
        }
        Word word = Word.of(parts[1]);
        Map<String, String> fields = new HashMap<>();
        for (int i = 2; i < parts.length; i++) {
            int middle = parts[i].indexOf('=');
            if (middle < 1 || middle == parts[i].length() - 1) {
                throw new IllegalArgumentException("\"" + parts[i] + "\" is no field with a value");
            }
            if (fields.put(parts[i].substring(0, middle), parts[i].substring(middle + 1)) != null) {
                throw new IllegalArgumentException("a field stands twice: \"" + parts[i] + "\"");
            }
        }
        word.check(fields.keySet());
        return new Event(process, Long.parseLong(parts[0]), word, fields);
    }

    boolean has(String field) {
        return fields.containsKey(field);
    }

    /** Returns the value of a field that must be there. */
    String text(String field) {
        String value = fields.get(field);
        if (value == null) {
            throw new IllegalArgumentException(word.text() + " lacks its field \"" + field + "\"");
        }
        return value;
    }

    /** Returns an optional text, or an empty one. */
    String optional(String field) {
        return fields.getOrDefault(field, "");
    }

    long number(String field) {
        return Long.parseLong(text(field));
    }

    long number(String field, long otherwise) {
        return has(field) ? number(field) : otherwise;
    }

    /** Returns a time span or a time of the database in nanoseconds; zero if it is not given. */
    long millis(String field) {
        return TimeUnit.MILLISECONDS.toNanos(number(field, 0));
    }

    /** Returns whether an optional field is {@code yes}; it must be {@code no} otherwise. */
    boolean flag(String field, boolean otherwise) {
        return has(field) ? choice(field, Flag.class) == Flag.YES : otherwise;
    }

    /** Returns the elements of an optional list. */
    List<String> list(String field) {
        return has(field) ? List.of(text(field).split(",", -1)) : List.of();
    }

    <E extends Enum<E>> E choice(String field, Class<E> type) {
        for (E constant : EnumSet.allOf(type)) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(text(field))) {
                return constant;
            }
        }
        throw new IllegalArgumentException(field + " is none of " + EnumSet.allOf(type));
    }

    private enum Flag {
        YES,
        NO
    }
}
