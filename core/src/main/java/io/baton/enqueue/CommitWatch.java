package io.baton.enqueue;

import io.baton.UnusableTransactionException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Records that the commit of the current transaction has begun, and what prevents it. Must be added to every transaction manager; a bean of this class adds itself to the
 * managers among the beans.
 *
 * <p>While {@code afterCommit} runs, Spring still calls the transaction active. The mark is a synchronization of the transaction, so that it is
 * suspended, resumed and forgotten together with the transaction.
 */
public final class CommitWatch implements TransactionExecutionListener, BeanPostProcessor {

    private static final ThreadLocal<@Nullable Runnable> WATCHED = new ThreadLocal<>();

    /** Runs this at each commit that this thread begins from now on; null for nothing. */
    public static void onCommit(@Nullable Runnable action) {
        WATCHED.set(action);
    }

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
            requireWhole();
            TransactionSynchronizationManager.registerSynchronization(new Mark());
            Runnable watched = WATCHED.get();
            if (watched != null && !transaction.isReadOnly()) {
                watched.run();
            }
        }
    }

    /** Returns whether the current transaction, which Spring calls active, no longer accepts writes. */
    static boolean isTooLate() {
        // the synchronizations are gone once afterCompletion is called
        return !TransactionSynchronizationManager.isSynchronizationActive()
                || marks().findAny().isPresent();
    }

    /** Returns whether the commit of the current transaction is under way. An object mapper flushes in it, and calls the listeners of entities. */
    static boolean isCommitting() {
        return TransactionSynchronizationManager.isSynchronizationActive() && marks().anyMatch(mark -> !mark.committed);
    }

    private static Stream<Mark> marks() {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .filter(Mark.class::isInstance)
                .map(Mark.class::cast);
    }

    /** Prevents the commit of the current transaction, in which a write failed. Messages name the write by {@code what}. */
    static void preventCommit(String what, boolean canBeUndone) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new PartlyWritten(what, canBeUndone));
        }
    }

    /** Throws if a write failed in a callback before the commit, where its mark was registered too late to be called. */
    private static void requireWhole() {
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            if (each instanceof PartlyWritten written) {
                written.beforeCommit(false);
            }
        }
    }

    private static final class Mark implements TransactionSynchronization, PriorityOrdered {

        private boolean committed;

        /** Comes before the callbacks of the application. */
        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            committed = true;
        }
    }

    /**
     * Prevents the commit after a partial write or a collision, even if the exception is caught. A rollback to an earlier savepoint permits the commit
     * again after a partial write. After a collision it fails, which Spring announces before it tries.
     */
    private static final class PartlyWritten implements TransactionSynchronization {

        private final String what;
        private final boolean canBeUndone;
        private final Set<Object> savepointsSince = new HashSet<>();
        private boolean undone;

        private PartlyWritten(String what, boolean canBeUndone) {
            this.what = what;
            this.canBeUndone = canBeUndone;
        }

        @Override
        public void savepoint(Object savepoint) {
            savepointsSince.add(savepoint);
        }

        @Override
        public void savepointRollback(Object savepoint) {
            undone |= canBeUndone && !savepointsSince.contains(savepoint);
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            if (!undone) {
                throw new UnusableTransactionException(
                        "The transaction is rolled back: " + what
                                + " failed in it, which may have stored or undone a part. Let that exception leave the transaction, or call it outside of one");
            }
        }
    }
}
