package io.baton.worker;

import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads for runners. That there are none is told once a minute at most. */
final class RunnerThreads {

    private static final Logger log = LoggerFactory.getLogger(RunnerThreads.class);
    private static final long BETWEEN_LINES_NANOS = Duration.ofMinutes(1).toNanos();

    private final Executor executor;
    private final Ticker ticker;
    private volatile @Nullable Throwable failure;
    private boolean told;
    private long toldNanos;

    RunnerThreads(Executor executor, Ticker ticker) {
        this.executor = executor;
        this.ticker = ticker;
    }

    /** Starts a runner of a queue. Returns whether there was a thread for it. */
    boolean start(String queue, Runnable runner) {
        try {
            executor.execute(runner);
            failure = null;
            return true;
        } catch (RuntimeException | Error e) {
            failure = e;
            tell(queue, e);
            return false;
        }
    }

    private synchronized void tell(String queue, Throwable cause) {
        if (!told || ticker.nanos() - toldNanos >= BETWEEN_LINES_NANOS) {
            told = true;
            toldNanos = ticker.nanos();
            log.warn(
                    "No thread could be had for the queue '{}', which goes on with those that it has; jobs that these do not get to soon are"
                            + " left to other nodes",
                    LogText.of(queue),
                    LoggedFailure.of(cause));
        }
    }

    /** Returns what starts them. */
    Executor executor() {
        return executor;
    }

    /** Returns why there was no thread at the last try; null if there was one. */
    @Nullable
    Throwable failure() {
        return failure;
    }
}
