package io.baton.enqueue;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Records that the commit of the current transaction has begun. Must be added to every transaction manager; a bean of this class adds itself to the
 * managers among the beans.
 *
 * <p>While {@code afterCommit} runs, Spring still calls the transaction active. The mark is a synchronization of the transaction, so that it is
 * suspended, resumed and forgotten together with the transaction.
 */
public final class CommitWatch implements TransactionExecutionListener, BeanPostProcessor {

    private static final TransactionSynchronization COMMIT_HAS_BEGUN = new TransactionSynchronization() {};

    /** Adds this watch to a manager that has none. */
    public void addTo(ConfigurableTransactionManager manager) {
        if (manager.getTransactionExecutionListeners().stream().noneMatch(CommitWatch.class::isInstance)) {
            manager.addListener(this);
        }
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager manager) {
            addTo(manager);
        }
        return bean;
    }

    // is called after every beforeCommit and beforeCompletion, and right before the commit itself
    @Override
    public void beforeCommit(TransactionExecution transaction) {
        if (transaction.isNewTransaction() && TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(COMMIT_HAS_BEGUN);
        }
    }

    /** Returns whether the current transaction, which Spring calls active, no longer accepts writes. */
    static boolean isTooLate() {
        // the synchronizations are gone once afterCompletion is called
        return !TransactionSynchronizationManager.isSynchronizationActive()
                || TransactionSynchronizationManager.getSynchronizations().contains(COMMIT_HAS_BEGUN);
    }
}
