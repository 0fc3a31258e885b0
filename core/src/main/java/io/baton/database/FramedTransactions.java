package io.baton.database;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Transactions of a manager, each around some work; what the work failed of is what the caller is told. Where a connection is lost the rollback
 * fails too, and a {@code TransactionTemplate} would tell of that instead, and log the failure of the work with all that the driver says.
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
