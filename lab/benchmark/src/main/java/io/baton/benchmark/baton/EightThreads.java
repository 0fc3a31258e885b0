package io.baton.benchmark.baton;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Callers side by side, as many as Baton's entrants have threads. */
final class EightThreads {

    private static final int THREADS = 8;

    private EightThreads() {}

    /** Does something with each index up to this number; returns how often a second. */
    static double rate(int number, IntConsumer call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long start = System.nanoTime();
            List<Future<?>> callers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int first = thread;
                callers.add(threads.submit(() -> {
                    for (int index = first; index < number; index += THREADS) {
                        call.accept(index);
                    }
                }));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
            return number / ((System.nanoTime() - start) / 1e9);
        } finally {
            threads.shutdown();
        }
    }
}
