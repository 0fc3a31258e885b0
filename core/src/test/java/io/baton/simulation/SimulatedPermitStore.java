package io.baton.simulation;

import io.baton.permit.PermitStore.Repaired;
import io.baton.testing.memory.InMemoryPermitStore;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** Limits and permits as a node sees them, in transactions between whose statements time passes. */
final class SimulatedPermitStore extends InMemoryPermitStore {

    private final World world;
    private final SteppedTransactions transactions;

    SimulatedPermitStore(World world, SteppedTransactions transactions) {
        super(world.database());
        this.world = world;
        this.transactions = transactions;
    }

    @Override
    protected <T extends @Nullable Object> T statement(Supplier<T> work) {
        return transactions.statement(work);
    }

    @Override
    protected void awaitLock(CannotAcquireLockException held) {
        transactions.awaitLock(held, Probe.ADMISSION_WAITED);
    }

    @Override
    protected boolean countsWithTheLock() {
        return world.mutation() == Mutation.ONE_STATEMENT;
    }

    @Override
    protected boolean usesRates() {
        return world.mutation() != Mutation.RATE_UNUSED;
    }

    @Override
    public boolean isUsed() {
        return transactions.statement(super::isUsed);
    }

    @Override
    public Repaired removeForgotten(long afterJob, int limit) {
        return needless(transactions.statement(() -> super.removeForgotten(afterJob, limit)));
    }

    @Override
    public Repaired wakeForgotten(long afterJob, int limit) {
        return needless(transactions.statement(() -> super.wakeForgotten(afterJob, limit)));
    }

    /** Nobody has changed anything by hand. */
    private Repaired needless(Repaired repaired) {
        world.ledger()
                .findings()
                .require(
                        repaired.repaired() == 0,
                        () -> "jobs have ended or moved, but their permits are left to a repair");
        return repaired;
    }

    @Override
    public int removeIdle(int limit) {
        return transactions.statement(() -> super.removeIdle(limit));
    }

    @Override
    public List<String> awaited(String after, int limit) {
        return transactions.statement(() -> super.awaited(after, limit));
    }

    @Override
    public Repaired releaseUnserved(Set<String> open, int limit) {
        return transactions.statement(() -> super.releaseUnserved(open, limit));
    }
}
