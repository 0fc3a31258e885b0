package io.baton;

/** Something Baton was asked for could not be done; the message says what to do. */
public class BatonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BatonException(String message) {
        super(message);
    }

    public BatonException(String message, Throwable cause) {
        super(message, cause);
    }
}
