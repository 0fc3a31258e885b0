package io.baton.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Runs seeds one after the other, on as many threads as the machine has processors to spare: each world has one of its own. */
final class Seeds {

    private static final int THREADS = 2;
    private static final int ENOUGH_FAILURES = 3;

    private final Supplier<Simulation> simulations;
    private final AtomicLong next;
    private final long last;
    private final long end;
    private final Map<Probe, Integer> met = new EnumMap<>(Probe.class);
    private final List<SimulationFailure> failures = new ArrayList<>();
    private long run;

    private Seeds(Supplier<Simulation> simulations, long first, long count, Duration time) {
        this.simulations = simulations;
        this.next = new AtomicLong(first);
        this.last = first + count;
        this.end = System.nanoTime() + time.toNanos();
    }

    /** Runs so many seeds, or as many as there is time for; ends early when several fail. */
    static Seeds run(Supplier<Simulation> simulations, long first, long count, Duration time) {
        Seeds seeds = new Seeds(simulations, first, count, time);
        seeds.drive();
        return seeds;
    }

    private void drive() {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> drivers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                drivers.add(threads.submit(this::driveOne));
            }
            for (Future<?> driver : drivers) {
                driver.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            next.set(last);
            threads.shutdown();
        }
    }

    private void driveOne() {
        try (Simulation simulation = simulations.get()) {
            for (long seed = next.getAndIncrement();
                    seed < last && System.nanoTime() - end < 0 && failures().size() < ENOUGH_FAILURES;
                    seed = next.getAndIncrement()) {
                runOne(simulation, seed);
            }
        }
    }

    private void runOne(Simulation simulation, long seed) {
        try {
            add(simulation.run(seed));
        } catch (SimulationFailure e) {
            failed(e);
        }
    }

    private synchronized void failed(SimulationFailure failure) {
        run++;
        failures.add(failure);
    }

    private synchronized void add(Map<Probe, Integer> probes) {
        run++;
        probes.forEach((probe, times) -> met.merge(probe, times, Integer::sum));
    }

    synchronized long count() {
        return run;
    }

    /** Those that failed, each with its seed and its story. */
    synchronized List<SimulationFailure> failures() {
        return List.copyOf(failures);
    }

    synchronized Map<Probe, Integer> met() {
        return Map.copyOf(met);
    }
}
