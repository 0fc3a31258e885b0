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

    static Sent of(long item, ClusterWork.Kind kind) {
        return new Sent(item, kind, 0, true, Outcome.FAILED);
    }

    /** Returns the same after so many items. */
    Sent after(int items) {
        return new Sent(item, kind, items, promised, outcome);
    }

    /** Returns the same without a promise: another job that runs already may not see it. */
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
