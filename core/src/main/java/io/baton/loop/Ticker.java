package io.baton.loop;

/** A clock that only measures waits: it never goes back and tells no time of day. */
@FunctionalInterface
public interface Ticker {

    Ticker SYSTEM = System::nanoTime;

    /** Nanoseconds since some moment. */
    long nanos();
}
