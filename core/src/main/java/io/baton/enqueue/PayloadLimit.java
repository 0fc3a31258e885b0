package io.baton.enqueue;

import io.baton.InvalidPayloadException;

/** The maximum size of a payload's text in UTF-8, for every codec. */
record PayloadLimit(int maxBytes) {

    /** The length of a text with half a surrogate pair. */
    static final long MALFORMED = -1;

    /** Rejects a text that cannot be stored. */
    void check(String text, Class<?> payload) {
        long size = length(text);
        if (size == MALFORMED) {
            throw new InvalidPayloadException(payload.getName()
                    + " cannot be stored: a text in it holds half a surrogate pair, which has no UTF-8 form");
        }
        if (size > maxBytes) {
            throw new InvalidPayloadException(
                    payload.getName() + " is too large for a payload: " + size + " bytes of at most " + maxBytes
                            + "; store the data in another place and enqueue its key, or raise baton.payload.max-size");
        }
    }

    /** Returns how many bytes a text has, without encoding it. */
    static long length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                return MALFORMED;
            }
        }
        return bytes;
    }
}
