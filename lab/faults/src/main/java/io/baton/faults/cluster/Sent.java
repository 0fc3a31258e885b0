package io.baton.faults.cluster;

/**
 * An item that a client has enqueued, and what the client knows of it.
 *
 * @param seen how many effects there are to be when it runs, of items that come before it; zero if none does
 * @param promised whether its effect must follow once its enqueue has committed
 */
record Sent(long item, ClusterWork.Kind kind, int seen, boolean promised, Outcome outcome) {

    /** How an enqueue ended for its client. */
    enum Outcome {
        /** It has committed. */
        OK,
        /** It has not committed. */
        FAILED,
        /** The client does not know. */
        UNKNOWN
    }

    Sent withoutPromise() {
        return new Sent(item, kind, seen, false, outcome);
    }

    Sent ended(Outcome how) {
        return new Sent(item, kind, seen, promised, how);
    }

    /** Returns whether a row of the application commits with its enqueue. */
    boolean hasRow() {
        return kind != ClusterWork.Kind.DIRECT;
    }
}
