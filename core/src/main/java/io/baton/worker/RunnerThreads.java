package io.baton.worker;

import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.loop.Ticker;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads for runners. That there are none is told once a minute at most. */
final class RunnerThreads {

    private static final Logger log = LoggerFactory.getLogger(RunnerThreads.class);

    /** One for all queues: what one gets no thread for, others get none for either. */
    private static final String NO_THREAD = "thread";

    private final Executor executor;
    private final SeldomLog seldom;
    private volatile @Nullable Throwable failure;

    RunnerThreads(Executor executor, Ticker ticker) {
        this.executor = executor;
        this.seldom = new SeldomLog(log, ticker);
    }

    /** Starts a runner of a queue. Returns whether there was a thread for it. */
    boolean start(String queue, Runnable runner) {
        try {
            executor.execute(runner);
            failure = null;
            return true;
        } catch (RuntimeException | Error e) {
            failure = e;
            seldom.warn(
                    NO_THREAD,
                    "No thread could be had for the queue '{}', which goes on with those that it has; jobs that these do not get to soon are"
                            + " left to other nodes",
                    LogText.of(queue),
                    LoggedFailure.of(e));
            return false;
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
