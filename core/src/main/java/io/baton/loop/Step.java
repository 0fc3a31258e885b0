package io.baton.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One turn of a repeated task. A step never waits; it returns how long the loop may rest. */
@FunctionalInterface
public interface Step {

    /** Does the work that is due; returns how long to rest without a wake-up, or zero for the next turn at once. */
    Duration turn() throws InterruptedException;

    /** Returns a step that runs these steps in order, each even if an earlier one failed. */
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
