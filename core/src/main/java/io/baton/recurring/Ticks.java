package io.baton.recurring;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The times at which the jobs of a schedule are to start. */
interface Ticks {

    /** Returns the first tick after this time; null if there is none. */
    @Nullable
    Instant after(Instant time);

    /** Returns the last tick that is not after {@code now}. The given tick is not after it either. */
    Instant last(Instant tick, Instant now);
}
