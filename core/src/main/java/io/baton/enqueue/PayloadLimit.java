package io.baton.enqueue;

import io.baton.InvalidPayloadException;

/** How large the text of a payload may be; holds for every codec. */
final class PayloadLimit {

    private final int maxBytes;

    PayloadLimit(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Refuses a text that cannot be stored. */
    void check(String text, Class<?> payload) {
        long size = Utf8.length(text);
        if (size == Utf8.MALFORMED) {
            throw new InvalidPayloadException(payload.getName()
                    + " cannot be stored: a text in it holds half a surrogate pair, which has no UTF-8 form");
        }
        if (size > maxBytes) {
            throw new InvalidPayloadException(
                    payload.getName() + " is too large for a payload: " + size + " bytes of at most " + maxBytes
                            + "; store the data elsewhere and enqueue its key, or raise baton.payload.max-size");
        }
    }
}
