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
 * What transactions had bound to the current thread at some time, to go back to it afterwards. Whoever leaves more behind has begun a transaction
 * without ending it, and whatever runs on the thread next would write into it. What such a transaction had set aside in its turn is out of reach
 * but for what was bound at that time: connections of transactions that were begun and set aside since are not given back.
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
    private final SetAside setAside = new SetAside();

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

    /** What was left on a thread. */
    public enum Leftovers {
        NOTHING,
        /** Nothing that had to be committed. */
        RESOURCES,
        /** A transaction, which was rolled back. */
        TRANSACTION
    }

    /** Returns what is bound to the current thread. */
    public static ThreadBindings now() {
        return new ThreadBindings(
                Map.copyOf(TransactionSynchronizationManager.getResourceMap()),
                TransactionSynchronizationManager.isSynchronizationActive(),
                TransactionSynchronizationManager.isActualTransactionActive(),
                TransactionSynchronizationManager.getCurrentTransactionName(),
                TransactionSynchronizationManager.isCurrentTransactionReadOnly(),
                TransactionSynchronizationManager.getCurrentTransactionIsolationLevel());
    }

    /** Returns what the current transaction has bound, which notices from now on that another sets it aside. */
    public static ThreadBindings ofTransaction() {
        ThreadBindings bindings = now();
        if (bindings.synchronizing) {
            TransactionSynchronizationManager.registerSynchronization(bindings.setAside);
        }
        return bindings;
    }

    /** Returns those of a thread that nothing is bound to. */
    public static ThreadBindings none() {
        return NONE;
    }

    /** Whether a transaction runs on the thread, or waits for resources to take part in it. */
    public boolean isTransactional() {
        return synchronizing || transactional;
    }

    /** Whether a transaction that is not ended yet hides the one that ran. */
    public boolean isHidden() {
        return setAside.others != null
                || resources.entrySet().stream()
                        .anyMatch(each ->
                                TransactionSynchronizationManager.getResource(each.getKey()) != each.getValue());
    }

    /** Rolls back and unbinds whatever has come since. Returns what that was. */
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
        goOn();
        TransactionSynchronizationUtils.invokeAfterCompletion(others, TransactionSynchronization.STATUS_ROLLED_BACK);
        return transaction ? Leftovers.TRANSACTION : Leftovers.RESOURCES;
    }

    /** Those who take part in the transaction that was set aside take part in it again. */
    private void goOn() {
        if (synchronizing && !TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.initSynchronization();
            setAside.goOn();
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

    /** Takes part in a transaction to notice that another one sets it aside, and whom with it. */
    private static final class SetAside implements TransactionSynchronization {

        private @Nullable List<TransactionSynchronization> others;

        @Override
        public void suspend() {
            others = TransactionSynchronizationManager.getSynchronizations();
        }

        @Override
        public void resume() {
            others = null;
        }

        private void goOn() {
            List<TransactionSynchronization> again = others == null ? List.of() : others;
            for (TransactionSynchronization each : again) {
                each.resume();
                TransactionSynchronizationManager.registerSynchronization(each);
            }
        }
    }
}
