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
 * without ending it, and whatever runs on the thread next would write into it.
 */
public final class ThreadBindings {

    private static final Logger log = LoggerFactory.getLogger(ThreadBindings.class);

    private static final ThreadBindings NONE = new ThreadBindings(Map.of(), false, false);

    private final Map<Object, Object> resources;
    private final boolean synchronizing;
    private final boolean transactional;

    private ThreadBindings(Map<Object, Object> resources, boolean synchronizing, boolean transactional) {
        this.resources = resources;
        this.synchronizing = synchronizing;
        this.transactional = transactional;
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
                TransactionSynchronizationManager.isActualTransactionActive());
    }

    /** Returns those of a thread that nothing is bound to. */
    public static ThreadBindings none() {
        return NONE;
    }

    /** Whether a transaction runs on the thread, or waits for resources to take part in it. */
    public boolean isTransactional() {
        return synchronizing || transactional;
    }

    /** Whether something else has taken the place of what was bound: a transaction that is not ended yet hides the one that ran. */
    public boolean isHidden() {
        return resources.entrySet().stream()
                .anyMatch(each -> TransactionSynchronizationManager.getResource(each.getKey()) != each.getValue());
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
        boolean transaction = !transactional && TransactionSynchronizationManager.isActualTransactionActive();
        boolean told = TransactionSynchronizationManager.isSynchronizationActive() && (!synchronizing || isHidden());
        List<TransactionSynchronization> others = List.of();
        if (told) {
            TransactionSynchronizationUtils.triggerBeforeCompletion();
            others = TransactionSynchronizationManager.getSynchronizations();
            TransactionSynchronizationManager.clear();
        }
        for (Map.Entry<Object, Object> each : bound.entrySet()) {
            transaction |= resources.get(each.getKey()) != each.getValue() && isOpenAfterUnbinding(each);
        }
        rebind();
        TransactionSynchronizationUtils.invokeAfterCompletion(others, TransactionSynchronization.STATUS_ROLLED_BACK);
        return transaction ? Leftovers.TRANSACTION : Leftovers.RESOURCES;
    }

    private void rebind() {
        resources.forEach((key, resource) -> {
            if (!TransactionSynchronizationManager.hasResource(key)) {
                TransactionSynchronizationManager.bindResource(key, resource);
            }
        });
        if (synchronizing && !TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.initSynchronization();
        }
        TransactionSynchronizationManager.setActualTransactionActive(transactional);
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
}
