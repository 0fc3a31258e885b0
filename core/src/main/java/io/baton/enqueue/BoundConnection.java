package io.baton.enqueue;

import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SimpleConnectionHandle;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The connection of one data source that is bound to the current thread, and whether a transaction of that data source runs on it. */
public final class BoundConnection {

    private static final TransactionDefinition IF_THERE_IS_ONE =
            new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_SUPPORTS);

    private final DataSource dataSource;
    private final DataSourceTransactionManager probe;

    /** The one of this data source. */
    public BoundConnection(DataSource dataSource) {
        this.dataSource = unwrapped(dataSource);
        this.probe = new DataSourceTransactionManager(this.dataSource);
        this.probe.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
    }

    /** Whether there is one. */
    boolean isBound() {
        return holder() != null;
    }

    /** Whether what is written on it commits and rolls back with the current transaction. */
    public boolean isTransactional() {
        ConnectionHolder holder = holder();
        return holder != null && (isBoundByMapper(holder) || isBoundByJdbc());
    }

    /** Runs something without the connection of an object mapper's manager, which a JDBC manager would take for its own. */
    <T> T without(Supplier<T> work) {
        ConnectionHolder holder = holder();
        if (holder == null || !isBoundByMapper(holder)) {
            return work.get();
        }
        TransactionSynchronizationManager.unbindResource(dataSource);
        try {
            return work.get();
        } finally {
            TransactionSynchronizationManager.bindResource(dataSource, holder);
        }
    }

    private @Nullable ConnectionHolder holder() {
        return (ConnectionHolder) TransactionSynchronizationManager.getResource(dataSource);
    }

    private static boolean isBoundByMapper(ConnectionHolder holder) {
        return holder.getConnectionHandle() != null
                && !(holder.getConnectionHandle() instanceof SimpleConnectionHandle);
    }

    // a JdbcTemplate used in another data source's transaction binds a connection as well; only a JDBC manager can tell
    // that apart
    private boolean isBoundByJdbc() {
        return probe.getTransaction(IF_THERE_IS_ONE).hasTransaction();
    }

    private static DataSource unwrapped(DataSource dataSource) {
        DataSource current = dataSource;
        while (current instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
            current = proxy.getTargetDataSource();
        }
        return current;
    }
}
