package io.baton.database;

import java.sql.SQLException;
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

/**
 * The connection of a data source that is bound to the current thread. The transaction manager of an object mapper, such as JPA's, may have bound it.
 * Knows whether a transaction of that data source runs on the connection.
 */
public final class MappersConnection {

    private static final TransactionDefinition IF_THERE_IS_ONE =
            new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_SUPPORTS);

    private final DataSource dataSource;
    private final DataSourceTransactionManager probe;

    /** Creates an object for this data source, or for the data source behind its proxies. */
    public MappersConnection(DataSource dataSource) {
        DataSource current = dataSource;
        while (current instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
            current = proxy.getTargetDataSource();
        }
        this.dataSource = current;
        this.probe = new DataSourceTransactionManager(current);
        this.probe.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
    }

    /** Returns the data source to which the thread's connections are bound. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** Returns whether a transaction manager has bound a connection. */
    public boolean isBound() {
        return holder() != null;
    }

    /** Returns whether writes on the connection commit and roll back with the current transaction. */
    public boolean isTransactional() {
        ConnectionHolder holder = holder();
        return holder != null && (isBoundByMapper(holder) || isBoundByJdbc());
    }

    /** Returns whether the mapper has ended its transaction, so that it only calls its listeners: it has switched auto-commit on again. */
    public boolean hasEnded() {
        ConnectionHolder holder = holder();
        try {
            return holder != null
                    && isBoundByMapper(holder)
                    && holder.getConnection().getAutoCommit();
        } catch (SQLException e) {
            return false;
        }
    }

    private @Nullable ConnectionHolder holder() {
        return TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                ? holder
                : null;
    }

    private static boolean isBoundByMapper(ConnectionHolder holder) {
        return holder.getConnectionHandle() != null
                && !(holder.getConnectionHandle() instanceof SimpleConnectionHandle);
    }

    // a JdbcTemplate in a transaction of another data source also binds a connection; only a JDBC transaction manager
    // knows the difference
    private boolean isBoundByJdbc() {
        return probe.getTransaction(IF_THERE_IS_ONE).hasTransaction();
    }

    /** Runs work without the mapper's connection: a JDBC manager would see no transaction on it, and would commit the mapper's one with its own. */
    public <T extends @Nullable Object> T without(Supplier<T> work) {
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
}
