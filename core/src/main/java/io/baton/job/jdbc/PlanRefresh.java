package io.baton.job.jdbc;

/**
 * Has a statement planned anew when its plan is suspected. A session keeps the plan of a statement until the table is analyzed, and one that was
 * made when the table held a handful of jobs sorts the whole of it once it holds many. Another text is another statement in every session, and
 * costs no round trip.
 */
final class PlanRefresh {

    /** Statements that are slow for another reason are planned so seldom that it costs nothing. */
    private static final long SHORTEST_PAUSE_NANOS = 10_000_000_000L;

    private int generation;
    private long sinceNanos;

    /** Returns the suffix of the statement. */
    synchronized String mark() {
        return generation == 0 ? "" : " /* " + generation + " */";
    }

    /** Changes the suffix, since the statement took suspiciously long. */
    synchronized void suspect(long nowNanos) {
        if (generation == 0 || nowNanos - sinceNanos >= SHORTEST_PAUSE_NANOS) {
            generation++;
            sinceNanos = nowNanos;
        }
    }
}
