package io.baton.simulation;

import io.baton.database.Transactions;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.MemoryTransaction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** A node's transactions in which time passes between the statements, so that others come in between. Used by one loop. */
final class SteppedTransactions implements Transactions {

    private static final long MILLI = 1_000_000;
    private static final long LONGEST_LOOK_NANOS = 1_000 * MILLI;

    /** As long as the database lets a transaction wait for a lock. */
    private static final long PATIENCE_NANOS = 5_000 * MILLI;

    private final SimulatedNode node;
    private @Nullable MemoryTransaction open;
    private long waited;

    SteppedTransactions(SimulatedNode node) {
        this.node = node;
    }

    @Override
    public <T extends @Nullable Object> T run(Supplier<T> work) {
        return Completion.of(stages -> run(work, stages));
    }

    private <T extends @Nullable Object> T run(Supplier<T> work, Completion.Stages stages) {
        node.checkAlive();
        Weather weather = node.world().weather();
        weather.beforeCall(node);
        MemoryDatabase database = node.world().database();
        MemoryTransaction transaction = database.begin();
        open = transaction;
        waited = 0;
        T result;
        try {
            result = work.get();
            weather.beforeCommit(node);
            database.commit(transaction);
            stages.committed();
        } finally {
            open = null;
            if (!transaction.isOver()) {
                database.rollback(transaction);
            }
        }
        weather.afterCommit(node);
        return result;
    }

    SimulatedNode node() {
        return node;
    }

    <T extends @Nullable Object> T statement(Supplier<T> work) {
        node.world().weather().betweenStatements(node);
        MemoryTransaction transaction = open;
        if (transaction == null) {
            throw new IllegalStateException("There is no transaction on " + node);
        }
        return node.world().database().in(transaction, work);
    }

    /** Waits until somebody may have let go of a row, and not for ever. */
    void awaitLock(CannotAcquireLockException held, Probe probe) {
        if (Coroutine.current() == null || waited > PATIENCE_NANOS) {
            throw held;
        }
        if (waited == 0) {
            node.world().ledger().findings().met(probe);
        }
        long look = Math.min(LONGEST_LOOK_NANOS, Math.max(MILLI, waited));
        waited += look;
        node.pause(node.world().random().nextLong(look), false);
    }
}
