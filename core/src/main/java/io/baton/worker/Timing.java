package io.baton.worker;

import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** How often something was done, and how long that took together. */
public final class Timing {

    private final Ticker ticker;
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    public Timing(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Does it once, and measures that unless it fails. */
    public <T> T measure(Supplier<T> work) {
        long start = ticker.nanos();
        T result = work.get();
        nanos.add(ticker.nanos() - start);
        count.increment();
        return result;
    }

    public WorkerReport.Times report() {
        return new WorkerReport.Times(count.sum(), Duration.ofNanos(nanos.sum()));
    }
}
