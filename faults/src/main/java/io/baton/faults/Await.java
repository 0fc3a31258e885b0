package io.baton.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something that is to come true. */
public final class Await {

    private static final long LOOK_NANOS = 10_000_000;

    private Await() {}

    /** Returns whether it came true before so much time was over or somebody interrupted. */
    public static boolean until(BooleanSupplier condition, Duration patience) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > patience.toNanos()
                    || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }
}
