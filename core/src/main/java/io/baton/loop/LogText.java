package io.baton.loop;

import org.jspecify.annotations.Nullable;

/**
 * Makes one line of a log from untrusted text, such as a name from a row or the message of an exception. Characters that could end the line, move the
 * cursor or reorder the text become codes.
 */
public final class LogText {

    private static final int LONGEST = 1_000;
    private static final char ESCAPE = '\\';

    private LogText() {}

    /** Returns at most 1,000 characters of the text, without control and format characters. */
    public static String of(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        String start = text.substring(0, Math.min(text.length(), LONGEST));
        StringBuilder shown = new StringBuilder(start.length());
        start.codePoints().forEach(point -> append(shown, point));
        return start.length() < text.length() ? shown.append("...").toString() : shown.toString();
    }

    /** Returns the number of further items in words, to follow the first of {@code all} items; empty for a single one. */
    public static String andOthers(int all) {
        return all == 1 ? "" : all == 2 ? " and 1 other" : " and " + (all - 1) + " others";
    }

    private static void append(StringBuilder shown, int point) {
        if (point == '\n') {
            shown.append("\\n");
        } else if (isUnsafe(point)) {
            for (char c : Character.toChars(point)) {
                shown.append(ESCAPE).append('u').append(String.format("%04x", (int) c));
            }
        } else {
            shown.appendCodePoint(point);
        }
    }

    /** Returns whether a character must be replaced. A surrogate has a code point of its own only if its other half is missing. */
    private static boolean isUnsafe(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
