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

/** The connection of a data source that is bound to the current thread, and whether a transaction of that data source runs on it. */
public final class BoundConnection {

    private static final TransactionDefinition IF_THERE_IS_ONE =
            new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_SUPPORTS);

    private final DataSource dataSource;
    private final DataSourceTransactionManager probe;

    /** Creates the connection of this data source. */
    public BoundConnection(DataSource dataSource) {
        this.dataSource = unwrapped(dataSource);
        this.probe = new DataSourceTransactionManager(this.dataSource);
        this.probe.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
    }

    /** Returns whether a connection is bound. */
    boolean isBound() {
        return holder() != null;
    }

    /** Returns whether writes on it commit and roll back with the current transaction. */
    public boolean isTransactional() {
        ConnectionHolder holder = holder();
        return holder != null && (isBoundByMapper(holder) || isBoundByJdbc());
    }

    /** Runs work without the connection of an object mapper's transaction manager, which a JDBC manager would use as its own. */
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

    // a JdbcTemplate in a transaction of another data source binds a connection as well; only a JDBC manager can
    // distinguish that
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
