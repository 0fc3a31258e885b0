package io.baton.metrics;

import io.baton.recurring.TickListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ticks of recurring jobs that this node came to. */
public final class TickMeters implements TickListener {

    private static final int MOST_NAMES = 200;

    private final MeterRegistry registry;
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    /** Creates meters in this registry; a recurring job has its own from its first tick on. */
    public TickMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void passed(String name, int enqueued, boolean missed) {
        String tag = names.contains(name) || (names.size() < MOST_NAMES && names.add(name)) ? name : "other";
        Counter.builder("baton.recurring.fired")
                .description("Ticks of a recurring job that were given a job here")
                .tags("name", tag)
                .register(registry)
                .increment(enqueued);
        Counter.builder("baton.recurring.missed")
                .description("How often ticks of a recurring job passed without one: too late, too many, or held up")
                .tags("name", tag)
                .register(registry)
                .increment(missed ? 1 : 0);
    }
}
