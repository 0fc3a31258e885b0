package io.baton.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One turn of something that goes on for ever. A step never waits; it says how long the rest may be. */
@FunctionalInterface
public interface Step {

    /** Does what there is to do now; returns how long to rest unless woken, zero for not at all. */
    Duration turn() throws InterruptedException;

    /** Returns one step after the other, each though others before it failed. */
    static Step inTurn(Step... steps) {
        return () -> {
            List<Duration> rests = new ArrayList<>();
            RuntimeException failure = null;
            Error error = null;
            for (Step step : steps) {
                try {
                    rests.add(step.turn());
                } catch (RuntimeException e) {
                    failure = e;
                } catch (Error e) {
                    error = e;
                }
            }
            if (error != null) {
                throw error;
            }
            if (failure != null) {
                throw failure;
            }
            return rests.stream().min(Duration::compareTo).orElse(Duration.ZERO);
        };
    }
}
