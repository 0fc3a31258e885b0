package io.baton.database;

/** Makes text of a handler, such as the message of an exception, storable on every database. */
public final class StorableText {

    private StorableText() {}

    /** Returns the text without zero characters, which PostgreSQL does not store. */
    public static String of(String text) {
        return text.replace('\0', '\ufffd');
    }

    /** Returns so many characters at most, without splitting a surrogate pair. */
    public static String of(String text, int length) {
        if (text.length() <= length) {
            return of(text);
        }
        boolean splits = Character.isHighSurrogate(text.charAt(length - 1));
        return of(text.substring(0, splits ? length - 1 : length));
    }
}
