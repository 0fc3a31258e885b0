package io.baton.enqueue;

/** How long a text is in UTF-8, without encoding it. */
final class Utf8 {

    /** The answer for a text with half a surrogate pair. */
    static final long MALFORMED = -1;

    private Utf8() {}

    static long length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            } else if (isPair(text, i)) {
                bytes += 4;
                i++;
            } else {
                return MALFORMED;
            }
        }
        return bytes;
    }

    private static boolean isPair(String text, int i) {
        return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
    }
}
