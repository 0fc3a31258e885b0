package io.baton.benchmark;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Polls until a condition holds or a time is over. */
record Patience(Duration limit, long betweenNanos) {

    private static final long OFTEN_NANOS = 5_000_000;

    static Patience upTo(Duration limit) {
        return new Patience(limit, OFTEN_NANOS);
    }

    /** Returns when it was so. */
    long until(String what, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - start > limit.toNanos()) {
                throw new IllegalStateException("Waited " + limit + " in vain until: " + what);
            }
            LockSupport.parkNanos(betweenNanos);
        }
        return System.nanoTime();
    }
}
