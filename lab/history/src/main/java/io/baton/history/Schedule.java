package io.baton.history;

import java.util.concurrent.TimeUnit;

/**
 * A schedule whose ticks are checked. Times of the database are in milliseconds.
 *
 * @param from the first tick that is expected
 * @param to the last one
 * @param now the time of the database at {@code nanos}
 */
record Schedule(String name, long every, long from, long to, Missed missed, boolean overlap, long now, long nanos) {

    /** What becomes of ticks that pass while no node runs. */
    enum Missed {
        ALL,
        ONCE,
        SKIP
    }

    static Schedule of(Event event) {
        if (event.number("every") < 1) {
            throw new IllegalArgumentException("a schedule has an interval");
        }
        return new Schedule(
                event.text("name"),
                event.number("every"),
                event.number("from"),
                event.number("to"),
                event.choice("missed", Missed.class),
                event.flag("overlap", true),
                event.number("now"),
                event.nanos());
    }

    /** Returns when a tick is due, as lines of the history have it. */
    long due(long planned) {
        return nanos + TimeUnit.MILLISECONDS.toNanos(planned - now);
    }
}
