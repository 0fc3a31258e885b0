package io.baton.job;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a job takes part in beside its queue.
 *
 * @param bits one for each capability that keeps rows about the job; zero for a plain job
 * @param batchGroup the group of its batch, if it has one
 * @param batchIndex its place in that group
 * @param permits the names of the permits that it holds, as far as they were asked for
 */
public record Ties(
        int bits, @Nullable Long batchGroup, @Nullable Integer batchIndex, Set<String> permits) {

    /** The bit of jobs that need permits to run. */
    public static final int LIMITS = 1;

    /** The bit of jobs that are items of a batch. */
    public static final int BATCH = 2;

    /** The bit of jobs that hold a unique key. */
    public static final int UNIQUE = 4;

    /** The bit of jobs whose unique key tells others whether they have started. */
    public static final int UNIQUE_START = 8;

    /** The bit of jobs whose results others wait for. */
    public static final int RESULT = 16;

    /** The bit of jobs that wait for others to end before they can run; the highest, so that whatever is less is without it. */
    public static final int AWAITS = 1 << 14;

    /** Those of a plain job. */
    public static final Ties NONE = new Ties(0, null, null);

    /** Creates ties without permits, or of which nobody has asked for these. */
    public Ties(int bits, @Nullable Long batchGroup, @Nullable Integer batchIndex) {
        this(bits, batchGroup, batchIndex, Set.of());
    }

    /** Returns the same with these permits. */
    public Ties holding(Set<String> names) {
        return new Ties(bits, batchGroup, batchIndex, names);
    }

    /** Whether the job needs permits to run. */
    public boolean limited() {
        return has(LIMITS);
    }

    /** Whether any capability keeps rows about the job. */
    public boolean any() {
        return bits != 0;
    }

    /** Whether the capability with this bit does, or with one of these. */
    public boolean has(int anyOf) {
        return (bits & anyOf) != 0;
    }
}
