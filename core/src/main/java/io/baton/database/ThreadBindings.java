package io.baton.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * A snapshot of the transactional resources of the current thread, to restore it later. Code that leaves more resources has begun a transaction without
 * ending it, and the next code on the thread would write into it. Restores only what was bound at the time of the snapshot: connections of transactions
 * that were begun and suspended since are not released.
 */
public final class ThreadBindings {

    private static final Logger log = LoggerFactory.getLogger(ThreadBindings.class);

    private static final ThreadBindings NONE = new ThreadBindings(Map.of(), false, false, null, false, null);

    private final Map<Object, Object> resources;
    private final boolean synchronizing;
    private final boolean transactional;
    private final @Nullable String name;
    private final boolean readOnly;
    private final @Nullable Integer isolation;
    private final Suspension suspension = new Suspension();

    private ThreadBindings(
            Map<Object, Object> resources,
            boolean synchronizing,
            boolean transactional,
            @Nullable String name,
            boolean readOnly,
            @Nullable Integer isolation) {
        this.resources = resources;
        this.synchronizing = synchronizing;
        this.transactional = transactional;
        this.name = name;
        this.readOnly = readOnly;
        this.isolation = isolation;
    }

    /** The resources that were left on a thread. */
    public enum Leftovers {
        NOTHING,
        /** Nothing that had to be committed. */
        RESOURCES,
        /** A transaction, which was rolled back. */
        TRANSACTION
    }

    /** Returns a snapshot of the current thread, which nearly always is that of a thread without resources. */
    public static ThreadBindings now() {
        return TransactionSynchronizationManager.getResourceMap().isEmpty()
                        && !TransactionSynchronizationManager.isSynchronizationActive()
                        && !TransactionSynchronizationManager.isActualTransactionActive()
                ? NONE
                : ofThread();
    }

    private static ThreadBindings ofThread() {
        return new ThreadBindings(
                Map.copyOf(TransactionSynchronizationManager.getResourceMap()),
                TransactionSynchronizationManager.isSynchronizationActive(),
                TransactionSynchronizationManager.isActualTransactionActive(),
                TransactionSynchronizationManager.getCurrentTransactionName(),
                TransactionSynchronizationManager.isCurrentTransactionReadOnly(),
                TransactionSynchronizationManager.getCurrentTransactionIsolationLevel());
    }

    /** Returns a snapshot that records from now on when another transaction suspends the current one. */
    public static ThreadBindings ofTransaction() {
        ThreadBindings bindings = now();
        if (bindings.synchronizing) {
            TransactionSynchronizationManager.registerSynchronization(bindings.suspension);
        }
        return bindings;
    }

    /** Returns the snapshot of a thread without resources. */
    public static ThreadBindings none() {
        return NONE;
    }

    /** Returns whether the thread had a transaction or active synchronizations. */
    public boolean isTransactional() {
        return synchronizing || transactional;
    }

    /** Returns whether an unfinished transaction suspends the one of the snapshot. */
    public boolean isHidden() {
        if (suspension.others != null) {
            return true;
        }
        for (Map.Entry<Object, Object> each : resources.entrySet()) {
            if (TransactionSynchronizationManager.getResource(each.getKey()) != each.getValue()) {
                return true;
            }
        }
        return false;
    }

    /** Rolls back and unbinds the resources that were bound since; returns what they were. */
    public Leftovers restore() {
        Map<Object, Object> bound = TransactionSynchronizationManager.getResourceMap();
        boolean nothing = bound.size() == resources.size()
                && synchronizing == TransactionSynchronizationManager.isSynchronizationActive()
                && !isHidden();
        return nothing ? Leftovers.NOTHING : restore(Map.copyOf(bound));
    }

    private Leftovers restore(Map<Object, Object> bound) {
        boolean inner = TransactionSynchronizationManager.isSynchronizationActive() && (!synchronizing || isHidden());
        boolean transaction =
                inner || (!transactional && TransactionSynchronizationManager.isActualTransactionActive());
        List<TransactionSynchronization> others = List.of();
        if (inner) {
            TransactionSynchronizationUtils.triggerBeforeCompletion();
            others = TransactionSynchronizationManager.getSynchronizations();
            TransactionSynchronizationManager.clear();
        }
        for (Map.Entry<Object, Object> each : bound.entrySet()) {
            if (resources.get(each.getKey()) != each.getValue()) {
                transaction |= isOpenAfterUnbinding(each);
            }
        }
        resumeOuter();
        TransactionSynchronizationUtils.invokeAfterCompletion(others, TransactionSynchronization.STATUS_ROLLED_BACK);
        return transaction ? Leftovers.TRANSACTION : Leftovers.RESOURCES;
    }

    /** Resumes the suspended transaction with its synchronizations. */
    private void resumeOuter() {
        if (synchronizing && !TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.initSynchronization();
            suspension.resumeOuter();
        }
        resources.forEach((key, resource) -> {
            if (!TransactionSynchronizationManager.hasResource(key)) {
                TransactionSynchronizationManager.bindResource(key, resource);
            }
        });
        TransactionSynchronizationManager.setActualTransactionActive(transactional);
        TransactionSynchronizationManager.setCurrentTransactionName(name);
        TransactionSynchronizationManager.setCurrentTransactionReadOnly(readOnly);
        TransactionSynchronizationManager.setCurrentTransactionIsolationLevel(isolation);
    }

    private static boolean isOpenAfterUnbinding(Map.Entry<Object, Object> bound) {
        Object resource = TransactionSynchronizationManager.unbindResourceIfPossible(bound.getKey());
        return resource instanceof ConnectionHolder holder
                && rolledBack(holder, bound.getKey() instanceof DataSource source ? source : null);
    }

    /** Returns whether there was something to roll back. */
    private static boolean rolledBack(ConnectionHolder holder, @Nullable DataSource source) {
        Connection connection = null;
        try {
            connection = holder.getConnection();
            if (connection.isClosed() || connection.getAutoCommit()) {
                return false;
            }
            connection.rollback();
            connection.setReadOnly(false);
            connection.setAutoCommit(true);
        } catch (SQLException | RuntimeException e) {
            log.debug(
                    "A transaction that was left open could not be rolled back ({}), and ends with its connection",
                    e.getClass().getName());
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
        return true;
    }

    /** Records the synchronizations of a transaction while another one suspends it. */
    private static final class Suspension implements TransactionSynchronization {

        private @Nullable List<TransactionSynchronization> others;

        @Override
        public void suspend() {
            others = TransactionSynchronizationManager.getSynchronizations();
        }

        @Override
        public void resume() {
            others = null;
        }

        private void resumeOuter() {
            List<TransactionSynchronization> again = others == null ? List.of() : others;
            for (TransactionSynchronization each : again) {
                each.resume();
                TransactionSynchronizationManager.registerSynchronization(each);
            }
        }
    }
}
