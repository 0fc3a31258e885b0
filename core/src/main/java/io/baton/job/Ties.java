package io.baton.job;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The capabilities that a job takes part in beside its queue.
 *
 * @param bits a bit for each capability that keeps rows about the job; zero for a plain job
 * @param permits the names of the permits that the job holds; empty if they were not read
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

    /** The bit of jobs that are part of a sequence. */
    public static final int SEQUENCE = 32;

    /** The bit of jobs that have their turn in a sequence, until they end. */
    public static final int TURN = 64;

    /** The bit of jobs with steps. */
    public static final int STEPS = 128;

    /** The bit that changes with each record of a step where a transaction must write the rows that it has locked. */
    public static final int STEPS_WRITTEN = 256;

    /** The bit of jobs with steps that are undone before the job is dead or cancelled. */
    public static final int UNDO = 512;

    /** The bit of jobs whose steps are being undone, or were. Those that are cancelled then keep {@link #UNDO}; those that are dead then lose it. */
    public static final int UNDOING = 1024;

    /** The bit of jobs whose death is followed by another job. */
    public static final int AFTER_DEATH = 2048;

    /** The bit of jobs of which no run begins after the time that {@link LatestStart} says. */
    public static final int START_BEFORE = 4096;

    /** The bit of jobs that wait for other jobs to end. It is the highest bit, so that every smaller number is without it. */
    public static final int AWAITS = 1 << 14;

    /** The ties of a plain job. */
    public static final Ties NONE = new Ties(0, null, null);

    /** Creates ties without permits, or of a job whose permits were not read. */
    public Ties(int bits, @Nullable Long batchGroup, @Nullable Integer batchIndex) {
        this(bits, batchGroup, batchIndex, Set.of());
    }

    /** Returns the same ties with these permits. */
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

    /** Returns the SQL of whether the column {@code ties} of a job has a bit. */
    public static String sqlHas(int bit) {
        return "(MOD(COALESCE(ties, 0), " + 2 * bit + ") >= " + bit + ")";
    }

    /** Returns whether the steps of the job are to be undone before it ends without having completed. */
    public boolean undoes() {
        return has(UNDO) && !has(UNDOING);
    }

    /** Returns whether the steps of the job are undone because of an error, which the job keeps. */
    public boolean keepsError() {
        return has(UNDOING) && !has(UNDO);
    }

    /** Returns whether the job has at least one of these bits. */
    public boolean has(int anyOf) {
        return (bits & anyOf) != 0;
    }
}
