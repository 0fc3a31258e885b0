package io.baton.job;

import io.baton.database.Database;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** A READ COMMITTED transaction on a thread of its own, driven step by step from the test; rolled back unless told otherwise. */
final class HeldConnection implements HeldTransaction {

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Database database;
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
        this.database = new Database(dataSource, null);
        this.manager = new JdbcTransactionManager(dataSource);
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setIsolationLevel(isolation);
        this.transaction = of(thread.submit(() -> manager.getTransaction(definition)));
    }

    @Override
    public <T> T call(Callable<T> step) {
        return of(start(step));
    }

    private static <T> T of(Future<T> step) {
        try {
            return step.get(120, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does it in the transaction and does not wait. */
    <T> Future<T> start(Callable<T> step) {
        return thread.submit(() -> {
            try {
                return step.call();
            } finally {
                liftIdleLimit();
            }
        });
    }

    /** Whatever a verb has said about that: the test may be late for its next step. */
    private void liftIdleLimit() {
        if (transaction.isCompleted()) {
            return;
        }
        try {
            database.liftIdleLimit();
        } catch (DataAccessException e) {
            // the step has failed, and the transaction with it
        }
    }

    void commit() {
        call(() -> {
            manager.commit(transaction);
            return CompletableFuture.completedFuture(null);
        });
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
