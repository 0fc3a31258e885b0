package io.baton.batch;

import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** Finds batches that are to be repaired or removed, and removes them. Each method runs in the transaction of its caller. */
public interface BatchSweeps {

    /** Returns up to {@code limit} batches after this one, ascending, that are not complete and were not active for this time. */
    List<Long> idle(long after, Duration idle, int limit);

    /** Returns up to {@code limit} groups of the batch after this one, ascending, that have jobs which have not ended. */
    List<Long> openJobGroups(long batch, long after, int limit);

    /** Returns the indexes of those jobs of this group that exist. */
    BitSet jobs(long group);

    /** Returns the indexes of the dead jobs of this group. */
    BitSet deadJobs(long group);

    /** Locks the dead jobs of this group and returns their indexes; skips locked rows. */
    BitSet lockDeadJobs(long group);

    /** Returns up to {@code limit} batches, complete or not, that were not active for this time. */
    List<Long> expired(boolean complete, Duration idle, int limit);

    /** Returns whether the batch has a job that runs or will run without an operator, or an item that is a batch and may end. */
    boolean anyLiving(long batch);

    /** Returns up to {@code limit} groups of a batch. */
    List<Long> groups(long batch, int limit);

    /** Removes groups of a batch that is locked, with their notes. */
    void removeGroups(Collection<Long> groups);

    /** Removes a batch that is locked and has no groups any more. */
    void remove(long batch);
}
