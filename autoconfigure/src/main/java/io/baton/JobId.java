package io.baton;

/**
 * The identity of a job, given by the database at enqueue and never used twice.
 *
 * @param value the number the database gave
 */
public record JobId(long value) {

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
