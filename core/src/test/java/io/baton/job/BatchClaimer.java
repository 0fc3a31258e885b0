package io.baton.job;

import java.util.List;

/** A way to take rows in batches, whose rows a race may count. */
interface BatchClaimer {

    /** Takes up to so many rows for the caller alone; none does not mean that none are left. */
    List<Long> claim(int limit);

    /** Ends what was taken. */
    void finish(List<Long> ids);

    /** Whether nothing is left to take. */
    boolean drained();
}
