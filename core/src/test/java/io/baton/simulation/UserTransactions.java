package io.baton.simulation;

import io.baton.job.Fence;
import io.baton.job.JobStore;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.MemoryTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;

/** The application's transactions on a node, in which handlers write their effects; each belongs to the coroutine that began it. */
final class UserTransactions implements PlatformTransactionManager {

    private final SimulatedNode node;
    private final Map<Coroutine, Open> open = new HashMap<>();

    UserTransactions(SimulatedNode node) {
        this.node = node;
    }

    /** A transaction under way, and what a handler wrote in it. */
    static final class Open extends SimpleTransactionStatus {

        private final MemoryTransaction transaction;
        private final List<Fence> effects = new ArrayList<>();

        private Open(MemoryTransaction transaction) {
            this.transaction = transaction;
        }
    }

    @Override
    public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
        node.checkAlive();
        try {
            node.world().weather().beforeCall(node);
        } catch (DataAccessException e) {
            throw DatabaseErrors.notBegun(e);
        }
        Open begun = new Open(node.world().database().begin());
        open.put(current(), begun);
        return begun;
    }

    private static Coroutine current() {
        Coroutine current = Coroutine.current();
        if (current == null) {
            throw new IllegalStateException("Handlers run as coroutines");
        }
        return current;
    }

    /** Writes an effect of a handler's in its transaction. */
    void write(Fence fence) {
        Open transaction = open.get(current());
        if (transaction == null) {
            throw new IllegalStateException("There is no transaction on " + node);
        }
        transaction.effects.add(fence);
    }

    @Override
    public void commit(TransactionStatus status) {
        Open ending = (Open) status;
        try {
            node.checkAlive();
            node.world().weather().beforeCommit(node);
        } catch (RuntimeException | Error e) {
            rollback(status);
            throw e;
        }
        database().commit(ending.transaction);
        end(ending);
        node.world().ledger().effects(ending.effects);
        node.world().weather().afterCommit(node);
    }

    @Override
    public void rollback(TransactionStatus status) {
        Open ending = (Open) status;
        if (!ending.transaction.isOver()) {
            database().rollback(ending.transaction);
        }
        end(ending);
    }

    private void end(Open ending) {
        ending.setCompleted();
        open.remove(current());
    }

    private MemoryDatabase database() {
        return node.world().database();
    }

    /** The store as it is seen from within the transaction. */
    JobStore store() {
        return new SimulatedStore(node.world(), node.dirty()::mark, node.dirtyGroups()::mark) {

            @Override
            public Map<Fence, Settled> settle(List<Settlement> settlements) {
                node.checkAlive();
                node.world().weather().beforeStatement(node);
                Open transaction = open.get(current());
                if (transaction == null) {
                    throw new IllegalStateException("There is no transaction");
                }
                return database().in(transaction.transaction, () -> super.settle(settlements));
            }
        };
    }
}
