package io.baton.database;

import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.SimpleConnectionHandle;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The connection that the transaction manager of an object mapper, such as JPA's, has bound to the current thread for a data source. */
public final class MappersConnection {

    private final DataSource dataSource;

    /** Creates the connection for this data source, or for the one behind its proxies. */
    public MappersConnection(DataSource dataSource) {
        DataSource current = dataSource;
        while (current instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
            current = proxy.getTargetDataSource();
        }
        this.dataSource = current;
    }

    /** Returns the data source that connections are bound to threads for. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** Returns the bound connection of any transaction manager; null for none. */
    public @Nullable ConnectionHolder holder() {
        return TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                ? holder
                : null;
    }

    /** Returns whether an object mapper bound this. */
    public boolean isBoundByMapper(ConnectionHolder holder) {
        return holder.getConnectionHandle() != null
                && !(holder.getConnectionHandle() instanceof SimpleConnectionHandle);
    }

    /** Runs work without it: a JDBC manager takes it for one without a transaction, and commits the mapper's transaction with its own. */
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
