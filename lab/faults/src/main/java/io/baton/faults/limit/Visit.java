package io.baton.faults.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A run of a job, at times of the database's clock.
 *
 * @param left the end of time if nobody wrote it
 */
record Visit(long job, Set<String> permits, String node, long entered, long left) {

    /** Returns the same, ended at this time unless it did before. */
    Visit until(long end) {
        return new Visit(job, permits, node, entered, Math.min(left, end));
    }

    /** Returns what lies within a time, which may be nothing. */
    Visit within(long from, long to) {
        return new Visit(job, permits, node, Math.max(entered, from), Math.min(left, to));
    }

    /** Returns what is left of it without the times in which its process was frozen. */
    List<Visit> without(List<Nodes.Span> freezes) {
        List<Visit> parts = new ArrayList<>();
        Visit rest = this;
        for (Nodes.Span freeze : freezes) {
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
