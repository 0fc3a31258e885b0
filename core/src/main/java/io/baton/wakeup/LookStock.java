package io.baton.wakeup;

import io.baton.loop.Ticker;

/** Looks that may find nothing, as many as are left, counted in the time that it took to earn them. Called from any thread. */
final class LookStock {

    /** Looks in a row that may find nothing. */
    static final int IN_A_ROW = 50;

    /** Looks a second that may find nothing, once the stock is used up. */
    static final int PER_SECOND = 20;

    private static final long NANOS_PER_LOOK = 1_000_000_000L / PER_SECOND;
    private static final long FULL = IN_A_ROW * NANOS_PER_LOOK;

    private final Ticker ticker;
    private long earned = FULL;
    private long counted;

    LookStock(Ticker ticker) {
        this.ticker = ticker;
        this.counted = ticker.nanos();
    }

    /** Takes a look if there is one. */
    synchronized boolean take() {
        long now = ticker.nanos();
        earned = Math.min(FULL, earned + (now - counted));
        counted = now;
        if (earned < NANOS_PER_LOOK) {
            return false;
        }
        earned -= NANOS_PER_LOOK;
        return true;
    }

    /** The look that was taken found something. */
    synchronized void giveBack() {
        earned = Math.min(FULL, earned + NANOS_PER_LOOK);
    }
}
