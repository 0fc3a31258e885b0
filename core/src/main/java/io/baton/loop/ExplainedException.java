package io.baton.loop;

/** A failure whose message is Baton's own and quotes no value of a row, so that logs and the health show it. */
public final class ExplainedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ExplainedException(String message) {
        super(message);
    }
}
