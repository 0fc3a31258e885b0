package io.baton.faults.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A run of a job, at times of the database's clock.
 *
 * @param left the end of time if it was not written
 */
record LoggedRun(long job, Set<String> permits, String node, long entered, long left) {

    /** Returns the same, ended at this time unless it did before. */
    LoggedRun until(long end) {
        return new LoggedRun(job, permits, node, entered, Math.min(left, end));
    }

    /** Returns what lies within a time, which may be nothing. */
    LoggedRun within(long from, long to) {
        return new LoggedRun(job, permits, node, Math.max(entered, from), Math.min(left, to));
    }

    /** Returns what is left of it without the times in which its process was frozen. */
    List<LoggedRun> without(List<LimitNodes.Span> freezes) {
        List<LoggedRun> parts = new ArrayList<>();
        LoggedRun rest = this;
        for (LimitNodes.Span freeze : freezes) {
            parts.add(rest.until(freeze.from()));
            rest = rest.within(freeze.to(), Long.MAX_VALUE);
        }
        parts.add(rest);
        return parts;
    }

    boolean isEmpty() {
        return left <= entered;
    }
}
