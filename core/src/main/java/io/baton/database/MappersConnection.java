package io.baton.database;

import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.SimpleConnectionHandle;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The connection that the transaction manager of an object mapper, such as JPA's, has bound to the current thread for one data source. */
final class MappersConnection {

    private final DataSource dataSource;

    /** Creates the one of this data source. */
    MappersConnection(DataSource dataSource) {
        DataSource current = dataSource;
        while (current instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
            current = proxy.getTargetDataSource();
        }
        this.dataSource = current;
    }

    /** Runs something without it: a JDBC manager takes it for a connection of nobody's, and commits the mapper's transaction with its own. */
    <T extends @Nullable Object> T without(Supplier<T> work) {
        if (!(TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder)
                || !isMappers(holder)) {
            return work.get();
        }
        TransactionSynchronizationManager.unbindResource(dataSource);
        try {
            return work.get();
        } finally {
            TransactionSynchronizationManager.bindResource(dataSource, holder);
        }
    }

    private static boolean isMappers(ConnectionHolder holder) {
        return holder.getConnectionHandle() != null
                && !(holder.getConnectionHandle() instanceof SimpleConnectionHandle);
    }
}
