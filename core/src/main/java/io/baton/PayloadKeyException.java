package io.baton;

import org.jspecify.annotations.Nullable;

/** A key of {@link PayloadKeys} is not there, or cannot be used. A job for which it is thrown uses up no attempt and runs again later. */
public class PayloadKeyException extends InvalidPayloadException {

    public PayloadKeyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
