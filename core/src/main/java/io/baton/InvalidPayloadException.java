package io.baton;

import org.jspecify.annotations.Nullable;

/** A payload cannot be stored or read: it is too large, cannot be written as JSON, or its class has no usable type. */
public class InvalidPayloadException extends BatonException {

    public InvalidPayloadException(String message) {
        super(message);
    }

    public InvalidPayloadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
