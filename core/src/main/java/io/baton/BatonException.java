package io.baton;

/** Thrown if an operation of Baton cannot be performed; the message says what to do. */
public class BatonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BatonException(String message) {
        super(message);
    }

    public BatonException(String message, Throwable cause) {
        super(message, cause);
    }
}
