package io.baton.enqueue;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Remembers, for every transaction manager it is added to, that the commit of the current transaction has begun.
 *
 * <p>Spring still calls such a transaction active while {@code afterCommit} runs. The mark is a synchronization of the transaction
 * itself, so that it is suspended, resumed and forgotten together with it.
 */
public final class CommitWatch implements TransactionExecutionListener {

    private static final TransactionSynchronization COMMIT_HAS_BEGUN = new TransactionSynchronization() {};

    // comes after every beforeCommit and beforeCompletion, and right before the commit itself
    @Override
    public void beforeCommit(TransactionExecution transaction) {
        if (transaction.isNewTransaction() && TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(COMMIT_HAS_BEGUN);
        }
    }

    /** Returns whether the current transaction, which Spring calls active, can take no more writes. */
    static boolean isTooLate() {
        // the synchronizations are gone once afterCompletion is called
        return !TransactionSynchronizationManager.isSynchronizationActive()
                || TransactionSynchronizationManager.getSynchronizations().contains(COMMIT_HAS_BEGUN);
    }
}
