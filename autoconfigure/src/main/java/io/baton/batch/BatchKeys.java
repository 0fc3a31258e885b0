package io.baton.batch;

import io.baton.BatonException;
import java.nio.charset.StandardCharsets;

/** The keys by which applications find their batches. */
public final class BatchKeys {

    private static final int LONGEST = 200;

    private BatchKeys() {}

    /**
     * Returns a key, if it can be one.
     *
     * @throws BatonException if it cannot
     */
    public static String checked(String key) {
        if (key.isBlank() || key.length() > LONGEST) {
            throw new BatonException("The key of a batch has 1 to " + LONGEST + " characters, not " + key.length()
                    + (key.isBlank() ? " blank ones" : ""));
        }
        if (key.codePoints().anyMatch(Character::isISOControl)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(key)) {
            throw new BatonException("The key of a batch has no control characters and no half surrogate pairs");
        }
        return key;
    }
}
