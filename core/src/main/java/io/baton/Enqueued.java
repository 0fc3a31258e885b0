package io.baton;

/**
 * The result of an enqueue.
 *
 * @param id the job that will run, or that runs
 * @param outcome whether the job is new
 */
public record Enqueued(JobId id, Outcome outcome) {

    /** Returns whether a new job was stored. */
    public boolean isCreated() {
        return outcome == Outcome.CREATED;
    }

    /** The outcome of an enqueue. More may be added. */
    public enum Outcome {
        /** A new job was stored. */
        CREATED,
        /** A job with the same unique key waits, and will see the writes of the caller. The new one was not stored. */
        KEPT,
        /** A job with the same unique key waits, and got the payload and the due time of the new one, which was not stored. */
        REPLACED,
        /**
         * A job with the same unique key has started and has not finished. The new one was not stored, although the other may not see the writes of
         * the caller.
         */
        RUNNING
    }
}
