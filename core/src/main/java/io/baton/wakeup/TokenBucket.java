package io.baton.wakeup;

import io.baton.loop.Ticker;

/** A token bucket for polls that may find nothing, counted in the time in which tokens are earned. Called from any thread. */
final class TokenBucket {

    /** The tokens of a full bucket. */
    static final int CAPACITY = 50;

    /** The tokens that are earned in a second. */
    static final int PER_SECOND = 20;

    private static final long NANOS_PER_TOKEN = 1_000_000_000L / PER_SECOND;
    private static final long FULL = CAPACITY * NANOS_PER_TOKEN;

    private final Ticker ticker;
    private long earned = FULL;
    private long counted;

    TokenBucket(Ticker ticker) {
        this.ticker = ticker;
        this.counted = ticker.nanos();
    }

    /** Takes a token; returns whether there was one. */
    synchronized boolean take() {
        long now = ticker.nanos();
        earned = Math.min(FULL, earned + (now - counted));
        counted = now;
        if (earned < NANOS_PER_TOKEN) {
            return false;
        }
        earned -= NANOS_PER_TOKEN;
        return true;
    }

    /** Returns a token, for a poll that found something. */
    synchronized void giveBack() {
        earned = Math.min(FULL, earned + NANOS_PER_TOKEN);
    }
}
