package io.baton.job;

import io.baton.database.PostgresDialect;
import io.baton.database.Vendor;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** A READ COMMITTED transaction on a thread of its own, driven step by step from the test; rolled back unless told otherwise. */
final class HeldConnection implements HeldTransaction {

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final DataSource dataSource;
    private final JdbcTransactionManager manager;
    private final TransactionStatus transaction;

    HeldConnection(DataSource dataSource) {
        this(dataSource, TransactionDefinition.ISOLATION_READ_COMMITTED);
    }

    /** Returns one that sees everything as it was when it looked first. */
    static HeldConnection repeatableRead(DataSource dataSource) {
        return new HeldConnection(dataSource, TransactionDefinition.ISOLATION_REPEATABLE_READ);
    }

    private HeldConnection(DataSource dataSource, int isolation) {
        this.dataSource = dataSource;
        this.manager = new JdbcTransactionManager(dataSource);
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setIsolationLevel(isolation);
        this.transaction = call(() -> manager.getTransaction(definition));
    }

    @Override
    public <T> T call(Callable<T> step) {
        try {
            return start(step).get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does it in the transaction and does not wait. */
    <T> Future<T> start(Callable<T> step) {
        return thread.submit(step);
    }

    void commit() {
        call(() -> {
            manager.commit(transaction);
            return CompletableFuture.completedFuture(null);
        });
    }

    @Override
    public void mayLieIdle() {
        if (Vendor.dialect(dataSource) instanceof PostgresDialect) {
            call(() -> {
                new JdbcTemplate(dataSource).execute("SET LOCAL idle_in_transaction_session_timeout = 0");
                return true;
            });
        }
    }

    @Override
    public void rollback() {
        call(() -> {
            manager.rollback(transaction);
            return CompletableFuture.completedFuture(null);
        });
    }

    @Override
    public void close() {
        try {
            if (!transaction.isCompleted()) {
                rollback();
            }
        } finally {
            thread.shutdown();
        }
    }
}
