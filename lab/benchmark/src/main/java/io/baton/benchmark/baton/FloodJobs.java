package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.benchmark.node.Payload;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Very many jobs of a millisecond, and now and then an urgent one in the same queue. */
@Component("urgentJobs")
@Profile("flood")
class FloodJobs implements PayloadFactory, Measurement {

    private static final int URGENT = 9;
    private static final long INTERVAL_NANOS = 20_000_000;
    private static final long PATIENCE_SECONDS = 60;

    private final Jobs jobs;
    private volatile Sampling sampling = new Sampling(0);

    FloodJobs(Jobs jobs) {
        this.jobs = jobs;
    }

    private record Sampling(AtomicLongArray startedAt, CountDownLatch left) {

        Sampling(int number) {
            this(new AtomicLongArray(number), new CountDownLatch(number));
        }
    }

    @JobType(name = "one-of-many", queue = "work")
    record OneOfMany(int index, String filler) {}

    @JobType(name = "urgent", queue = "work", priority = URGENT)
    record Urgent(int index) {}

    @JobHandler
    void run(OneOfMany one) throws InterruptedException {
        Thread.sleep(1);
    }

    @JobHandler
    void run(Urgent urgent) {
        Sampling now = sampling;
        now.startedAt.set(urgent.index(), System.nanoTime());
        now.left.countDown();
    }

    @Override
    public Object payload(int index) {
        return new OneOfMany(index, Payload.FILLER);
    }

    /** Returns for each of so many urgent jobs how many nanoseconds after its enqueue it started. */
    @Override
    public String measure(int number) throws Exception {
        Sampling now = new Sampling(number);
        sampling = now;
        long[] enqueuedAt = new long[number];
        for (int index = 0; index < number; index++) {
            LockSupport.parkNanos(INTERVAL_NANOS);
            jobs.enqueue(new Urgent(index));
            enqueuedAt[index] = System.nanoTime();
        }
        if (!now.left.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(now.left.getCount() + " urgent jobs have not started");
        }
        return LongStream.range(0, number)
                .mapToObj(index -> String.valueOf(now.startedAt.get((int) index) - enqueuedAt[(int) index]))
                .collect(Collectors.joining(" "));
    }
}
