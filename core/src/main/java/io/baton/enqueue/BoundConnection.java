package io.baton.enqueue;

import io.baton.database.MappersConnection;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** The connection of a data source that is bound to the current thread, and whether a transaction of that data source runs on it. */
public final class BoundConnection {

    private static final TransactionDefinition IF_THERE_IS_ONE =
            new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_SUPPORTS);

    private final MappersConnection mappers;
    private final DataSourceTransactionManager probe;

    /** Creates the connection of this data source. */
    public BoundConnection(DataSource dataSource) {
        this.mappers = new MappersConnection(dataSource);
        this.probe = new DataSourceTransactionManager(mappers.dataSource());
        this.probe.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
    }

    /** Returns whether a connection is bound. */
    boolean isBound() {
        return mappers.holder() != null;
    }

    /** Returns whether writes on it commit and roll back with the current transaction. */
    public boolean isTransactional() {
        ConnectionHolder holder = mappers.holder();
        return holder != null && (mappers.isBoundByMapper(holder) || isBoundByJdbc());
    }

    /** Runs work without the connection of an object mapper's transaction manager, which a JDBC manager would use as its own. */
    <T> T without(Supplier<T> work) {
        return mappers.without(work);
    }

    // a JdbcTemplate in a transaction of another data source binds a connection as well; only a JDBC manager can
    // distinguish that
    private boolean isBoundByJdbc() {
        return probe.getTransaction(IF_THERE_IS_ONE).hasTransaction();
    }
}
