package io.baton.job;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a job takes part in beside its queue.
 *
 * @param bits one for each capability that keeps rows about the job; zero for a plain job
 * @param batchGroup the group of its batch, if it has one
 * @param batchIndex its place in that group
 * @param permits the names of the permits that it holds, as far as they were read
 */
public record Ties(
        int bits, @Nullable Long batchGroup, @Nullable Integer batchIndex, Set<String> permits) {

    /** The bit of jobs that need permits to run. */
    public static final int LIMITS = 1;

    /** The bit of jobs that are items of a batch. */
    public static final int BATCH = 2;

    /** The bit of jobs that hold a unique key. */
    public static final int UNIQUE = 4;

    /** The bit of jobs whose unique key records whether they have started. */
    public static final int UNIQUE_START = 8;

    /** The bit of jobs for whose results other jobs wait. */
    public static final int RESULT = 16;

    /** The bit of jobs that wait for others to end before they can run; the highest, so that every smaller number is without it. */
    public static final int AWAITS = 1 << 14;

    /** The ties of a plain job. */
    public static final Ties NONE = new Ties(0, null, null);

    /** Creates ties whose permits are none or were not read. */
    public Ties(int bits, @Nullable Long batchGroup, @Nullable Integer batchIndex) {
        this(bits, batchGroup, batchIndex, Set.of());
    }

    /** Returns the same with these permits. */
    public Ties holding(Set<String> names) {
        return new Ties(bits, batchGroup, batchIndex, names);
    }

    /** Returns whether the job needs permits to run. */
    public boolean limited() {
        return has(LIMITS);
    }

    /** Returns whether any capability keeps rows about the job. */
    public boolean any() {
        return bits != 0;
    }

    /** Returns whether a capability with one of these bits does. */
    public boolean has(int anyOf) {
        return (bits & anyOf) != 0;
    }
}
