package io.baton.job;

import org.jspecify.annotations.Nullable;

/**
 * What a job takes part in beside its queue.
 *
 * @param bits one for each capability that keeps rows about the job; zero for a plain job
 * @param batchGroup the group of its batch, if it has one
 * @param batchIndex its place in that group
 */
public record Ties(
        int bits, @Nullable Long batchGroup, @Nullable Integer batchIndex) {

    /** The bit of jobs that need permits to run. */
    public static final int LIMITS = 1;

    /** Those of a plain job. */
    public static final Ties NONE = new Ties(0, null, null);

    /** Whether the job needs permits to run. */
    public boolean limited() {
        return has(LIMITS);
    }

    /** Whether any capability keeps rows about the job. */
    public boolean any() {
        return bits != 0;
    }

    /** Whether the capability with this bit does. */
    public boolean has(int bit) {
        return (bits & bit) != 0;
    }
}
