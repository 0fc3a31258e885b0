package io.baton.worker;

import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Counts how often work was done, and how long it took in total. */
public final class Timing {

    private final Ticker ticker;
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    public Timing(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Does the work and measures it; work that fails does not count. */
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
