package io.baton.worker;

import io.baton.loop.Backoff;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How many runners a lane may have: as many as its queue may run at once, or for a while only as many as it had when no thread could be had for
 * another. After that it may try one more, and has all its places back once that works. Guarded by the lane's monitor.
 */
final class Places {

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final QueueSettings settings;
    private final Ticker ticker;
    private final Backoff backoff = new Backoff(
            FIRST_PAUSE, LONGEST_PAUSE, () -> ThreadLocalRandom.current().nextLong());
    private int had;
    private long pauseUntilNanos;

    Places(QueueSettings settings, Ticker ticker) {
        this.settings = settings;
        this.ticker = ticker;
    }

    /** Returns what is said of the queue. */
    QueueSettings settings() {
        return settings;
    }

    /** Returns how many runners there may be now. */
    int now() {
        if (!backoff.failing()) {
            return settings.concurrency();
        }
        return Math.min(settings.concurrency(), pauseLeft().isZero() ? had + 1 : had);
    }

    /** Returns for how long there may be no more than there are. */
    Duration pauseLeft() {
        long left = backoff.failing() ? pauseUntilNanos - ticker.nanos() : 0;
        return Duration.ofNanos(Math.max(0, left));
    }

    /** No thread could be had for one more than these. */
    void failed(int runners) {
        had = runners;
        if (pauseLeft().isZero()) {
            pauseUntilNanos = ticker.nanos() + backoff.afterFailure().toNanos();
        }
    }

    /** A thread could be had, and there are so many runners now. */
    void started(int runners) {
        if (runners > had) {
            backoff.reset();
        }
    }
}
