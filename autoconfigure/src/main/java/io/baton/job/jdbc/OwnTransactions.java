package io.baton.job.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Short READ COMMITTED transactions of Baton's own, apart from any that the caller may have open. */
public final class OwnTransactions {

    private final TransactionTemplate template;

    public OwnTransactions(DataSource dataSource) {
        this.template = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        if (defaultIsolation(dataSource) != Connection.TRANSACTION_READ_COMMITTED) {
            template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        }
    }

    /** Asked once, so that where READ COMMITTED is the default no transaction pays for setting it. */
    private static int defaultIsolation(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getTransactionIsolation();
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("Baton cannot reach its database", e);
        }
    }

    /** Runs the work in a transaction of its own, committed when this returns. */
    public <T extends @Nullable Object> T run(Supplier<T> work) {
        return template.execute(status -> work.get());
    }
}
