package io.baton.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What a worker writes of the jobs that it holds. Each write names its claim, and counts only while that stands; it runs in a transaction that its
 * caller opened, which for {@link #settle} and {@link #saveCheckpoint} may be that of a handler.
 */
public interface JobSettlements {

    /**
     * Tells whoever waits for it that jobs start whose ties say that somebody may, and waits for nobody. Returns what became of every fence it was
     * given: one that is {@link Settled#BUSY} must not start yet.
     */
    Map<Fence, Settled> start(Collection<Fence> starting);

    /**
     * Counts a crash against jobs that are about to start, which stands until they come to an outcome, and waits for nobody. Returns what
     * became of every fence it was given.
     */
    Map<Fence, Settled> charge(Collection<Fence> starting);

    /**
     * Returns what has become of these claims: {@link ClaimStatus#HELD} only under the lock of the row, so that no settlement under way
     * is overlooked; waits for nobody.
     */
    Map<Fence, ClaimStatus> statusOf(Collection<Fence> claims);

    /** Keeps what running jobs say of their progress, and waits for nobody. Returns what became of every fence it was given. */
    Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress);

    /** Keeps a checkpoint of a running job, and waits for nobody. */
    Settled saveCheckpoint(Fence fence, String checkpoint);

    /** Writes the ends of claims, all those that are still the caller's, and waits for nobody. Returns what became of every fence it was given. */
    Map<Fence, Settled> settle(List<Settlement> settlements);

    /** Whether a statement can carry this text, such as a result: one that cannot is no write that fails, but a connection that is lost. */
    boolean carries(String text);
}
