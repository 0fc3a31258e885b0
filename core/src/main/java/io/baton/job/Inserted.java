package io.baton.job;

/**
 * The result of storing a job.
 *
 * @param id of the job
 * @param made whether it was stored; otherwise the id is that of the job that stands for it
 */
public record Inserted(long id, boolean made) {

    /** Creates the result for a job that was stored. */
    public static Inserted made(long id) {
        return new Inserted(id, true);
    }
}
