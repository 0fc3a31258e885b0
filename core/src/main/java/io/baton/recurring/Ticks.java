package io.baton.recurring;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times at which jobs are to start. */
interface Ticks {

    /** Returns the first tick that is later; null if none comes. */
    @Nullable
    Instant after(Instant time);

    /** Returns the last tick until now, beginning with one that is not later than now. */
    Instant last(Instant tick, Instant now);
}
