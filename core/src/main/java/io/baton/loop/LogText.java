package io.baton.loop;

import org.jspecify.annotations.Nullable;

/**
 * Makes one line of a log from untrusted text, such as a name from a row or the message of an exception. Characters that could end the line, move
 * the cursor or reorder the text are replaced by their code.
 */
public final class LogText {

    private static final int LONGEST = 1_000;
    private static final char ESCAPE = '\\';

    private LogText() {}

    /** Returns the text without control and format characters, 1,000 characters at most. */
    public static String of(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        String start = text.substring(0, Math.min(text.length(), LONGEST));
        StringBuilder shown = new StringBuilder(start.length());
        start.codePoints().forEach(point -> append(shown, point));
        return start.length() < text.length() ? shown.append("...").toString() : shown.toString();
    }

    /** Returns what follows the first of so many in a text; nothing for one. */
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

    /** A surrogate is no code point of its own unless it lacks the other half. */
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
