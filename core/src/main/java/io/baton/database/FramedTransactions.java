package io.baton.database;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Runs work in transactions of a manager, and throws the failure of the work. Where a connection is lost the rollback fails too: a {@code
 * TransactionTemplate} would throw that failure, and log the one of the work with the message of the driver.
 */
public final class FramedTransactions implements TransactionOperations {

    private final PlatformTransactionManager manager;
    private final TransactionDefinition definition;

    public FramedTransactions(PlatformTransactionManager manager, TransactionDefinition definition) {
        this.manager = manager;
        this.definition = definition;
    }

    @Override
    public <T extends @Nullable Object> T execute(TransactionCallback<T> work) {
        TransactionStatus status = manager.getTransaction(definition);
        T result;
        try {
            result = work.doInTransaction(status);
        } catch (Throwable failure) {
            rollBack(manager, status, failure);
            throw failure;
        }
        manager.commit(status);
        return result;
    }

    /** Rolls back after a failure, which keeps the failure of the rollback, if that fails too. */
    public static void rollBack(PlatformTransactionManager manager, TransactionStatus status, Throwable failure) {
        try {
            if (!status.isCompleted()) {
                manager.rollback(status);
            }
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
    }
}
