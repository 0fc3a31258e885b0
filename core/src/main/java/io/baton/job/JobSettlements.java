package io.baton.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes of a worker to the jobs that it holds. Each names its claim, takes effect only while that stands, and skips locked rows. Each runs in a
 * transaction that its caller opened, which for {@link #settle} and {@link #saveCheckpoint} may be that of a handler. A map has one result per
 * fence.
 */
public interface JobSettlements {

    /**
     * Records that claimed jobs are about to start, so that a concurrent enqueue of the same unique key sees it. A job must not be started yet if
     * its result is {@link Settled#BUSY}.
     */
    Map<Fence, Settled> start(Collection<Fence> starting);

    /** Adds 1 to the crash count of jobs that are about to start; their outcome resets it. */
    Map<Fence, Settled> countCrash(Collection<Fence> starting);

    /** Locks the rows of these claims: one that is {@link Settled#DONE} stands, and no settlement under way is overlooked. */
    Map<Fence, Settled> lock(Collection<Fence> claims);

    /** Stores the progress of running jobs. */
    Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress);

    /** Stores a checkpoint of a running job. */
    Settled saveCheckpoint(Fence fence, String checkpoint);

    /** Ends those of the claims that still stand, with their outcomes. */
    Map<Fence, Settled> settle(List<Settlement> settlements);

    /** Returns whether a statement can carry this text, such as a result. A longer one would not fail the write, but break the connection. */
    boolean carries(String text);

    /**
     * The progress of a running job.
     *
     * @param fraction from 0 to 1
     * @param note for operators
     */
    record Progress(double fraction, String note) {}
}
