package io.baton.worker.lane;

import io.baton.loop.Backoff;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts threads that run code of the application. When the JVM gives none, the worker claims nothing for a while; this pause grows until the JVM
 * gives one again.
 */
public final class RunnerThreads {

    private static final Logger log = LoggerFactory.getLogger(RunnerThreads.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final Executor executor;
    private final Ticker ticker;
    private final SeldomLog seldom;
    private final Backoff backoff = new Backoff(
            FIRST_PAUSE, LONGEST_PAUSE, () -> ThreadLocalRandom.current().nextLong());
    private long pauseUntilNanos;

    public RunnerThreads(Executor executor, Ticker ticker) {
        this.executor = executor;
        this.ticker = ticker;
        this.seldom = new SeldomLog(log, ticker);
        this.pauseUntilNanos = ticker.nanos();
    }

    /** Runs this for a queue. Returns whether there was a thread for it. */
    boolean start(String queue, Runnable task) {
        try {
            executor.execute(task);
        } catch (RuntimeException | Error e) {
            pause();
            seldom.warn(
                    "thread",
                    "The JVM gives no thread for the queue '{}'; jobs that wait go back to other nodes, and this one claims none for a while",
                    LogText.of(queue),
                    LoggedFailure.of(e));
            return false;
        }
        works();
        return true;
    }

    private synchronized void pause() {
        if (pauseLeft().isZero()) {
            pauseUntilNanos = ticker.nanos() + backoff.afterFailure().toNanos();
        }
    }

    /** Makes the next pause a short one. A pause that has begun goes on, since the JVM may not give a second thread yet. */
    private synchronized void works() {
        backoff.reset();
    }

    public synchronized Duration pauseLeft() {
        return Duration.ofNanos(Math.max(0, pauseUntilNanos - ticker.nanos()));
    }
}
