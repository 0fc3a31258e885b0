package io.baton.database;

import java.nio.charset.StandardCharsets;

/** Makes text of a handler, such as an exception's message, storable on every database. */
public final class StorableText {

    private StorableText() {}

    /** Returns the text without zero characters, which PostgreSQL does not store, and without halves of surrogate pairs, which none stores. */
    public static String of(String text) {
        return new String(text.replace('\0', '\ufffd').getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Returns at most {@code length} characters, without zero characters or a split surrogate pair. */
    public static String of(String text, int length) {
        if (text.length() <= length) {
            return of(text);
        }
        boolean splits = Character.isHighSurrogate(text.charAt(length - 1));
        return of(text.substring(0, splits ? length - 1 : length));
    }
}
