package io.baton.enqueue;

import io.baton.UnusableTransactionException;
import io.baton.database.Dialect;
import io.baton.database.MappersConnection;
import io.baton.database.OwnTransactions;
import io.baton.database.TransientFailure;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Runs writes and reads in the caller's transaction if it belongs to Baton's data source, and otherwise in a transaction of its own.
 *
 * @param connection the connections of the data source of the jobs
 * @param own begins a new transaction on it, even if another is active: {@code REQUIRES_NEW}, {@code READ COMMITTED}, with bounded waits
 * @param ownOfOneStatement does the same for one statement that waits for no lock and may commit by itself
 * @param foreignAllowed whether a write in a transaction of another data source gets its own transaction instead of an exception
 * @param continuesAfterRollback whether a transaction that collided goes on as a new one, see {@link Dialect#continuesAfterRollback}
 */
public record CallersTransaction(
        MappersConnection connection,
        TransactionOperations own,
        TransactionOperations ownOfOneStatement,
        boolean foreignAllowed,
        boolean continuesAfterRollback) {

    /**
     * Runs a write in the caller's transaction or, if none is open, in a transaction of its own. Messages name the write by {@code what}. A transaction
     * that it collided in cannot be committed where the database has undone what was written before, and goes on as if nothing had happened.
     */
    public <T> T join(String what, Supplier<T> write) {
        if (joins()) {
            if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
                throw new UnusableTransactionException(
                        "Jobs were to be changed in " + current()
                                + ", which is read-only; make it a writing one (@Transactional without readOnly), or change them outside of it");
            }
            return marked(what, write);
        }
        if (CommitWatch.isCommitting() && (!foreignAllowed || connection.isTransactional()) && !connection.hasEnded()) {
            throw new UnusableTransactionException(
                    "Jobs were to be changed while " + current()
                            + " commits, such as in @PostUpdate of an entity that the commit writes: they would neither commit nor roll back with it."
                            + " Flush before the method ends. In a listener that is called after the commit, use a transaction of your own");
        }
        if (isOpen() && !foreignAllowed) {
            throw new UnusableTransactionException("Jobs were to be changed in " + current()
                    + ", which is not one of Baton's data source: they would neither commit nor roll back with it. Use the transaction"
                    + " manager of that data source, suspend the transaction (Propagation.NOT_SUPPORTED), or set"
                    + " baton.enqueue.allow-foreign-transaction=true to change jobs in a transaction of their own");
        }
        return OwnTransactions.named(what, () -> connection.without(() -> own.execute(status -> write.get())));
    }

    private <T> T marked(String what, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            if (continuesAfterRollback && TransientFailure.isCollision(e)) {
                CommitWatch.preventCommit(what, false);
            }
            throw e;
        }
    }

    /** Returns whether {@link #join} runs a write in the caller's transaction. */
    public boolean joins() {
        return isOpen() && connection.isTransactional();
    }

    /**
     * Runs a write of many statements in a transaction that is already joined. If it fails after some of them, the transaction cannot be committed,
     * even if the exception is caught. Messages name the write by {@code what}.
     */
    public <T> T whole(String what, Supplier<T> write) {
        try {
            return write.get();
        } catch (RuntimeException | Error e) {
            CommitWatch.preventCommit(what, true);
            throw e;
        }
    }

    /** Runs a write that is one INSERT and waits for no lock. If no transaction is under way, it needs no explicit one. */
    public <T> T joinWithInsert(Supplier<T> insert) {
        return isNothingUnderWay() ? ownOfOneStatement.execute(status -> insert.get()) : join("an INSERT", insert);
    }

    /** Runs a write that is one statement. The statement bounds its waits if it runs without a transaction. */
    public <T> T joinWithOneStatement(String what, Supplier<T> write) {
        return isNothingUnderWay() && ownOfOneStatement == TransactionOperations.withoutTransaction()
                ? OwnTransactions.named(what, write)
                : join(what, write);
    }

    // when the last callbacks of an ended transaction are called, its connection is still bound
    private boolean isNothingUnderWay() {
        return !TransactionSynchronizationManager.isSynchronizationActive()
                && !TransactionSynchronizationManager.isActualTransactionActive()
                && !connection.isBound();
    }

    /** Runs a query that sees the caller's writes; it needs no particular transaction. */
    public <T> T read(Supplier<T> query) {
        TransactionOperations apart = isNothingUnderWay() ? ownOfOneStatement : own;
        return joins() ? marked("a query", query) : connection.without(() -> apart.execute(status -> query.get()));
    }

    /** Rejects an operation that waits for commits of other transactions, since a transaction would stay open meanwhile. */
    public void refuseInside(String operation) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new UnusableTransactionException(operation + " was called in " + current()
                    + ", which it would hold open while it waits; call it outside of any transaction");
        }
    }

    private static boolean isOpen() {
        return TransactionSynchronizationManager.isActualTransactionActive() && !CommitWatch.isTooLate();
    }

    private static String current() {
        String name = TransactionSynchronizationManager.getCurrentTransactionName();
        return name == null ? "a transaction" : "the transaction " + name;
    }
}
