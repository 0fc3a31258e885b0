package io.baton.benchmark.node;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Jobs that keep coming while the driver looks on: how many were enqueued and ran, and how long they waited. */
final class Traffic {

    /** More than ever wait. A job's index is its slot, which another one has after it. */
    private static final int SLOTS = 1 << 21;

    private static final int LARGEST_PORTION = 1_000;
    private static final int SMALLEST_REFILL = 100;
    private static final long TICK_NANOS = 10_000_000;
    private static final long REFILL_TICK_NANOS = 1_000_000;
    private static final int BUCKETS_PER_DOUBLING = 16;
    private static final int BUCKETS = 40 * BUCKETS_PER_DOUBLING;

    private final Contestant contestant;
    private final AtomicLongArray enqueuedAt = new AtomicLongArray(SLOTS);
    private final AtomicLongArray waits = new AtomicLongArray(BUCKETS);
    private final AtomicLong enqueued = new AtomicLong();
    private final LongAdder completed = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private volatile @Nullable Thread feeder;
    private volatile @Nullable Exception failure;

    Traffic(Contestant contestant) {
        this.contestant = contestant;
    }

    /** How many jobs are missing after so many nanoseconds and so many jobs. */
    @FunctionalInterface
    private interface Demand {
        long missing(long nanos, long fed);
    }

    /** Enqueues so many jobs per second from now on, in a hundred portions a second. */
    void rate(int perSecond) throws InterruptedException {
        start((nanos, fed) -> nanos * perSecond / 1_000_000_000 - fed, 1, TICK_NANOS);
    }

    /** Keeps so many jobs unfinished from now on. */
    void depth(int jobs) throws InterruptedException {
        start(
                (nanos, fed) -> jobs - (enqueued.get() - completed.sum()),
                Math.min(jobs, SMALLEST_REFILL),
                REFILL_TICK_NANOS);
    }

    private void start(Demand demand, int least, long tick) throws InterruptedException {
        stop();
        Thread thread = new Thread(() -> feed(demand, least, tick), "feeder");
        feeder = thread;
        thread.start();
    }

    void stop() throws InterruptedException {
        Thread running = feeder;
        feeder = null;
        if (running != null) {
            running.join();
        }
    }

    private void feed(Demand demand, int least, long tick) {
        long start = System.nanoTime();
        long before = enqueued.get();
        try {
            while (feeder == Thread.currentThread()) {
                long missing = demand.missing(System.nanoTime() - start, enqueued.get() - before);
                if (missing >= least) {
                    enqueue((int) Math.min(missing, LARGEST_PORTION));
                } else {
                    LockSupport.parkNanos(tick);
                }
            }
        } catch (Exception e) {
            failure = e;
        }
    }

    /** Enqueues so many jobs now. */
    void fill(int jobs) throws Exception {
        for (int left = jobs; left > 0; left -= LARGEST_PORTION) {
            enqueue(Math.min(left, LARGEST_PORTION));
        }
    }

    private void enqueue(int jobs) throws Exception {
        int from = (int) (enqueued.get() % SLOTS);
        int to = Math.min(from + jobs, SLOTS);
        long now = System.nanoTime();
        for (int slot = from; slot < to; slot++) {
            if (enqueuedAt.getAndSet(slot, now) != 0) {
                throw new IllegalStateException(SLOTS + " jobs wait, or one was lost");
            }
        }
        enqueued.addAndGet(to - from);
        contestant.enqueueAll(from, to);
        if (to - from < jobs) {
            enqueue(jobs - (to - from));
        }
    }

    /** A job starts; returns whether it is one of these. */
    boolean started(int slot) {
        long since = enqueuedAt.getAndSet(slot, 0);
        if (since == 0) {
            repeated.increment();
            return false;
        }
        waits.incrementAndGet(bucket(System.nanoTime() - since));
        return true;
    }

    void ended() {
        completed.increment();
    }

    private static int bucket(long nanos) {
        double micros = Math.max(1, nanos / 1_000);
        return Math.min(BUCKETS - 1, (int) (Math.log(micros) / Math.log(2) * BUCKETS_PER_DOUBLING));
    }

    /**
     * Returns how many jobs were enqueued, ended and ran again in all, bytes of heap, collected before if so requested, and the waits since
     * the last sample as {@code bucket:count}: a sixteenth of a doubling of microseconds.
     */
    String sample(boolean collect) throws Exception {
        Exception failed = failure;
        if (failed != null) {
            throw failed;
        }
        if (collect) {
            System.gc();
        }
        StringBuilder line = new StringBuilder();
        line.append(String.format(
                Locale.ROOT,
                "%d %d %d %d",
                enqueued.get(),
                completed.sum(),
                repeated.sum(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()));
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            long count = waits.getAndSet(bucket, 0);
            if (count > 0) {
                line.append(' ').append(bucket).append(':').append(count);
            }
        }
        return line.toString();
    }
}
