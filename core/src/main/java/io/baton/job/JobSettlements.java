package io.baton.job;

import io.baton.JobFailure;
import io.baton.JobId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes of a worker to the jobs that it holds, and reads of their handlers. Each write names its claim, takes effect only while that claim stands,
 * and skips locked rows. Each runs in a transaction that its caller opened; for {@link #settle} and {@link #saveCheckpoint} it may be a handler's. A
 * returned map has one result per fence.
 */
public interface JobSettlements {

    /**
     * Records that claimed jobs are about to start, so that a concurrent enqueue with the same unique key sees the start. A job whose result is
     * {@link Settled#BUSY} must not start yet.
     */
    Map<Fence, Settled> start(Collection<Fence> starting);

    /** Adds 1 to the crash count of jobs that are about to start; the outcome of each job resets its count. */
    Map<Fence, Settled> countCrash(Collection<Fence> starting);

    /** Locks the rows of these claims. A claim with the result {@link Settled#DONE} still stands, and no other transaction is settling it. */
    Map<Fence, Settled> lock(Collection<Fence> claims);

    Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress);

    Settled saveCheckpoint(Fence fence, String checkpoint);

    /** Ends the claims that still stand, each with its outcome. */
    Map<Fence, Settled> settle(List<Settlement> settlements);

    /**
     * Returns whether the server that responds has this claim, or the end of its job; locks no row. After a failover that server may lack commits of
     * the server that committed the claim. If it has this commit, it also has all earlier ones.
     */
    boolean sees(Fence claim);

    /** Returns the labels of an unfinished job; empty if there is no such job. */
    Map<String, String> labels(long id);

    /** Returns the death of a job at this time; empty if the job is gone or alive, or has died again. */
    Optional<JobFailure> death(long id, Instant diedAt);

    /** The progress of a running job: a fraction from 0 to 1, and a note for operators. */
    record Progress(double fraction, String note) {}

    /** The death of a job as it is stored. */
    record FoundFailure(JobId id, String type, int attempts, String error, Instant diedAt) implements JobFailure {

        /** The label of a job that follows the death of another one: the id of that one. Applications cannot set it. */
        public static final String LABEL = "baton.dead";

        /** Omits the error, which may hold secrets. */
        @Override
        public String toString() {
            return "death of job " + id + " at " + diedAt;
        }
    }
}
