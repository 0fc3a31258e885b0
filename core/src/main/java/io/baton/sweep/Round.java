package io.baton.sweep;

import static java.util.Objects.requireNonNull;

import io.baton.loop.Failures;
import io.baton.loop.Loop;
import io.baton.loop.Step;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.loop.Trouble;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Runs each task when it is due. A task that fails pauses by itself: it neither delays the others nor hides their results. */
final class Round implements Step {

    private static final Duration LONGEST_REST = Duration.ofMinutes(1);

    private final Ticker ticker;
    private final Map<SweepTask, Long> dueNanos = new LinkedHashMap<>();
    private final Map<SweepTask, Failures> failures = new LinkedHashMap<>();
    private final Map<SweepTask, Long> earlier = new ConcurrentHashMap<>();
    private volatile Runnable wake = () -> {};

    Round(Ticker ticker, List<SweepTask> tasks, RandomGenerator random) {
        this.ticker = ticker;
        tasks.forEach(task -> {
            dueNanos.put(task, ticker.nanos());
            String part = "baton-sweep " + task.name();
            failures.put(task, new Failures(part, Loop.LONGEST_PAUSE, ticker, random));
        });
    }

    Set<SweepTask> tasks() {
        return dueNanos.keySet();
    }

    /** Sets what is called when a task is due earlier than it returned. */
    void onAgain(Runnable wake) {
        this.wake = wake;
    }

    void again(SweepTask task) {
        within(task, Duration.ZERO);
    }

    /** Makes the task due within this time, if it is not due sooner. */
    void within(SweepTask task, Duration wait) {
        if (wait.compareTo(LONGEST_REST) < 0) {
            earlier.merge(task, ticker.nanos() + wait.toNanos(), (a, b) -> a - b < 0 ? a : b);
            wake.run();
        }
    }

    @Override
    public Duration turn() {
        for (Map.Entry<SweepTask, Long> task : dueNanos.entrySet()) {
            boolean failing = failuresOf(task.getKey()).failing();
            Long sooner = failing ? null : earlier.remove(task.getKey());
            if (sooner != null && sooner - task.getValue() < 0) {
                task.setValue(sooner);
            }
            if (ticker.nanos() - task.getValue() >= 0) {
                Duration rest = sweep(task.getKey());
                task.setValue(ticker.nanos() + rest.toNanos());
            }
        }
        return untilNext();
    }

    private Duration sweep(SweepTask task) {
        Failures failing = failuresOf(task);
        try {
            Duration rest = task.sweep();
            failing.worked();
            return rest;
        } catch (RuntimeException | Error e) {
            return failing.failed(e);
        }
    }

    private Failures failuresOf(SweepTask task) {
        return requireNonNull(failures.get(task));
    }

    /** Returns what fails now: whole tasks, and parts of them. Any thread may call it. */
    List<Trouble> troubles() {
        return failures.entrySet().stream()
                .flatMap(task -> Stream.concat(task.getValue().trouble().stream(), task.getKey().troubles().stream()))
                .toList();
    }

    private Duration untilNext() {
        long now = ticker.nanos();
        long least =
                dueNanos.values().stream().mapToLong(due -> due - now).min().orElse(LONGEST_REST.toNanos());
        return Duration.ofNanos(Math.max(0, Math.min(least, LONGEST_REST.toNanos())));
    }
}
