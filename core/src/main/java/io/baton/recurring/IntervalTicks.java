package io.baton.recurring;

import java.time.Duration;
import java.time.Instant;

/** Ticks that come again after so long, each counted from the one before. */
record IntervalTicks(Duration interval) implements Ticks {

    @Override
    public Instant after(Instant tick) {
        return tick.plus(interval);
    }

    @Override
    public Instant last(Instant tick, Instant now) {
        return tick.plus(interval.multipliedBy(Duration.between(tick, now).dividedBy(interval)));
    }
}
