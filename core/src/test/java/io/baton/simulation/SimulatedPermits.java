package io.baton.simulation;

import io.baton.job.Transition;
import io.baton.testing.memory.MemoryPermits;
import java.util.Set;
import java.util.function.Consumer;

/** What becomes of permits, or what a mutation makes of it. */
final class SimulatedPermits extends MemoryPermits {

    private final World world;

    SimulatedPermits(World world, Consumer<Set<String>> dirty) {
        super(world.database(), dirty);
        this.world = world;
    }

    @Override
    protected void follow(Transition transition, long id) {
        boolean forgotten =
                switch (world.mutation()) {
                    case NO_RELEASE -> transition == Transition.COMPLETED;
                    case UNADMITTED -> transition == Transition.PROMOTED;
                    default -> false;
                };
        if (!forgotten) {
            super.follow(transition, id);
        }
    }

    @Override
    protected boolean tells(Transition transition) {
        return world.mutation() != Mutation.UNTOUCHED;
    }
}
