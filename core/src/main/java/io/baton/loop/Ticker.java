package io.baton.loop;

/** A monotonic clock that measures durations and has no time of day. */
@FunctionalInterface
public interface Ticker {

    Ticker SYSTEM = System::nanoTime;

    /** Returns nanoseconds since an arbitrary moment. */
    long nanos();
}
