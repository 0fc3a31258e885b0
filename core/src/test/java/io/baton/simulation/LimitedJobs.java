package io.baton.simulation;

import io.baton.simulation.Behavior.Kind;
import io.baton.type.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Which jobs of a world need which permits, and who enqueues them. Where there are no limits, none does. */
final class LimitedJobs {

    /** What the handler of some jobs asks for. */
    static final String ASKED = "a";

    private static final long TOGETHER = 2_000_000_000;

    private final World world;
    private final SimulatedLimits limits;
    private final RandomGenerator random;

    LimitedJobs(World world, SimulatedLimits limits, RandomGenerator random) {
        this.world = world;
        this.limits = limits;
        this.random = random;
    }

    /** They come several at a time, so that more want permits than there are. */
    long gathered(long time) {
        return limits.isEmpty() ? time : time - time % TOGETHER;
    }

    /** Some are stored without the permit that their handler asks for. */
    Behavior plan(Behavior plan) {
        boolean lacking = !limits.isEmpty()
                && plan.type().equals(Behavior.PLAIN)
                && plan.kind() != Kind.IS_REFUSED
                && random.nextInt(3) == 0;
        return lacking ? plan.lacking() : plan;
    }

    /** What the next job needs: nothing, some of the limits or all, in the order in which every job gets them. */
    List<String> permits(Behavior plan) {
        List<String> names = new ArrayList<>();
        if (limits.isEmpty() || plan.type().equals(Behavior.LACKING)) {
            return names;
        }
        if (random.nextInt(4) > 0) {
            names.addAll(semaphores());
        }
        if (limits.rate() != null && random.nextInt(3) == 0) {
            names.add(SimulatedLimits.RATE);
        }
        names.sort(Names.LIMITS_IN_TURN);
        return names;
    }

    private List<String> semaphores() {
        List<String> all = List.copyOf(world.setup().limits().keySet());
        List<String> some = new ArrayList<>();
        int first = random.nextInt(all.size());
        int count = 1 + random.nextInt(all.size());
        for (int each = 0; each < count; each++) {
            some.add(all.get((first + each) % all.size()));
        }
        return some;
    }

    /** The node that enqueues a job that needs permits; null if it is a process without a worker. */
    @Nullable
    SimulatedNode enqueuer(List<String> permits) {
        return !permits.isEmpty() && random.nextBoolean() ? world.somebody() : null;
    }

    /**
     * Whether nothing keeps this job, or those that came with it, from a start: the node that enqueued it admits it. Where there is a rate, whoever
     * waits for that may hold what others need.
     */
    boolean startsAtOnce(Behavior plan, List<String> permits, @Nullable SimulatedNode enqueuer) {
        boolean needsNothing = permits.isEmpty() && !plan.type().equals(Behavior.LACKING);
        return needsNothing || (limits.rate() == null && (permits.isEmpty() || enqueuer != null));
    }
}
