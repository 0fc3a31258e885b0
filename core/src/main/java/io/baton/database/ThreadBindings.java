package io.baton.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * A snapshot of the transactional resources of the current thread. Code that leaves additional resources has not ended a transaction that it began,
 * and the next code on the thread would write in that transaction.
 */
public final class ThreadBindings {

    private final Map<Object, Object> resources;
    private final @Nullable Mark mark;

    private ThreadBindings(Map<Object, Object> resources, @Nullable Mark mark) {
        this.resources = Map.copyOf(resources);
        this.mark = mark;
    }

    /** Returns a snapshot of the current thread that does not include a current transaction. */
    public static ThreadBindings now() {
        return new ThreadBindings(
                isTransactional() ? Map.of() : TransactionSynchronizationManager.getResourceMap(), null);
    }

    /** Returns a snapshot of the current transaction, which it marks. */
    public static ThreadBindings ofTransaction() {
        Mark mark = null;
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            mark = new Mark();
            TransactionSynchronizationManager.registerSynchronization(mark);
        }
        return new ThreadBindings(TransactionSynchronizationManager.getResourceMap(), mark);
    }

    /** Returns whether the thread has a transaction or active synchronizations. */
    public static boolean isTransactional() {
        return TransactionSynchronizationManager.isSynchronizationActive()
                || TransactionSynchronizationManager.isActualTransactionActive();
    }

    /** Returns whether an unfinished transaction suspends the marked one. */
    public boolean isHidden() {
        return mark != null && mark.suspended != null;
    }

    /** Rolls back and unbinds all later resources and resumes a suspended transaction; returns whether a transaction was open. */
    public boolean restore() {
        Map<Object, Object> bound = TransactionSynchronizationManager.getResourceMap();
        boolean open = isTransactional();
        if (!open && bound.equals(resources)) {
            return false;
        }
        List<TransactionSynchronization> others = List.of();
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationUtils.triggerBeforeCompletion();
            others = TransactionSynchronizationManager.getSynchronizations();
        }
        TransactionSynchronizationManager.clear();
        for (Map.Entry<Object, Object> each : Map.copyOf(bound).entrySet()) {
            if (resources.get(each.getKey()) != each.getValue()) {
                TransactionSynchronizationManager.unbindResourceIfPossible(each.getKey());
                open |= each.getValue() instanceof ConnectionHolder holder && isRolledBack(holder, each.getKey());
            }
        }
        if (mark != null && mark.suspended != null) {
            TransactionSynchronizationManager.initSynchronization();
            TransactionSynchronizationManager.setActualTransactionActive(true);
            for (TransactionSynchronization each : List.copyOf(mark.suspended)) {
                each.resume();
                TransactionSynchronizationManager.registerSynchronization(each);
            }
        }
        resources.forEach((key, resource) -> {
            if (!TransactionSynchronizationManager.hasResource(key)) {
                TransactionSynchronizationManager.bindResource(key, resource);
            }
        });
        TransactionSynchronizationUtils.invokeAfterCompletion(others, TransactionSynchronization.STATUS_ROLLED_BACK);
        return open;
    }

    /** Rolls back, and releases the connection; returns whether there may have been something to roll back. */
    private static boolean isRolledBack(ConnectionHolder holder, Object source) {
        Connection connection = null;
        try {
            connection = holder.getConnection();
            if (connection.getAutoCommit()) {
                return false;
            }
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException | RuntimeException e) {
            // the transaction ends with its connection
        } finally {
            DataSourceUtils.releaseConnection(connection, source instanceof DataSource known ? known : null);
        }
        return true;
    }

    /** Keeps the synchronizations of its transaction while another transaction suspends it. */
    private static final class Mark implements TransactionSynchronization {

        private @Nullable List<TransactionSynchronization> suspended;

        @Override
        public void suspend() {
            suspended = TransactionSynchronizationManager.getSynchronizations();
        }

        @Override
        public void resume() {
            suspended = null;
        }
    }
}
