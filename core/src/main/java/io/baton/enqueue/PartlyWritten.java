package io.baton.enqueue;

import io.baton.UnusableTransactionException;
import java.util.HashSet;
import java.util.Set;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Refuses the commit of a transaction with a part of what was to be written: a caller may catch the failure and go on. What was rolled back to a
 * savepoint from before is forgotten.
 */
final class PartlyWritten implements TransactionSynchronization {

    private final String what;
    private final Set<Object> savepointsSince = new HashSet<>();
    private boolean undone;

    private PartlyWritten(String what) {
        this.what = what;
    }

    /** The transaction under way has failed to write this. */
    static void refuseCommit(String what) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new PartlyWritten(what));
        }
    }

    @Override
    public void savepoint(Object savepoint) {
        savepointsSince.add(savepoint);
    }

    @Override
    public void savepointRollback(Object savepoint) {
        undone |= !savepointsSince.contains(savepoint);
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        if (!undone) {
            throw new UnusableTransactionException(
                    "The transaction is rolled back: " + what
                            + " failed in it and may have been stored in part. Let that exception leave the transaction, or call it outside of one");
        }
    }
}
