package io.baton.enqueue;

import io.baton.UnusableTransactionException;
import io.baton.database.MappersConnection;
import io.baton.database.OwnTransactions;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs writes and reads of the application in the caller's transaction if that is one of Baton's data source, or in an own one. */
public final class CallersTransaction {

    private final MappersConnection connection;
    private final TransactionOperations own;
    private final TransactionOperations ownOfOneStatement;
    private final boolean foreignAllowed;

    /**
     * Creates an instance for one data source.
     *
     * @param dataSource where the jobs are
     * @param own begins a new transaction on it, whatever else is active: {@code REQUIRES_NEW}, {@code READ COMMITTED}, with bounded waits
     * @param ownOfOneStatement the same for what waits for no lock, and may commit by itself
     * @param foreignAllowed whether a write in a transaction of another data source gets an own one instead of an exception
     */
    public CallersTransaction(
            DataSource dataSource,
            TransactionOperations own,
            TransactionOperations ownOfOneStatement,
            boolean foreignAllowed) {
        this.connection = new MappersConnection(dataSource);
        this.own = own;
        this.ownOfOneStatement = ownOfOneStatement;
        this.foreignAllowed = foreignAllowed;
    }

    /** Runs a write, which a text names in messages, in the caller's transaction or, where none is open, in an own one. */
    public <T> T join(String what, Supplier<T> write) {
        if (joins()) {
            refuseReadOnly();
            return write.get();
        }
        if (isOpen()) {
            refuseForeign();
        }
        return OwnTransactions.named(what, () -> connection.without(() -> own.execute(status -> write.get())));
    }

    /** Returns whether {@link #join} runs a write in the caller's transaction. */
    public boolean joins() {
        return isOpen() && connection.isTransactional();
    }

    /**
     * Runs a write of many statements like {@link #join}. If it fails after some of them, the caller's transaction cannot be committed, even if the
     * exception is caught.
     *
     * @param what names the write in messages
     */
    public <T> T joinWhole(String what, Supplier<T> write) {
        return join(what, () -> whole(what, write));
    }

    /** Does the same in the transaction that is joined already. */
    public <T> T whole(String what, Supplier<T> write) {
        try {
            return write.get();
        } catch (RuntimeException | Error e) {
            if (TransactionSynchronizationManager.isSynchronizationActive()) {
                TransactionSynchronizationManager.registerSynchronization(new PartlyWritten(what));
            }
            throw e;
        }
    }

    /** Runs a write that is one INSERT and waits for no lock: where no transaction is under way, it needs none around it. */
    public <T> T joinWithInsert(Supplier<T> insert) {
        return isNothingUnderWay() ? ownOfOneStatement.execute(status -> insert.get()) : join("an INSERT", insert);
    }

    /** Runs a write that is one statement, which bounds its waits where no transaction is around it. */
    public <T> T joinWithOneStatement(String what, Supplier<T> write) {
        return isNothingUnderWay() && ownOfOneStatement == TransactionOperations.withoutTransaction()
                ? OwnTransactions.named(what, write)
                : join(what, write);
    }

    // a transaction that has just ended still has its connection when its last callbacks are called
    private boolean isNothingUnderWay() {
        return !TransactionSynchronizationManager.isSynchronizationActive()
                && !TransactionSynchronizationManager.isActualTransactionActive()
                && !connection.isBound();
    }

    /** Runs a query where it sees what the caller wrote; any transaction will do, or none. */
    public <T> T read(Supplier<T> query) {
        TransactionOperations apart = isNothingUnderWay() ? ownOfOneStatement : own;
        return joins() ? query.get() : connection.without(() -> apart.execute(status -> query.get()));
    }

    /** Rejects an operation that waits for commits of others, and would wait in vain in a transaction. */
    public void refuseInside(String operation) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new UnusableTransactionException(operation + " was called in " + current()
                    + ", which it would hold open while it waits; call it outside of any transaction");
        }
    }

    private static boolean isOpen() {
        return TransactionSynchronizationManager.isActualTransactionActive() && !CommitWatch.isTooLate();
    }

    private void refuseForeign() {
        if (!foreignAllowed) {
            throw new UnusableTransactionException("Jobs were to be changed in " + current()
                    + ", which is not one of Baton's data source: they would neither commit nor roll back with it. Use the transaction"
                    + " manager of that data source, suspend the transaction (Propagation.NOT_SUPPORTED), or set"
                    + " baton.enqueue.allow-foreign-transaction=true to change jobs in a transaction of their own");
        }
    }

    private static void refuseReadOnly() {
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new UnusableTransactionException(
                    "Jobs were to be changed in " + current()
                            + ", which is read-only; make it a writing one (@Transactional without readOnly), or change them outside of it");
        }
    }

    private static String current() {
        String name = TransactionSynchronizationManager.getCurrentTransactionName();
        return name == null ? "a transaction" : "the transaction " + name;
    }

    /** Prevents the commit of a transaction with a partial write, whose exception may be caught. A rollback to an earlier savepoint lifts this. */
    private static final class PartlyWritten implements TransactionSynchronization {

        private final String what;
        private final Set<Object> savepointsSince = new HashSet<>();
        private boolean undone;

        private PartlyWritten(String what) {
            this.what = what;
        }

        @Override
        public void savepoint(Object savepoint) {
            savepointsSince.add(savepoint);
        }

        @Override
        public void savepointRollback(Object savepoint) {
            undone |= !savepointsSince.contains(savepoint);
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            if (!undone) {
                throw new UnusableTransactionException(
                        "The transaction is rolled back: " + what
                                + " failed in it and may have been stored in part. Let that exception leave the transaction, or call it outside of one");
            }
        }
    }
}
