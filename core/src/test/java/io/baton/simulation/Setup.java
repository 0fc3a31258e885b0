package io.baton.simulation;

import io.baton.worker.WorkerSettings.QueueSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * What a seed makes of the world: how large it is, how its nodes are set, and what goes wrong in it.
 *
 * @param stopsInTheMiddle the share of turns that can be stopped in their middle, so that others come in between
 * @param slowCalls the share of store calls that take long
 * @param mixed whether every other node beats more slowly and may be silent for longer, as during a change of these settings
 * @param limited whether many jobs need permits
 * @param capacities how many may run at once that need a permit of the same name
 * @param batched whether there are batches and flows
 * @param faultyCalls the share of store calls that fail, before they did anything or after they did it
 */
record Setup(
        int nodes,
        int jobs,
        Map<String, QueueSettings> queues,
        Duration poll,
        Duration heartbeat,
        Duration deadAfter,
        double stopsInTheMiddle,
        double slowCalls,
        double faultyCalls,
        boolean crashes,
        boolean freezes,
        boolean outages,
        boolean people,
        boolean heldRows,
        boolean clockJumps,
        boolean restarts,
        boolean poison,
        Duration troubled,
        boolean mixed,
        boolean limited,
        Map<String, Integer> capacities,
        boolean batched) {

    static final List<String> QUEUES = List.of("default", "other");

    private static final List<Integer> PREFETCHES = List.of(0, 0, 3, 20);

    /** What decides of limits and of batches is drawn apart, so that worlds without them are what they would be. */
    static Setup of(RandomGenerator random, RandomGenerator ofLimits, RandomGenerator ofBatches) {
        boolean slow = random.nextBoolean();
        Map<String, QueueSettings> queues = new LinkedHashMap<>();
        for (String queue : QUEUES.subList(0, 1 + random.nextInt(QUEUES.size()))) {
            queues.put(
                    queue, new QueueSettings(1 + random.nextInt(3), PREFETCHES.get(random.nextInt(PREFETCHES.size()))));
        }
        boolean calm = random.nextInt(20) == 0;
        return new Setup(
                1 + random.nextInt(3),
                4 + random.nextInt(15),
                queues,
                Duration.ofMillis(500 + random.nextInt(2_500)),
                Duration.ofSeconds(slow ? 2 : 1),
                Duration.ofSeconds(slow ? 10 : 6),
                calm ? 0 : random.nextDouble() * 0.3,
                random.nextDouble() * random.nextDouble() * 0.5,
                calm || random.nextBoolean() ? 0 : random.nextDouble() * 0.05,
                !calm && random.nextInt(2) == 0,
                !calm && random.nextInt(2) == 0,
                !calm && random.nextInt(3) == 0,
                !calm && random.nextInt(2) == 0,
                !calm && random.nextInt(4) == 0,
                !calm && random.nextInt(6) == 0,
                !calm && random.nextInt(3) == 0,
                !calm && random.nextInt(4) == 0,
                Duration.ofSeconds(8 + random.nextInt(13)),
                random.nextInt(4) == 0,
                ofLimits.nextInt(3) == 0,
                new TreeMap<>(Map.of("a", 1 + ofLimits.nextInt(3), "b", 1 + ofLimits.nextInt(2))),
                ofBatches.nextInt(6) == 0);
    }

    /** The limits of which jobs need permits, each with how many there are. */
    Map<String, Integer> limits() {
        return limited ? capacities : Map.of();
    }

    /** Whether nothing goes wrong. */
    boolean isCalm() {
        return stopsInTheMiddle == 0 && faultyCalls == 0 && !freezes && !outages && !poison;
    }

    /** The same world in which only the database goes away. */
    Setup withOutagesOnly() {
        return only(false, true);
    }

    /** The same world in which nodes only freeze. */
    Setup withFreezesOnly() {
        return only(true, false);
    }

    private Setup only(boolean freezing, boolean going) {
        return new Setup(
                nodes,
                jobs,
                queues,
                poll,
                heartbeat,
                deadAfter,
                stopsInTheMiddle,
                slowCalls,
                0,
                false,
                freezing,
                going,
                false,
                false,
                false,
                false,
                false,
                troubled,
                mixed,
                limited,
                capacities,
                batched);
    }

    /** The same world in which many jobs need permits. */
    Setup withLimits() {
        return new Setup(
                nodes,
                jobs,
                queues,
                poll,
                heartbeat,
                deadAfter,
                stopsInTheMiddle,
                slowCalls,
                faultyCalls,
                crashes,
                freezes,
                outages,
                people,
                heldRows,
                clockJumps,
                restarts,
                poison,
                troubled,
                mixed,
                true,
                capacities,
                batched);
    }

    /** The same world in which there are batches and flows. */
    Setup withBatches() {
        return new Setup(
                nodes,
                jobs,
                queues,
                poll,
                heartbeat,
                deadAfter,
                stopsInTheMiddle,
                slowCalls,
                faultyCalls,
                crashes,
                freezes,
                outages,
                people,
                heldRows,
                clockJumps,
                restarts,
                poison,
                troubled,
                mixed,
                limited,
                capacities,
                true);
    }
}
