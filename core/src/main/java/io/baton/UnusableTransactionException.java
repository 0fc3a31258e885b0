package io.baton;

/** An operation cannot be part of the caller's transaction, which is read-only, of another data source, committing, or must not stay open meanwhile. */
public class UnusableTransactionException extends BatonException {

    public UnusableTransactionException(String message) {
        super(message);
    }
}
