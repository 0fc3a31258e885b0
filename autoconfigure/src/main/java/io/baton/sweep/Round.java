package io.baton.sweep;

import io.baton.loop.Step;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives each task its turn when its time has come; one that fails does not keep the others from theirs. */
final class Round implements Step {

    private static final Logger log = LoggerFactory.getLogger(Round.class);
    private static final Duration LONGEST_REST = Duration.ofMinutes(1);

    private final Ticker ticker;
    private final Map<SweepTask, Long> dueNanos = new LinkedHashMap<>();
    private final Map<SweepTask, Long> earlier = new ConcurrentHashMap<>();
    private volatile Runnable wake = () -> {};

    Round(Ticker ticker, List<SweepTask> tasks) {
        this.ticker = ticker;
        tasks.forEach(task -> dueNanos.put(task, ticker.nanos()));
    }

    /** Calls this when a task's time has come before it said. */
    void onAgain(Runnable wake) {
        this.wake = wake;
    }

    /** The task's time has come, whatever it said. */
    void again(SweepTask task) {
        within(task, Duration.ZERO);
    }

    /** The task's time comes so soon, if it did not say sooner. */
    void within(SweepTask task, Duration wait) {
        if (wait.compareTo(LONGEST_REST) < 0) {
            earlier.merge(task, ticker.nanos() + wait.toNanos(), (a, b) -> a - b < 0 ? a : b);
            wake.run();
        }
    }

    @Override
    public Duration turn() {
        RuntimeException failure = null;
        for (Map.Entry<SweepTask, Long> task : dueNanos.entrySet()) {
            Long sooner = earlier.remove(task.getKey());
            if (sooner != null && sooner - task.getValue() < 0) {
                task.setValue(sooner);
            }
            if (ticker.nanos() - task.getValue() >= 0) {
                try {
                    task.setValue(ticker.nanos() + task.getKey().sweep().toNanos());
                } catch (RuntimeException e) {
                    log.debug("{} failed", task.getKey().getClass().getSimpleName(), e);
                    failure = e;
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return untilNext();
    }

    private Duration untilNext() {
        long now = ticker.nanos();
        long least =
                dueNanos.values().stream().mapToLong(due -> due - now).min().orElse(LONGEST_REST.toNanos());
        return Duration.ofNanos(Math.max(0, Math.min(least, LONGEST_REST.toNanos())));
    }
}
