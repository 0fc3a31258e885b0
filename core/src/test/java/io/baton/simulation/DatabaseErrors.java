package io.baton.simulation;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.CannotCreateTransactionException;

/** What a database says when something goes wrong. Without stack traces, which cost more than all the rest. */
final class DatabaseErrors {

    private DatabaseErrors() {}

    static RuntimeException unreachable() {
        return new Unreachable("the database cannot be reached");
    }

    static RuntimeException unknown() {
        return new Unreachable("the connection broke, and nobody knows whether the transaction was committed");
    }

    static RuntimeException notBegun(RuntimeException cause) {
        return new NotBegun(cause);
    }

    static RuntimeException refused() {
        return new Refused();
    }

    private static final class Unreachable extends DataAccessResourceFailureException {

        Unreachable(String message) {
            super(message);
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it does nothing
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class NotBegun extends CannotCreateTransactionException {

        NotBegun(RuntimeException cause) {
            super("no connection for a transaction", cause);
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it does nothing
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class Refused extends DataIntegrityViolationException {

        Refused() {
            super("a value that no column takes");
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it does nothing
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    /** What a handler throws. */
    static final class HandlerFailure extends RuntimeException {

        HandlerFailure(String message) {
            super(message, null, false, false);
        }
    }
}
