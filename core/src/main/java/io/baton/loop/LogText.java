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
        int end = Math.min(text.length(), LONGEST);
        StringBuilder shown = new StringBuilder(end);
        for (int i = 0; i < end; i++) {
            append(shown, text, i, end);
        }
        return end < text.length() ? shown.append("...").toString() : shown.toString();
    }

    /** Returns what follows the first of so many in a text; nothing for one. */
    public static String andOthers(int all) {
        return all == 1 ? "" : all == 2 ? " and 1 other" : " and " + (all - 1) + " others";
    }

    private static void append(StringBuilder shown, String text, int i, int end) {
        char c = text.charAt(i);
        if (c == '\n') {
            shown.append("\\n");
        } else if (isUnsafe(text, i, end)) {
            shown.append(ESCAPE).append('u').append(String.format("%04x", (int) c));
        } else {
            shown.append(c);
        }
    }

    private static boolean isUnsafe(String text, int i, int end) {
        char c = text.charAt(i);
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SURROGATE -> !isInPair(text, i, end) || isTag(text, i);
            default -> false;
        };
    }

    private static boolean isInPair(String text, int i, int end) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < end && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    /** Format characters beyond the first plane, which are invisible too. */
    private static boolean isTag(String text, int i) {
        int start = Character.isHighSurrogate(text.charAt(i)) ? i : i - 1;
        return Character.getType(text.codePointAt(start)) == Character.FORMAT;
    }
}
