package io.baton.worker;

import io.baton.loop.Ticker;
import java.time.Duration;

/**
 * How long this worker is sure not to have been taken for dead: {@code dead-after} from the moment at which its last good heartbeat was
 * sent, on its own monotonic clock. A process that was paused finds its lease run out, whichever of its threads goes on first.
 */
public final class Lease {

    private final Ticker ticker;
    private final long nanos;
    private volatile long since;

    public Lease(Ticker ticker, Duration deadAfter) {
        this.ticker = ticker;
        this.nanos = deadAfter.toNanos();
        this.since = ticker.nanos();
    }

    /** The worker's row was written, by a statement that was sent at this time. */
    public void renewed(long sentNanos) {
        since = sentNanos;
    }

    /** Whether no other node can have taken the worker for dead yet. */
    public boolean isValid() {
        return isValid(ticker.nanos());
    }

    /** The same at a time that its ticker gave a moment ago. */
    public boolean isValid(long now) {
        return now - since < nanos;
    }
}
