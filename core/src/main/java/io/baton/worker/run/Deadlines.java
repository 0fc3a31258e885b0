package io.baton.worker.run;

import io.baton.loop.LoggedFailure;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Interrupts runs whose time is up, and gives up those that continue though they were stopped. */
public record Deadlines(ScheduledExecutorService scheduler) implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Deadlines.class);
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Returns deadlines that a thread of their own watches. */
    public static Deadlines onThread() {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, runnable -> {
            Thread thread = new Thread(runnable, "baton-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        scheduler.setRemoveOnCancelPolicy(true);
        // later the JVM may give no thread
        scheduler.prestartCoreThread();
        return new Deadlines(scheduler);
    }

    /** Stops the run after the timeout, if it has one, and calls {@code giveUp} if it goes on although it was stopped, for any reason. */
    public void watch(ActiveRun run, @Nullable Duration timeout, Runnable giveUp) {
        run.onStop(() -> until(run, GRACE, giveUp));
        if (timeout != null) {
            until(run, timeout, () -> run.stop(StopReason.TIMED_OUT));
        }
    }

    /** Does this after the delay, unless the run is over by then. */
    private void until(ActiveRun run, Duration delay, Runnable action) {
        try {
            ScheduledFuture<?> later =
                    scheduler.schedule(action, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
            run.onEnd(() -> later.cancel(false));
        } catch (RejectedExecutionException e) {
            // the worker ends, and waits for its handlers no longer than its shutdown takes
            log.debug("A run that was stopped is not watched any more", LoggedFailure.of(e));
        }
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
