package io.baton.benchmark.node;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs ran in this JVM and when they started. The clock is {@link System#nanoTime}, which on Linux is the same in all JVMs of a
 * machine.
 */
public final class StartTimes {

    /** For handlers that a library makes by itself. */
    public static final StartTimes OF_THIS_JVM = new StartTimes();

    private volatile AtomicLongArray startedAt = new AtomicLongArray(0);
    private final LongAdder ran = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private volatile boolean holding;
    private volatile long workNanos;
    private volatile @Nullable Traffic traffic;

    private StartTimes() {}

    /** Forgets everything; jobs from 0 to this number are of interest from now on. */
    void expect(int jobs) {
        ran.reset();
        repeated.reset();
        startedAt = new AtomicLongArray(jobs);
    }

    /** Handlers do not return from now on. */
    void hold() {
        holding = true;
    }

    /** Handlers take so long from now on. */
    void work(int millis) {
        workNanos = millis * 1_000_000L;
    }

    /** What runs from now on is of this traffic. */
    void traffic(Traffic coming) {
        traffic = coming;
    }

    /** A handler runs. */
    public void ran(int index) {
        Traffic coming = traffic;
        if (coming != null) {
            if (coming.started(index)) {
                work();
                coming.ended();
            }
            return;
        }
        AtomicLongArray expected = startedAt;
        if (index < expected.length()) {
            (expected.compareAndSet(index, 0, System.nanoTime()) ? ran : repeated).increment();
        }
        if (holding) {
            holdForEver();
        }
    }

    private void work() {
        long nanos = workNanos;
        if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
    }

    private static void holdForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    long count() {
        return ran.sum();
    }

    long repeated() {
        return repeated.sum();
    }

    /** One number per job: when it started, or 0. */
    void write(Path file) throws IOException {
        AtomicLongArray times = startedAt;
        long[] copy = new long[times.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = times.get(i);
        }
        write(copy, file);
    }

    static void write(long[] numbers, Path file) throws IOException {
        try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (long number : numbers) {
                out.writeLong(number);
            }
        }
    }
}
