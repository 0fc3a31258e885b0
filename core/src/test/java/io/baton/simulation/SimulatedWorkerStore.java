package io.baton.simulation;

import io.baton.job.WorkerStore.SeenWorker;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.WorkerRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The workers' rows, as they are or as a mutation makes them seem. */
final class SimulatedWorkerStore extends InMemoryWorkerStore {

    private static final Instant ALWAYS = Instant.EPOCH;

    private final World world;

    SimulatedWorkerStore(World world) {
        super(world.database());
        this.world = world;
    }

    private boolean is(Mutation mutation) {
        return world.mutation() == mutation;
    }

    @Override
    public void deregister(long workerId, boolean orderly) {
        world.ledger().departs(workerId);
        super.deregister(workerId, orderly);
    }

    @Override
    protected boolean isSilentSince(WorkerRow row, Instant beat) {
        return is(Mutation.BEAT_IGNORED) || is(Mutation.BEAT_UNSEEN) || super.isSilentSince(row, beat);
    }

    @Override
    public List<SeenWorker> living() {
        List<SeenWorker> living = super.living();
        if (is(Mutation.LEASE_BY_CLOCK)) {
            living.stream().filter(this::isExpired).forEach(this::declareDead);
        }
        return is(Mutation.BEAT_UNSEEN)
                ? living.stream()
                        .map(seen -> new SeenWorker(seen.id(), seen.name(), ALWAYS, seen.deadAfter()))
                        .toList()
                : living;
    }

    private boolean isExpired(SeenWorker seen) {
        Duration silence = Duration.between(seen.heartbeat(), world.database().now());
        return silence.compareTo(world.setup().deadAfter()) >= 0;
    }
}
