package io.baton.simulation;

import io.baton.job.Claim;
import io.baton.job.Fence;
import io.baton.job.JobClaims.Claimed;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.JobRow;
import io.baton.testing.memory.MemoryMembers;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The store, with a ledger that compares what it answers with what it should, and data that it refuses. */
class SimulatedStore extends InMemoryJobStore {

    private final World world;

    SimulatedStore(World world, Consumer<Set<String>> dirty, Consumer<Set<Long>> dirtyGroups) {
        super(
                world.database(),
                SimulatedNode.KEEP_ALL,
                new SimulatedPermits(world, dirty),
                new MemoryMembers(world.database(), dirtyGroups));
        this.world = world;
    }

    @Override
    protected boolean isOurs(JobRow row, Fence fence) {
        return world.mutation() == Mutation.NO_FENCE ? row.lockId() != null : super.isOurs(row, fence);
    }

    @Override
    protected boolean isThere(JobRow row) {
        return super.isThere(row) || (world.mutation() == Mutation.CLAIMED_TWICE && row.lockId() != null);
    }

    @Override
    public Claimed claim(Claim claim) {
        Claimed claimed = super.claim(claim);
        world.ledger().runs().claimed(claim, claimed.jobs());
        return claimed;
    }

    @Override
    public Map<Fence, Settled> countCrash(Collection<Fence> starting) {
        return world.mutation() == Mutation.CRASH_FREE
                ? starting.stream().collect(Collectors.toMap(fence -> fence, fence -> Settled.DONE))
                : super.countCrash(starting);
    }

    @Override
    public Map<Fence, Settled> settle(List<Settlement> settlements) {
        Map<Long, @Nullable UUID> holders = new HashMap<>();
        for (Settlement settlement : settlements) {
            if (settlement.outcome() instanceof Outcome.Completed completed
                    && Behavior.REFUSED_RESULT.equals(completed.result())) {
                throw DatabaseErrors.refused();
            }
            JobRow row = row(settlement.fence().id());
            holders.put(settlement.fence().id(), row == null ? null : row.lockId());
        }
        Map<Fence, Settled> settled = super.settle(
                world.mutation() == Mutation.ATTEMPT_FREE
                        ? settlements.stream().map(SimulatedStore::free).toList()
                        : settlements);
        settlements.forEach(settlement -> world.ledger()
                .changes()
                .settled(
                        settlement,
                        settled.get(settlement.fence()),
                        holders.get(settlement.fence().id())));
        return settled;
    }

    private static Settlement free(Settlement settlement) {
        return settlement.outcome() instanceof Outcome.Retried retried
                ? settlement.with(new Outcome.HandedBack(retried.delay(), retried.error()))
                : settlement;
    }

    private @Nullable JobRow row(long id) {
        return world.database().job(id);
    }
}
