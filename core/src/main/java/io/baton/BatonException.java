package io.baton;

import org.jspecify.annotations.Nullable;

/** Is thrown if Baton cannot perform an operation; the message says what to do. */
public class BatonException extends RuntimeException {

    public BatonException(String message) {
        super(message);
    }

    public BatonException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
