package io.baton.type;

import io.baton.BatonException;

/** The names that are stored with a job, and what they may look like on every database. */
public final class Names {

    private static final int TYPE_LENGTH = 200;
    private static final int LENGTH = 100;

    private Names() {}

    /** The name of a type, if it can be one. */
    public static String type(String name) {
        return checked("type", name, TYPE_LENGTH);
    }

    /** The name of a queue, if it can be one. */
    public static String queue(String name) {
        return checked("queue", name, LENGTH);
    }

    /** The name of a label, if it can be one. */
    public static String label(String name) {
        refuseIf(
                name.indexOf('=') >= 0,
                "label name",
                "with a \"=\" in it, which ends the name where labels are stored");
        return checked("label", name, LENGTH);
    }

    /** The value of a label, if it can be one; it may be empty, and have any characters that have a UTF-8 form. */
    public static String labelValue(String label, String value) {
        String what = "value of the label \"" + label + "\"";
        refuseIf(value.length() > LENGTH, what, "longer than " + LENGTH + " characters");
        refuseIf(value.codePoints().anyMatch(Names::isHalfPair), what, "with half a surrogate pair in it");
        return value;
    }

    private static String checked(String kind, String name, int length) {
        String what = kind + " name";
        refuseIf(name.isBlank(), what, "blank");
        refuseIf(name.length() > length, what, "longer than " + length + " characters");
        refuseIf(hasUnstorable(name), what, "with a control character or half a surrogate pair in it");
        refuseIf(hasBlankEdge(name), what, "with a blank at its start or end: \"" + name + "\"");
        return name;
    }

    // a surrogate that belongs to a pair never shows up as a code point of its own
    private static boolean hasUnstorable(String name) {
        return name.codePoints()
                .anyMatch(point -> Character.isISOControl(point) || isLineEnd(point) || isHalfPair(point));
    }

    private static boolean isLineEnd(int point) {
        int type = Character.getType(point);
        return type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }

    private static boolean isHalfPair(int point) {
        return Character.getType(point) == Character.SURROGATE;
    }

    private static boolean hasBlankEdge(String name) {
        return isBlank(name.codePointAt(0)) || isBlank(name.codePointBefore(name.length()));
    }

    private static boolean isBlank(int point) {
        return Character.isWhitespace(point) || Character.isSpaceChar(point);
    }

    private static void refuseIf(boolean wrong, String what, String why) {
        if (wrong) {
            throw new BatonException("A " + what + " cannot be " + why);
        }
    }
}
