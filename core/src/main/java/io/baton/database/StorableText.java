package io.baton.database;

import io.baton.InvalidPayloadException;
import java.nio.charset.StandardCharsets;

/** Makes text of a handler, such as an exception's message, storable on every database, or refuses it. */
public final class StorableText {

    private StorableText() {}

    /** Returns the text without zero characters, which PostgreSQL does not store, and without halves of surrogate pairs, which none stores. */
    public static String of(String text) {
        return new String(text.replace('\0', '\ufffd').getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Refuses a text that some database cannot store. Messages name it by {@code what}. */
    public static void require(String what, String text) {
        if (!of(text).equals(text)) {
            throw new InvalidPayloadException(what + " has characters that cannot be stored");
        }
    }

    /** Refuses a text of more bytes than are allowed; {@code action} says what to do instead. */
    public static void requireFitting(String what, String text, int maxBytes, String action) {
        int size = text.getBytes(StandardCharsets.UTF_8).length;
        if (size > maxBytes) {
            throw new InvalidPayloadException(what + " has " + size
                    + " bytes, more than baton.payload.max-size allows (" + maxBytes + ")" + action);
        }
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
