package io.baton.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.springframework.lang.CheckReturnValue;

/** Waits for a condition. */
public final class Await {

    private static final long LOOK_NANOS = 10_000_000;

    private Await() {}

    /** Returns whether the condition held before the time was over or the thread was interrupted. */
    @CheckReturnValue
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

    /** Waits for a condition without which nothing is proved; fails if it does not hold in time. */
    public static void require(BooleanSupplier condition, Duration patience, String otherwise) {
        if (!until(condition, patience)) {
            throw new IllegalStateException("nothing is proved, since " + otherwise);
        }
    }

    /** Sleeps, unless the thread is interrupted. */
    public static void pause(Duration time) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < time.toNanos()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
