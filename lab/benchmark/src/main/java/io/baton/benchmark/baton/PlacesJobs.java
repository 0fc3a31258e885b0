package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs of 20 ms, of which there are always more than can run, of shares that come and go or of none; and how many places are idle meanwhile. */
@Component("idlePlaces")
@Profile("places")
class PlacesJobs implements PayloadFactory, Measurement {

    private static final int MILLIS = 20;
    private static final int MOST_OF_SHARE = 7;
    /** Five times as many jobs as places wait, of which a lane claims as many as there are places. */
    private static final int WAITING = 5;

    private static final long SAMPLE_NANOS = 1_000_000;
    /** What is idle in as many samples lasts longer than a hand-over. */
    private static final int LASTING = 10;

    private final Jobs jobs;
    private final int places;
    private final boolean shares;
    /** The jobs that were committed and have not started, and the handlers that run. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final AtomicInteger running = new AtomicInteger();
    private int arrivals;
    private volatile boolean over;

    PlacesJobs(
            Jobs jobs,
            @Value("${baton.queues.work.concurrency}") int places,
            @Value("${places.shares}") boolean shares) {
        this.jobs = jobs;
        this.places = places;
        this.shares = shares;
    }

    @JobType(name = "place", queue = "work")
    record Place(int index) {}

    @JobHandler
    void run(Place place) throws InterruptedException {
        waiting.decrementAndGet();
        running.incrementAndGet();
        try {
            Thread.sleep(MILLIS);
        } finally {
            running.decrementAndGet();
        }
    }

    @Override
    public Object payload(int index) {
        return new Place(index);
    }

    /** Returns how many places were idle on average although a job waited, how many of them in ten samples in a row, and how often jobs came. */
    @Override
    public String measure(int seconds) throws Exception {
        ExecutorService feeder = Executors.newSingleThreadExecutor();
        int before = arrivals;
        over = false;
        try {
            Future<?> feeding = feeder.submit(this::feed);
            LockSupport.parkNanos(500 * SAMPLE_NANOS);
            String idle = sample(System.nanoTime() + seconds * 1_000_000_000L);
            over = true;
            feeding.get();
            return idle + " " + (arrivals - before);
        } finally {
            over = true;
            feeder.shutdown();
        }
    }

    private String sample(long end) {
        Deque<Integer> last = new ArrayDeque<>();
        long samples = 0;
        long idle = 0;
        long lasting = 0;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(SAMPLE_NANOS);
            int now = Math.max(0, Math.min(places - running.get(), waiting.get()));
            last.addLast(now);
            if (last.size() > LASTING) {
                last.removeFirst();
            }
            samples++;
            idle += now;
            lasting += last.size() < LASTING ? 0 : Collections.min(last);
        }
        return (double) idle / samples + " " + (double) lasting / samples;
    }

    /** Each time another share gets one to seven jobs; every second share has a part. */
    private void feed() {
        while (!over) {
            if (waiting.get() >= WAITING * places) {
                LockSupport.parkNanos(SAMPLE_NANOS / 2);
                continue;
            }
            int number = arrivals++;
            int size = 1 + number % MOST_OF_SHARE;
            String share = "share:" + number + (number % 2 == 0 ? "" : "/part");
            jobs.enqueueAll(IntStream.range(0, size).mapToObj(Place::new), job -> {
                if (shares) {
                    job.share(share);
                }
            });
            waiting.addAndGet(size);
        }
    }
}
