package io.baton.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.springframework.lang.CheckReturnValue;

/** Waits for something that is to come true. */
public final class Await {

    private static final long LOOK_NANOS = 10_000_000;

    private Await() {}

    /** Returns whether it came true before so much time was over or somebody interrupted. */
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

    /** Waits for something without which nothing is proved; fails if it does not come true. */
    public static void require(BooleanSupplier condition, Duration patience, String otherwise) {
        if (!until(condition, patience)) {
            throw new IllegalStateException("nothing is proved, since " + otherwise);
        }
    }

    /** Lets so much time go by, unless somebody interrupts. */
    public static void pause(Duration time) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < time.toNanos()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
