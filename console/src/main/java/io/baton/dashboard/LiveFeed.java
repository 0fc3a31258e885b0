package io.baton.dashboard;

import io.baton.loop.FailureText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.loop.Ticker;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.Ended;
import io.baton.monitor.QueueStatus;
import io.baton.operator.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/** Takes one sample of the cluster a second for all open pages, or fewer if a sample takes long. Without requests nothing is read. */
public final class LiveFeed {

    private static final Logger log = LoggerFactory.getLogger(LiveFeed.class);

    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();
    /** Sampling takes at most a tenth of the time. */
    private static final int SHARE = 10;

    private final Monitor monitor;
    private final Ticker ticker;
    private final SeldomLog seldom = new SeldomLog(log);
    /** A lock instead of a monitor: a virtual thread that waits for it does not hold its carrier. */
    private final Lock sampling = new ReentrantLock();

    private @Nullable Sample last;
    private long nextNanos;

    public LiveFeed(Monitor monitor, Ticker ticker) {
        this.monitor = monitor;
        this.ticker = ticker;
        this.nextNanos = ticker.nanos();
    }

    /** Returns a recent sample. One request takes it, and the others wait for it. If it cannot be taken, requests are refused for a second. */
    Sample sample() {
        sampling.lock();
        try {
            if (ticker.nanos() - nextNanos >= 0) {
                take();
            }
            if (last == null) {
                throw new RefusedException(HttpStatus.SERVICE_UNAVAILABLE.value(), "The database cannot be read");
            }
            return last;
        } finally {
            sampling.unlock();
        }
    }

    private void take() {
        long start = ticker.nanos();
        try {
            last = Sample.of(monitor);
            nextNanos = start + Math.max(PERIOD_NANOS, (ticker.nanos() - start) * SHARE);
        } catch (RuntimeException e) {
            last = null;
            nextNanos = ticker.nanos() + PERIOD_NANOS;
            seldom.warn("sample", "The dashboard has no sample of the cluster: {}", FailureText.of(e));
            log.debug("The dashboard has no sample of the cluster", LoggedFailure.of(e));
        }
    }

    /** The state of the cluster at one time, with the first queues by name, and the jobs that ended within the last {@code seconds}. */
    record Sample(List<QueueStatus> queues, Totals totals, long workers, Ended ended, int seconds) {

        private static final int MOST_QUEUES = 200;
        private static final int SECONDS = 3;

        record Totals(
                int queues,
                long ready,
                long scheduled,
                long waitingForPermits,
                long suspended,
                long claimed,
                long dead) {}

        static Sample of(Monitor monitor) {
            List<QueueStatus> queues = monitor.queues();
            return new Sample(
                    queues.stream().limit(MOST_QUEUES).toList(),
                    new Totals(
                            queues.size(),
                            sum(queues, QueueStatus::ready),
                            sum(queues, QueueStatus::scheduled),
                            sum(queues, QueueStatus::waitingForPermits),
                            sum(queues, QueueStatus::suspended),
                            sum(queues, QueueStatus::claimed),
                            sum(queues, QueueStatus::dead)),
                    monitor.living(),
                    monitor.endedWithin(SECONDS),
                    SECONDS);
        }

        private static long sum(List<QueueStatus> queues, ToLongFunction<QueueStatus> jobs) {
            return queues.stream().mapToLong(jobs).sum();
        }
    }
}
