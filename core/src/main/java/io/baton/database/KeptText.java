package io.baton.database;

/** Text that a handler made, such as the message of an exception, so that every database can keep it. */
public final class KeptText {

    private KeptText() {}

    /** PostgreSQL has no zero character. */
    public static String of(String text) {
        return text.replace('\0', '\ufffd');
    }

    /** At most so many characters, and no half of one. */
    public static String of(String text, int length) {
        if (text.length() <= length) {
            return of(text);
        }
        boolean splits = Character.isHighSurrogate(text.charAt(length - 1));
        return of(text.substring(0, splits ? length - 1 : length));
    }
}
