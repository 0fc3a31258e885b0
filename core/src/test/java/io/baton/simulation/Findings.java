package io.baton.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What came across, and the first thing that must not have happened. */
final class Findings {

    private final EventLog trace;
    private final Map<Probe, Integer> met = new EnumMap<>(Probe.class);
    private @Nullable SimulationFailure failure;

    Findings(EventLog trace) {
        this.trace = trace;
    }

    void met(Probe probe) {
        met.merge(probe, 1, Integer::sum);
    }

    /** What came across, and how often. */
    Map<Probe, Integer> met() {
        return met;
    }

    void violated(String what) {
        if (failure == null) {
            trace.say(() -> "VIOLATED: " + what);
            failure = new SimulationFailure(what);
        }
    }

    void require(boolean condition, Supplier<String> what) {
        if (!condition) {
            violated(what.get());
        }
    }

    /** Throws what must not have happened. Called by the driver, since what happens elsewhere would be caught by the engine. */
    void check() {
        if (failure != null) {
            throw failure;
        }
    }
}
