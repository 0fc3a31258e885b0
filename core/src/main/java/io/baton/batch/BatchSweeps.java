package io.baton.batch;

import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** Finds batches that are to be repaired or removed, and removes them. Each method runs in the transaction that its caller opened. */
public interface BatchSweeps {

    /** Returns up to {@code limit} batches beyond this one, ascending, that are not complete and of which nothing became for so long. */
    List<Long> idle(long after, Duration idle, int limit);

    /** Returns up to {@code limit} groups of the batch beyond this one, ascending, that have items which are jobs and have not ended. */
    List<Long> openJobGroups(long batch, long after, int limit);

    /** Returns the places of the jobs of this group that there are. */
    BitSet jobs(long group);

    /** Returns the places of the jobs of this group that are dead. */
    BitSet deadJobs(long group);

    /** Returns the same, and locks the rows of these jobs; skips locked rows. */
    BitSet lockDeadJobs(long group);

    /** Returns up to {@code limit} batches, complete or not, of which nothing became for so long. */
    List<Long> expired(boolean complete, Duration idle, int limit);

    /** Returns whether a job of the batch is there that runs or will run without anybody's doing, or a batch that is an item of it and may end. */
    boolean anyLiving(long batch);

    /** Returns up to {@code limit} groups of a batch. */
    List<Long> groups(long batch, int limit);

    /** Removes groups of a batch that is locked, with what was noted of their items. */
    void removeGroups(Collection<Long> groups);

    /** Removes a batch that is locked and has no groups any more. */
    void remove(long batch);
}
