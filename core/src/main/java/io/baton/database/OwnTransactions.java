package io.baton.database;

import io.baton.RowLockedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/** Runs short READ COMMITTED transactions of Baton's own, separate from the caller's. Repeats a transaction that collides with another. */
public final class OwnTransactions implements Transactions {

    /** The maximum wait for a lock on connections of the application. A server may let a transaction wait twice for a row. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

    private static final int ATTEMPTS = 5;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;

    private final MappersConnection mappers;
    private final PlatformTransactionManager manager;
    private final TransactionDefinition apart;
    private final Database database;
    private final boolean boundsWaits;
    private final boolean statementsStandAlone;
    private final boolean insertsStandAlone;

    public OwnTransactions(DataSource dataSource) {
        this(dataSource, false);
    }

    /** Creates transactions. {@code boundsWaits} is whether they bound each lock wait; some connections do so themselves. */
    public OwnTransactions(DataSource dataSource, boolean boundsWaits) {
        this.mappers = new MappersConnection(dataSource);
        this.manager = new JdbcTransactionManager(dataSource) {
            @Override
            protected void doRollback(DefaultTransactionStatus status) {
                try {
                    super.doRollback(status);
                } catch (RuntimeException e) {
                    // the connection is lost: Spring would throw this failure instead of that of the commit, and log
                    // both at ERROR. It would also report a rollback, although the commit may have succeeded
                    List<TransactionSynchronization> all = TransactionSynchronizationManager.getSynchronizations();
                    TransactionSynchronizationManager.clearSynchronization();
                    TransactionSynchronizationUtils.invokeAfterCompletion(
                            all, TransactionSynchronization.STATUS_UNKNOWN);
                    TransactionSynchronizationManager.initSynchronization();
                }
            }
        };
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition(definition(dataSource));
        definition.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        this.apart = definition;
        this.database = new Database(dataSource, null);
        this.boundsWaits = boundsWaits;
        Dialect dialect = database.dialect();
        boolean commits = ask(dataSource, Connection::getAutoCommit);
        boolean readsCommitted = ask(dataSource, OwnTransactions::isReadCommitted);
        this.statementsStandAlone = dialect.verbsAreStatements() && commits && readsCommitted;
        // for a statement that reads no rows, a level that only adds locks on rows that are read makes no difference
        this.insertsStandAlone = commits && (readsCommitted || dialect.serializableLocksWhatItReads());
    }

    /** Returns the definition of a READ COMMITTED transaction. If this is the data source's default, no statement sets it. */
    public static TransactionDefinition definition(DataSource dataSource) {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        if (!ask(dataSource, OwnTransactions::isReadCommitted)) {
            definition.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        }
        return definition;
    }

    /** Reads a setting once, on a new connection: a connection in a transaction would return the level of that transaction. */
    private static <T> T ask(DataSource dataSource, ConnectionCallback<T> question) {
        try (Connection connection = dataSource.getConnection()) {
            return question.doInConnection(connection);
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("Baton cannot reach its database", e);
        }
    }

    private static boolean isReadCommitted(Connection connection) throws SQLException {
        return connection.getTransactionIsolation() == Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Returns transactions that bound each lock wait but not their idle time, since the caller's code may run in them. They are not repeated. */
    public TransactionOperations once() {
        return this::bounded;
    }

    private <T extends @Nullable Object> T bounded(TransactionCallback<T> work) {
        return framed(status -> database.boundLockWaits(LONGEST_WAIT, () -> work.doInTransaction(status)));
    }

    /**
     * Throws the failure of the work. If the connection is lost, the rollback fails too: a {@code TransactionTemplate} would throw that failure and
     * log the failure of the work with the driver's message.
     */
    private <T extends @Nullable Object> T framed(TransactionCallback<T> work) {
        TransactionStatus status = manager.getTransaction(apart);
        T result;
        try {
            result = work.doInTransaction(status);
        } catch (Throwable failure) {
            rollBack(manager, status, failure);
            throw failure;
        }
        manager.commit(status);
        return result;
    }

    /** Rolls back after a failure. If the rollback fails too, adds its failure to the first one. */
    public static void rollBack(PlatformTransactionManager manager, TransactionStatus status, Throwable failure) {
        try {
            if (!status.isCompleted()) {
                manager.rollback(status);
            }
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
    }

    /** Returns the result of work in such transactions. If another transaction holds a row for too long, the exception names the work. */
    public static <T extends @Nullable Object> T named(String what, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            String problem = "Another transaction holds a row that " + what + " needs, for longer than "
                    + LONGEST_WAIT.toSeconds()
                    + " s. Nothing of this was changed; try again when that transaction has ended";
            throw TransientFailure.isLockTimeout(e) ? new RowLockedException(problem, e) : e;
        }
    }

    /** Returns transactions that are not repeated, for a read or an INSERT without lock waits. If connections commit by themselves, none is begun. */
    public TransactionOperations onceForOneStatement() {
        return insertsStandAlone ? TransactionOperations.withoutTransaction() : this::framed;
    }

    @Override
    public <T extends @Nullable Object> T run(Supplier<T> work) {
        return mappers.without(() -> repeated(() -> framed(status -> limited(work))));
    }

    @Override
    public <T extends @Nullable Object> T single(Supplier<T> work) {
        return statementsStandAlone ? repeated(work) : run(work);
    }

    /** Runs work up to five times while it collides with other transactions. The work is a transaction, or a statement outside of one. */
    public static <T extends @Nullable Object> T repeated(Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (RuntimeException e) {
                if (attempt == ATTEMPTS || !TransientFailure.isCollision(e)) {
                    throw e;
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(attempt * LONGEST_PAUSE_NANOS));
            }
        }
    }

    private <T extends @Nullable Object> T limited(Supplier<T> work) {
        String limits = database.dialect().limits();
        if (limits != null) {
            database.execute(limits);
        }
        return boundsWaits ? database.boundLockWaits(LONGEST_WAIT, work) : work.get();
    }
}
