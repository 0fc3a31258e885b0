package io.baton.job;

/**
 * What became of a job that was to be stored.
 *
 * @param id of the job
 * @param made whether it was stored; otherwise another one stands for it
 */
public record Inserted(long id, boolean made) {

    /** Creates the answer for a job that was stored. */
    public static Inserted made(long id) {
        return new Inserted(id, true);
    }
}
