package io.baton.worker.claim;

import io.baton.loop.Ticker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Tells a claim loop that cannot go on from a database that is away: what this node alone fails at, such as for want of memory, others may be
 * able to do, and what it holds must come to them. Once it has given up its identity it tries again after a growing pause. Written by the
 * threads that claim and beat.
 */
public final class ClaimFailures {

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
    private static final int MOST_DOUBLINGS = 16;

    private final Ticker ticker;
    private final long patienceNanos;
    private @Nullable Throwable failure;
    private long sinceNanos;
    private long lastNanos;
    private int resignations;
    private long pauseUntilNanos;

    public ClaimFailures(Ticker ticker, Duration patience) {
        this.ticker = ticker;
        this.patienceNanos = patience.toNanos();
        this.pauseUntilNanos = ticker.nanos();
    }

    /** A turn failed. */
    public synchronized void failed(Throwable cause) {
        lastNanos = ticker.nanos();
        if (!isOfThisNode(cause)) {
            failure = null;
        } else if (failure == null) {
            failure = cause;
            sinceNanos = lastNanos;
        }
    }

    /** No claim is tried at the moment, so that nobody knows whether it would fail. */
    synchronized void untried() {
        failure = null;
    }

    private static boolean isOfThisNode(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Error) {
                return true;
            }
        }
        return !(failure instanceof DataAccessException) && !(failure instanceof TransactionException);
    }

    /** A turn came to its end. */
    public synchronized void worked() {
        failure = null;
        resignations = 0;
    }

    /** Returns what has made all turns fail from the first to the last of them for too long; null if nothing has. */
    public synchronized @Nullable Throwable lasting() {
        return failure != null && lastNanos - sinceNanos >= patienceNanos ? failure : null;
    }

    /** The worker gave up what it held. */
    public synchronized void resigned() {
        long pause = patienceNanos << Math.min(resignations++, MOST_DOUBLINGS);
        pauseUntilNanos = ticker.nanos() + Math.min(Math.max(pause, patienceNanos), LONGEST_PAUSE.toNanos());
        failure = null;
    }

    /** Whether claims may be tried, which they may not for a while after the worker gave up. */
    public synchronized boolean mayTry() {
        return ticker.nanos() - pauseUntilNanos >= 0;
    }
}
