package io.baton.history;

/** A history does not follow the rules of its language, so that nothing can be decided. */
public final class MalformedHistoryException extends RuntimeException {

    MalformedHistoryException(String message) {
        super(message);
    }

    MalformedHistoryException(String message, IllegalArgumentException cause) {
        super(message, cause);
    }
}
