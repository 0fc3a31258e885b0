package io.baton.simulation;

import io.baton.flow.FlowStore.StoredStep;
import io.baton.testing.memory.InMemoryFlowStore;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Flows as a node sees them, in transactions between whose statements time passes, or as a mutation makes them seem. */
final class SimulatedFlowStore extends InMemoryFlowStore {

    private final World world;
    private final SteppedTransactions transactions;

    SimulatedFlowStore(World world, SteppedTransactions transactions) {
        super(world.database());
        this.world = world;
        this.transactions = transactions;
    }

    @Override
    protected <T extends @Nullable Object> T statement(Supplier<T> work) {
        return transactions.statement(work);
    }

    @Override
    public List<StoredStep> steps(long batch) {
        List<StoredStep> steps = super.steps(batch);
        return world.mutation() == Mutation.ANY_STEP_BEFORE
                ? steps.stream().map(SimulatedFlowStore::afterOne).toList()
                : steps;
    }

    private static StoredStep afterOne(StoredStep step) {
        return new StoredStep(
                step.number(), step.name(), step.after().stream().limit(1).toList());
    }
}
