package io.baton.batch;

import io.baton.PartitionStrategy;
import io.baton.job.Membership;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;

/** The rows of batches, their groups, and of what became of items. Each verb runs in the transaction that its caller opened. */
public interface BatchStore {

    /** Makes a batch; returns its id. */
    long make();

    /** Makes a batch that is a flow; returns its id. */
    long makeFlow();

    /** Makes a batch that is a flow unless there is a batch of this key; returns its id. */
    long makeFlow(String key);

    /**
     * Makes a batch of this key; returns its id.
     *
     * @throws DuplicateKeyException if there is one; the transaction may be of no use then
     */
    long makeNew(String key);

    /** Makes a batch unless there is one of this key; returns its id. */
    long make(String key);

    /** Makes a batch that is to be an item of another unless there is one of this key; returns its id. */
    long makeWithin(String key, long parent);

    /** Returns the batch that a batch is to be an item of but is not yet; empty if it is none, or is one already. */
    Optional<Long> awaitedParent(long batch);

    /** Makes a batch the item of this group. */
    void place(long batch, long group);

    /** Returns the batch whose item this one is; empty if it is none. */
    Optional<Long> parent(long batch);

    /** Returns the id of the batch of this key. */
    Optional<Long> find(String key);

    /** Returns how far a batch is. */
    Optional<FoundBatch> status(long batch);

    /** Locks a batch until the transaction is over; empty if there is none. */
    Optional<LockedBatch> lock(long batch);

    /** The same unless somebody else has locked it; then empty as well. */
    Optional<LockedBatch> lockFree(long batch);

    /**
     * Locks a batch, and waits for its turn for a second or two. The transaction is lost if that is not enough.
     *
     * @throws DataAccessException if the batch was not released in time
     */
    Optional<LockedBatch> lockSoon(long batch);

    /** Returns a batch as the transaction sees it, without a lock. */
    Optional<LockedBatch> look(long batch);

    /** Seals a batch. */
    void seal(long batch);

    /** A job waits for the end of the batch, or none any more. */
    void onComplete(long batch, @Nullable Long job);

    /** A job waits for the first dead item of the batch, or none any more. */
    void onDead(long batch, @Nullable Long job);

    /** The batch whose item this one is was told that nothing of this one goes on, or that something does. */
    void stuck(long batch, boolean stuck);

    /** Makes a group without items; returns its id. */
    long addGroup(long batch);

    /** Makes a group of a step without items; returns its id. */
    long addGroup(long batch, StepPlace place);

    /**
     * Gives a group its items.
     *
     * @param firstJob the first of them that is a job; null if they are none
     * @param strategy how its jobs share the work, if they do
     */
    void fill(long group, int size, @Nullable Long firstJob, @Nullable PartitionStrategy strategy);

    /** Returns what a group is; empty if it is no more. */
    Optional<Membership> membership(long group);

    /** Returns the batches of these groups, by group. */
    Map<Long, Long> batches(Collection<Long> groups);

    /** Returns the sizes of those of these groups that belong to this batch, by group. */
    Map<Long, Integer> sizes(long batch, Collection<Long> groups);

    /** Returns whether an item of the batch has not ended; of a cancelled one, those that have died count as ended, but for batches. */
    boolean waitsForItems(long batch, boolean cancelled);

    /** Returns whether an item of the batch is dead. */
    boolean anyDead(long batch);

    /** Returns whether an item of the batch has neither ended nor died, and waits for no step. */
    boolean goesOn(long batch);

    /** Notes what became of items, and waits for nobody. */
    void append(AckKind kind, long group, Collection<Integer> items);

    /** Notes that a batch is to be looked at, by its negated id, and waits for nobody. */
    void note(long batch);

    /** Returns up to {@code limit} groups of the batch of which something was noted, and the negated id of the batch. */
    List<Long> notedGroups(long batch, int limit);

    /** Returns all that was noted of these groups. */
    List<Ack> acks(Collection<Long> groups);

    /** Removes notes. */
    void forget(Collection<Ack> acks);

    /** Returns the items of these groups of a batch that is locked. */
    Map<Long, GroupItems> items(Collection<Long> groups);

    /** Keeps what became of the items of groups. */
    void save(Collection<GroupItems> groups);

    /** The batch is complete. */
    void complete(long batch);

    /** Something became of the batch; of one that is being removed, nothing does any more. */
    void active(long batch);

    /** Returns whether there is any batch. */
    boolean isUsed();

    /** Returns up to {@code limit} groups and negated ids of batches beyond this one, ascending, of which something was noted. */
    List<Long> noted(long after, int limit);

    /** Returns those of these groups and negated ids of batches of which something was noted. */
    List<Long> noted(Collection<Long> names);

    /** Returns up to {@code limit} batches beyond this one, ascending, that are not complete and of which nothing became for so long. */
    List<Long> idle(long after, Duration idle, int limit);

    /** Returns up to {@code limit} groups of the batch beyond this one, ascending, that have items which are jobs and have not ended. */
    List<Long> openJobGroups(long batch, long after, int limit);

    /** Returns the places of the jobs of this group that there are. */
    BitSet jobs(long group);

    /** Returns the places of the jobs of this group that are dead. */
    BitSet deadJobs(long group);

    /** The same, and locks the rows of these jobs; skips locked rows. */
    BitSet lockDeadJobs(long group);

    /** Returns up to {@code limit} batches, complete or not, of which nothing became for so long. */
    List<Long> expired(boolean complete, Duration idle, int limit);

    /** Returns whether a job of the batch is there that runs or will run without anybody's doing, or a batch that is an item of it and may end. */
    boolean anyLiving(long batch);

    /** Cancels a batch. */
    void cancel(long batch);

    /** Returns up to {@code limit} groups of a batch. */
    List<Long> groups(long batch, int limit);

    /** A batch that is locked, and never came to its end, is being removed: it is never complete, and no item of another batch any more. */
    void abandon(long batch);

    /** Removes groups of a batch that is locked, with what was noted of their items. */
    void removeGroups(Collection<Long> groups);

    /** Removes a batch that is locked and has no groups any more. */
    void remove(long batch);
}
