package io.baton.engine;

import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;

/** Somebody who holds rows of jobs in a transaction of his own, which may end on any thread. */
final class Stranger implements AutoCloseable {

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final PlatformTransactionManager transactions;
    private final JdbcTemplate sql;
    private @Nullable TransactionStatus open;

    Stranger(JdbcTemplate sql) {
        this.sql = sql;
        this.transactions = new DataSourceTransactionManager(Objects.requireNonNull(sql.getDataSource()));
    }

    /** Locks the row of the job, beside those that he holds already. */
    void take(long job) throws Exception {
        thread.submit(() -> {
                    if (open == null) {
                        open = transactions.getTransaction(null);
                    }
                    return sql.queryForList("SELECT id FROM baton_job WHERE id = ? FOR UPDATE", job);
                })
                .get();
    }

    /** Ends his transaction. */
    void letGo() {
        thread.execute(() -> {
            TransactionStatus ending = open;
            open = null;
            if (ending != null) {
                transactions.rollback(ending);
            }
        });
    }

    @Override
    public void close() {
        letGo();
        thread.shutdown();
    }
}
