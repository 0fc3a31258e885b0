package io.baton.loop;

import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Tells failures of the moment: the database cannot be used now, and what was asked for may succeed later as it is. */
public final class Outage {

    private Outage() {}

    /** Whether an outage caused this failure. */
    public static boolean caused(RuntimeException failure) {
        return failure instanceof TransientDataAccessException
                || failure instanceof RecoverableDataAccessException
                || failure instanceof NonTransientDataAccessResourceException
                || failure instanceof CannotCreateTransactionException;
    }
}
