package io.baton.loop;

import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Recognizes transient failures: the database is unavailable, and the same operation may succeed later. */
public final class Outage {

    private Outage() {}

    /** Returns whether an outage caused this failure. */
    public static boolean caused(RuntimeException failure) {
        return failure instanceof TransientDataAccessException
                || failure instanceof RecoverableDataAccessException
                || failure instanceof NonTransientDataAccessResourceException
                || failure instanceof CannotCreateTransactionException;
    }
}
