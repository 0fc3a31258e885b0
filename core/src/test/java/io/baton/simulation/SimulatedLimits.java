package io.baton.simulation;

import io.baton.Rate;
import io.baton.job.Due;
import io.baton.job.JobStore;
import io.baton.job.Pulse.Part;
import io.baton.permit.DirtyLimits;
import io.baton.permit.Limit;
import io.baton.permit.LimitDefinitions.PermitSemaphores;
import io.baton.testing.memory.InMemoryPermitStore;
import io.baton.testing.memory.JobRow;
import io.baton.type.Names;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** The limits of a world: how many permits there are while people change that, and who hears that a limit was dirty. */
final class SimulatedLimits {

    static final String RATE = Names.storedRate("r");

    private static final int LARGEST = 4;
    private static final long NOTIFYING = 1_000_000;
    private static final long NEXT_TRY = 2_000_000_000;

    private final World world;
    private final RandomGenerator random;
    private final Map<String, Integer> most = new TreeMap<>();
    private final PermitSemaphores semaphores;
    private final @Nullable Rate rate;

    SimulatedLimits(World world, RandomGenerator random) {
        this.world = world;
        this.random = random;
        this.semaphores =
                new PermitSemaphores(new InMemoryPermitStore(world.database()), world.database(), elsewhere());
        this.rate = isEmpty() || random.nextBoolean()
                ? null
                : Rate.of(1 + random.nextInt(3), Duration.ofMillis(500 + random.nextInt(1_000)))
                        .withBurst(1 + random.nextInt(2));
    }

    void define() {
        world.setup().limits().forEach(semaphores::define);
        most.putAll(world.setup().limits());
        if (rate != null) {
            new InMemoryPermitStore(world.database()).define(RATE, Limit.of(rate));
        }
    }

    /** The rate of which some jobs need a permit; null if there is none. */
    @Nullable
    Rate rate() {
        return rate;
    }

    /** Whether the job needs a permit of the rate. */
    boolean isRated(long job) {
        JobRow row = world.database().job(job);
        return row != null && row.permits().contains(RATE);
    }

    private DirtyLimits elsewhere() {
        DirtyLimits dirty = new DirtyLimits();
        dirty.onOtherNodes(this::tellAll);
        return dirty;
    }

    /** How many permits of a limit there are. */
    int capacity(String name) {
        return semaphores.inspect(name).orElseThrow().capacity();
    }

    /** How many permits of a limit there ever were. */
    int most(String name) {
        return Objects.requireNonNull(most.get(name));
    }

    /** A person changes how many permits of a limit there are. */
    void resize() {
        List<String> names = List.copyOf(most.keySet());
        resize(names.get(random.nextInt(names.size())), random.nextInt(LARGEST));
    }

    private void resize(String name, int capacity) {
        try {
            most.merge(name, capacity, Math::max);
            semaphores.resize(name, capacity);
            world.trace().say(() -> "There are " + capacity + " permits of " + name + " now");
        } catch (CannotAcquireLockException e) {
            world.trace().say(() -> "A person cannot change how many permits of " + name + " there are");
        }
    }

    /** There are as many permits as in the beginning, so that everything comes to its end. */
    void restore() {
        world.setup().limits().forEach((name, capacity) -> {
            resize(name, capacity);
            if (capacity(name) != capacity) {
                world.timeline().in(null, NEXT_TRY, this::restore);
            }
        });
    }

    /** A person pauses a queue for a while. */
    void pause() {
        List<String> queues = List.copyOf(new TreeSet<>(world.setup().queues().keySet()));
        String queue = queues.get(random.nextInt(queues.size()));
        Duration pause = Duration.ofMillis(random.nextInt(8_000));
        world.trace().say(() -> "A person pauses the queue " + queue + " for " + pause);
        world.people().pause(queue, new Due.After(pause));
        if (random.nextBoolean()) {
            world.living().forEach(node -> node.inbox().pausesChanged());
        }
    }

    /** Whether no job of the world needs permits. */
    boolean isEmpty() {
        return world.setup().limits().isEmpty();
    }

    /** The store of a process without a worker, which tells all nodes of what it touches. */
    JobStore storeElsewhere() {
        return new SimulatedStore(
                world,
                this::tellAll,
                names -> names.forEach(name -> world.batches().tellAllBut(null, name)));
    }

    private void tellAll(Set<String> names) {
        names.forEach(name -> tellAllBut(null, name));
    }

    /** Tells every other node that a limit is worth a look, unless that is lost on the way. */
    void tellAllBut(@Nullable SimulatedNode sender, String name) {
        if (world.weather().isAway() || random.nextInt(5) == 0) {
            world.ledger().runs().permits().unheard();
            return;
        }
        world.timeline().in(null, NOTIFYING, () -> world.living()
                .filter(node -> node != sender)
                .forEach(node -> node.inbox().changed(Part.LIMITS, name)));
    }
}
