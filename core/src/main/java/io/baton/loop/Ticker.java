package io.baton.loop;

/** A monotonic clock, which measures durations and knows no time of day. */
@FunctionalInterface
public interface Ticker {

    Ticker SYSTEM = System::nanoTime;

    /** Returns nanoseconds since an arbitrary moment. */
    long nanos();
}
