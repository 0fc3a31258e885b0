package io.baton.job;

import io.baton.BatonException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Checks the keys that applications give to the objects they create. */
public final class Keys {

    private static final int LONGEST = 200;

    private Keys() {}

    /** Returns the key if it is valid; {@code what} names the kind of object in the message if it is not. */
    public static String checked(String what, String key) {
        Objects.requireNonNull(key, () -> "The key of " + what + " is null");
        if (key.isBlank() || key.length() > LONGEST) {
            throw new BatonException("The key of " + what + " has 1 to " + LONGEST + " characters, not " + key.length()
                    + (key.isBlank() ? " blank ones" : ""));
        }
        if (key.codePoints().anyMatch(Character::isISOControl)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(key)) {
            throw new BatonException("The key of " + what + " has no control characters and no half surrogate pairs");
        }
        return key;
    }
}
