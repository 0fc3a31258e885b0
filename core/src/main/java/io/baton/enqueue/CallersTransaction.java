package io.baton.enqueue;

import io.baton.UnusableTransactionException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Decides in which transaction a write or a question of the application's runs: the caller's, if it can share its fate, or an own one. */
public final class CallersTransaction {

    private final BoundConnection connection;
    private final TransactionOperations own;
    private final TransactionOperations ownOfOneStatement;
    private final boolean foreignAllowed;

    /**
     * For one data source.
     *
     * @param dataSource where the jobs are
     * @param own begins a new transaction on it, whatever else is active: {@code REQUIRES_NEW}, {@code READ COMMITTED}
     * @param ownOfOneStatement the same for work that is one statement, which may commit by itself
     * @param foreignAllowed whether a transaction of another data source is worked around instead of refused
     */
    public CallersTransaction(
            DataSource dataSource,
            TransactionOperations own,
            TransactionOperations ownOfOneStatement,
            boolean foreignAllowed) {
        this.connection = new BoundConnection(dataSource);
        this.own = own;
        this.ownOfOneStatement = ownOfOneStatement;
        this.foreignAllowed = foreignAllowed;
    }

    /** Runs a write in the caller's transaction or, where there is none that is still open, in its own. */
    public <T> T join(Supplier<T> write) {
        if (!isOpen()) {
            return inOwn(write);
        }
        if (!connection.isTransactional()) {
            refuseForeign();
            return inOwn(write);
        }
        refuseReadOnly();
        return write.get();
    }

    /** Runs the first in the caller's transaction or, where there is none that is still open, the second in its own. */
    public <T> T join(Supplier<T> inCallers, Supplier<T> alone) {
        return join(isOpen() && connection.isTransactional() ? inCallers : alone);
    }

    /**
     * The same for a write of many statements that may fail after some of them: the caller's transaction cannot be committed then, whoever catches
     * the exception.
     *
     * @param what is written, for people
     */
    public <T> T joinWhole(String what, Supplier<T> write) {
        return join(() -> whole(what, write));
    }

    /** The same in the transaction that is joined already. */
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

    /** The same for a write that is one statement: where nothing else is under way, it needs no transaction around it. */
    public <T> T joinWithOneStatement(Supplier<T> write) {
        return isNothingUnderWay() ? ownOfOneStatement.execute(status -> write.get()) : join(write);
    }

    // a transaction that has just ended still has its connection when its last callbacks are called
    private boolean isNothingUnderWay() {
        return !TransactionSynchronizationManager.isSynchronizationActive()
                && !TransactionSynchronizationManager.isActualTransactionActive()
                && !connection.isBound();
    }

    /** Runs a question where it sees what the caller wrote; any transaction will do. */
    public <T> T read(Supplier<T> question) {
        return isOpen() && connection.isTransactional() ? question.get() : inOwn(question);
    }

    /** Refuses an operation that waits for what others commit, and would wait in vain in a transaction. */
    public void refuseInside(String operation) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new UnusableTransactionException(operation + " was called in " + current()
                    + ", which it would hold open while it waits; call it outside of any transaction");
        }
    }

    private static boolean isOpen() {
        return TransactionSynchronizationManager.isActualTransactionActive() && !CommitWatch.isTooLate();
    }

    private <T> T inOwn(Supplier<T> work) {
        return connection.without(() -> own.execute(status -> work.get()));
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

    /**
     * Refuses the commit of a transaction with a part of what was to be written: a caller may catch the failure and go on. What was rolled back to a
     * savepoint from before is forgotten.
     */
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
