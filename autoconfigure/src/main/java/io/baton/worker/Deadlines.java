package io.baton.worker;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Interrupts runs whose time is up, and gives up on those that do not care. */
final class Deadlines implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final ScheduledExecutorService scheduler;

    Deadlines(ScheduledExecutorService scheduler) {
        this.scheduler = scheduler;
    }

    /** Deadlines that a thread of their own watches. */
    static Deadlines onThread() {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, runnable -> {
            Thread thread = new Thread(runnable, "baton-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        scheduler.setRemoveOnCancelPolicy(true);
        return new Deadlines(scheduler);
    }

    /** Stops the run after the timeout, and calls {@code giveUp} if that did not help. */
    ScheduledFuture<?> watch(Run run, Duration timeout, Runnable giveUp) {
        return scheduler.schedule(
                () -> {
                    // also if it was asked to stop before and did not care
                    run.stop(StopReason.TIMED_OUT);
                    ScheduledFuture<?> last = scheduler.schedule(giveUp, GRACE.toNanos(), TimeUnit.NANOSECONDS);
                    run.onEnd(() -> last.cancel(false));
                },
                timeout.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
