package io.baton;

/** An operation was called in a transaction in which it cannot be done: read-only, of another data source, or one that must not be held open. */
public class UnusableTransactionException extends BatonException {

    private static final long serialVersionUID = 1L;

    public UnusableTransactionException(String message) {
        super(message);
    }
}
