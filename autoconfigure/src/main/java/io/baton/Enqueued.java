package io.baton;

/**
 * What became of an enqueue.
 *
 * @param id the job that will run
 * @param outcome how it came to be
 */
public record Enqueued(JobId id, Outcome outcome) {

    /** How an enqueue ended. More may be added. */
    public enum Outcome {
        /** A new job was stored. */
        CREATED
    }
}
