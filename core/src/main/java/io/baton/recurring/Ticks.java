package io.baton.recurring;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The times at which the jobs of a schedule are to start. */
@FunctionalInterface
interface Ticks {

    /** Returns the first tick after this time; null if there is none. */
    @Nullable
    Instant after(Instant time);

    /**
     * Returns the last tick that is not after {@code now}. The given tick is not after it either. Uses a binary search, since thousands of ticks may
     * have passed. Ticks lie on whole seconds.
     */
    default Instant last(Instant tick, Instant now) {
        Instant next = between(tick, now);
        if (next == null) {
            return tick;
        }
        Instant last = next;
        Instant early = tick;
        Instant late = now;
        while (late.getEpochSecond() - early.getEpochSecond() > 1) {
            Instant middle = Instant.ofEpochSecond((early.getEpochSecond() + late.getEpochSecond()) / 2);
            next = between(middle, now);
            if (next == null) {
                late = middle;
            } else {
                early = middle;
                last = next;
            }
        }
        return last;
    }

    private @Nullable Instant between(Instant time, Instant now) {
        Instant next = after(time);
        return next == null || next.isAfter(now) ? null : next;
    }
}
