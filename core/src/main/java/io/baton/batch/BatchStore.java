package io.baton.batch;

import io.baton.batch.GroupItems.AckKind;
import io.baton.job.Memberships.Membership;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;

/** Stores batches, their groups and acknowledgements. Each method runs in the transaction of its caller. */
public interface BatchStore {

    /** Creates a batch without a key and returns its id. */
    long make(boolean flow);

    /**
     * Creates a batch with this key and returns its id.
     *
     * @throws DuplicateKeyException if the key exists; some databases then refuse further statements of the transaction
     */
    long makeNew(String key);

    /**
     * Returns the id of the batch with this key. Creates the batch if there is none.
     *
     * @param parent the batch that a created batch is to become an item of, if any
     */
    long make(String key, @Nullable Long parent, boolean flow);

    /** Returns the batch that this one is to become an item of; empty if there is no such batch, or if it is an item already. */
    Optional<Long> awaitedParent(long batch);

    /** Makes a batch an item of this group. */
    void place(long batch, long group);

    /** Returns the batch that this one is an item of, if there is one. */
    Optional<Long> parent(long batch);

    /** Returns the id of the batch with this key. */
    Optional<Long> find(String key);

    Optional<FoundBatch> status(long batch);

    /** Returns whether there is any batch. */
    boolean isUsed();

    /** Locks a batch until the transaction ends; returns empty if the batch does not exist. */
    Optional<LockedBatch> lock(long batch);

    /** Locks a batch without waiting; returns empty if it does not exist or another transaction has locked it. */
    Optional<LockedBatch> lockFree(long batch);

    /**
     * Locks a batch, and waits for the lock for up to two seconds. After a timeout the transaction cannot be used any more.
     *
     * @throws DataAccessException if the lock was not free in time
     */
    Optional<LockedBatch> lockWithTimeout(long batch);

    /** Returns a batch as the transaction sees it, without a lock. */
    Optional<LockedBatch> read(long batch);

    void seal(long batch);

    /** Sets the job that waits for the end of the batch, or none. */
    void onComplete(long batch, @Nullable Long job);

    /** Sets the job that waits for the first dead item of the batch, or none. */
    void onDead(long batch, @Nullable Long job);

    /** Stores whether the batch was last reported as stuck to its outer batch. */
    void stuck(long batch, boolean stuck);

    /** Completes a batch. */
    void complete(long batch);

    /** Marks a batch as active now, unless it is being removed. */
    void active(long batch);

    /** Writes the row of a locked batch if another server may hold a lock of it too: one of the two transactions then fails at its commit. */
    void confirm(long batch);

    void cancel(long batch);

    /** Marks a locked, incomplete batch as being removed. It can then neither complete nor be an item of another batch. */
    void abandon(long batch);

    /**
     * Creates a group without items and returns its id.
     *
     * @param place the step that the group belongs to, if the batch is a flow
     */
    long addGroup(long batch, @Nullable StepPlace place);

    /**
     * Gives a group its items.
     *
     * @param firstJob the id of the first job; null if the items are not jobs
     * @param shared whether the jobs of the group share the work
     */
    void fill(long group, int size, @Nullable Long firstJob, boolean shared);

    /** Returns the batch and size of these groups, and whether their jobs share the work, by group. Groups that were removed are left out. */
    Map<Long, Membership> memberships(Collection<Long> groups);

    /** Returns the items of these groups of a batch that is locked. */
    Map<Long, GroupItems> items(Collection<Long> groups);

    /** Writes the state of the items of groups. */
    void save(Collection<GroupItems> groups);

    /** Returns whether an item of the batch has not ended. In a cancelled batch, dead items count as ended unless they are batches. */
    boolean waitsForItems(long batch, boolean cancelled);

    /** Returns whether an item of the batch is dead. */
    boolean anyDead(long batch);

    /** Returns whether an item of the batch has neither ended nor died, and is not blocked by another step. */
    boolean anyRunnable(long batch);

    /** Stores what happened to items. Waits for no lock of another transaction. */
    void append(AckKind kind, long group, Collection<Integer> items);

    /** Stores an acknowledgement of a batch itself, so that it is folded. Waits for no lock of another transaction. */
    default void note(long batch) {
        append(AckKind.DONE, -batch, List.of());
    }

    /** Returns up to {@code limit} groups of the batch that have acknowledgements, and the negated id of the batch. */
    List<Long> notedGroups(long batch, int limit);

    /** Returns all acknowledgements of these groups. */
    List<Ack> acks(Collection<Long> groups);

    /** Removes acknowledgements. */
    void forget(Collection<Ack> acks);

    /** Returns up to {@code limit} groups and negated ids of batches that have acknowledgements and come after this one, ascending. */
    List<Long> noted(long after, int limit);

    /** Returns which of these groups and negated ids of batches have acknowledgements. */
    List<Long> noted(Collection<Long> names);

    /** Returns up to {@code limit} incomplete batches that come after this one, ascending, and were not active for this time. */
    List<Long> idle(long after, Duration idle, int limit);

    /** Returns up to {@code limit} groups of the batch that come after this one, ascending, and have jobs that are neither ended nor dead. */
    List<Long> openJobGroups(long batch, long after, int limit);

    /** Returns the indexes of the existing jobs of this group. */
    BitSet jobs(long group);

    /** Returns up to {@code limit} batches, complete or not, that were not active for this time. */
    List<Long> expired(boolean complete, Duration idle, int limit);

    /** Returns whether the batch has a job that runs or will run without an operator, or an incomplete batch as an item. */
    boolean anyLiving(long batch);

    /** Returns up to {@code limit} groups of a batch. */
    List<Long> groups(long batch, int limit);

    /** Removes groups of a locked batch, with their acknowledgements. */
    void removeGroups(Collection<Long> groups);

    /** Removes a locked batch that has no groups left. */
    void remove(long batch);

    /**
     * The step of a flow that a group of jobs belongs to.
     *
     * @param awaited whether other steps wait for the results of its jobs
     * @param blocked whether the step waits for others
     */
    record StepPlace(int step, boolean awaited, boolean blocked) {}

    /**
     * An acknowledgement: what happened to items of a group.
     *
     * @param id the id of the row
     * @param items the indexes of the items
     */
    record Ack(long id, long group, AckKind kind, List<Integer> items) {}
}
