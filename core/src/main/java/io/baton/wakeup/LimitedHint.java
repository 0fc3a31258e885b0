package io.baton.wakeup;

import io.baton.loop.Ticker;

/** A hint that names nothing: one look is enough for all that came. Called from any thread. */
final class LimitedHint {

    private final Runnable passed;
    private final LookStock stock;
    private boolean late;

    LimitedHint(Runnable passed, Ticker ticker) {
        this.passed = passed;
        this.stock = new LookStock(ticker);
    }

    void come() {
        synchronized (this) {
            late = true;
        }
        passLate();
    }

    void passLate() {
        if (takeLate()) {
            passed.run();
        }
    }

    private synchronized boolean takeLate() {
        boolean due = late && stock.take();
        late &= !due;
        return due;
    }

    /** Whether something waits to be passed on. */
    synchronized boolean isWaiting() {
        return late;
    }
}
