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
            Throwable failure = null;
            for (Step step : steps) {
                try {
                    rests.add(step.turn());
                } catch (RuntimeException | Error e) {
                    failure = failure instanceof Error ? failure : e;
                }
            }
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure != null) {
                throw (RuntimeException) failure;
            }
            return rests.stream().min(Duration::compareTo).orElse(Duration.ZERO);
        };
    }
}
