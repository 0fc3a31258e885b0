package io.baton.batch;

import io.baton.PartitionStrategy;
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

/** The interfaces to the batches of a database, one for each kind of client. */
public record BatchRoles(
        BatchOpenings openings, BatchLocks locks, BatchGroups groups, BatchNotes notes, BatchSweeps sweeps) {

    /** Opens batches and finds them. Each method runs in the transaction of its caller. */
    public interface BatchOpenings {

        /** Creates a batch without a key; returns its id. */
        long make(boolean flow);

        /**
         * Creates a batch with this key; returns its id.
         *
         * @throws DuplicateKeyException if there is one; some databases then refuse further statements of the transaction
         */
        long makeNew(String key);

        /**
         * Creates a batch unless there is one with this key; returns its id.
         *
         * @param parent the batch that it is to be an item of, if any
         */
        long make(String key, @Nullable Long parent, boolean flow);

        /** Returns the batch that this one is to become an item of; empty if it is to be none, or is one already. */
        Optional<Long> awaitedParent(long batch);

        /** Makes a batch an item of this group. */
        void place(long batch, long group);

        /** Returns the batch whose item this one is; empty if it is none. */
        Optional<Long> parent(long batch);

        /** Returns the id of the batch with this key. */
        Optional<Long> find(String key);

        /** Returns the status of a batch. */
        Optional<FoundBatch> status(long batch);

        /** Returns whether there is any batch. */
        boolean isUsed();
    }

    /** Locks batches and changes those that are locked. Each method runs in the transaction of its caller. */
    public interface BatchLocks {

        /** Locks a batch until the transaction is over; empty if there is none. */
        Optional<LockedBatch> lock(long batch);

        /** Locks a batch; empty if there is none or another transaction has locked it. */
        Optional<LockedBatch> lockFree(long batch);

        /**
         * Locks a batch, and waits for the lock for a second or two. If that is not enough, the transaction cannot be used any more.
         *
         * @throws DataAccessException if the batch was not released in time
         */
        Optional<LockedBatch> lockWithTimeout(long batch);

        /** Returns a batch as the transaction sees it, without a lock. */
        Optional<LockedBatch> read(long batch);

        /** Seals a batch. */
        void seal(long batch);

        /** Sets the job that waits for the end of the batch, or none. */
        void onComplete(long batch, @Nullable Long job);

        /** Sets the job that waits for the first dead item of the batch, or none. */
        void onDead(long batch, @Nullable Long job);

        /** Stores whether the batch was last reported as stuck to the batch that it is an item of. */
        void stuck(long batch, boolean stuck);

        /** Completes a batch. */
        void complete(long batch);

        /** Marks a batch as active now, unless it is being removed. */
        void active(long batch);

        /** Writes the row of a locked batch where another server may have locked it as well, so that one of the two transactions fails when it commits. */
        void confirm(long batch);

        /** Cancels a batch. */
        void cancel(long batch);

        /** Marks a batch, which is locked and not complete, as being removed: it can neither complete nor be an item of another batch. */
        void abandon(long batch);
    }

    /** The groups of batches with the state of their items. Each method runs in the transaction of its caller. */
    public interface BatchGroups {

        /**
         * Creates a group without items; returns its id.
         *
         * @param place the step that it belongs to, if the batch is a flow
         */
        long addGroup(long batch, @Nullable StepPlace place);

        /**
         * Gives a group its items.
         *
         * @param firstJob the first of them that is a job; null if they are none
         * @param strategy how its jobs share the work, if they do
         */
        void fill(long group, int size, @Nullable Long firstJob, @Nullable PartitionStrategy strategy);

        /** Returns the batch, size and strategy of a group; empty if the group was removed. */
        Optional<Membership> membership(long group);

        /** Returns the batches of these groups, by group. */
        Map<Long, Long> batches(Collection<Long> groups);

        /** Returns the sizes of those of these groups that belong to this batch, by group. */
        Map<Long, Integer> sizes(long batch, Collection<Long> groups);

        /** Returns the items of these groups of a batch that is locked. */
        Map<Long, GroupItems> items(Collection<Long> groups);

        /** Writes the state of the items of groups. */
        void save(Collection<GroupItems> groups);

        /** Returns whether an item of the batch has not ended; of a cancelled one, those that have died count as ended, but not batches. */
        boolean waitsForItems(long batch, boolean cancelled);

        /** Returns whether an item of the batch is dead. */
        boolean anyDead(long batch);

        /** Returns whether an item of the batch has neither ended nor died, and waits for no step. */
        boolean anyRunnable(long batch);

        /**
         * The step of a flow that a group of jobs belongs to.
         *
         * @param awaited whether other steps wait for the results of its jobs
         * @param blocked whether the step waits for others
         */
        record StepPlace(int step, boolean awaited, boolean blocked) {}
    }

    /** Notes of items that are not folded yet. Each method runs in the transaction of its caller. */
    public interface BatchNotes {

        /** Notes what happened to items. Takes no lock that others hold. */
        void append(AckKind kind, long group, Collection<Integer> items);

        /** Notes a batch for the next fold, by its negated id. Takes no lock that others hold. */
        default void note(long batch) {
            append(AckKind.DONE, -batch, List.of());
        }

        /** Returns up to {@code limit} groups of the batch that have notes, and the negated id of the batch. */
        List<Long> notedGroups(long batch, int limit);

        /** Returns all notes of these groups. */
        List<Ack> acks(Collection<Long> groups);

        /** Removes notes. */
        void forget(Collection<Ack> acks);

        /** Returns up to {@code limit} groups and negated ids of batches after this one, ascending, that have notes. */
        List<Long> noted(long after, int limit);

        /** Returns those of these groups and negated ids of batches that have notes. */
        List<Long> noted(Collection<Long> names);
    }

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

    /**
     * What happened to items of a group.
     *
     * @param id the id of the row
     * @param items their indexes
     */
    public record Ack(long id, long group, AckKind kind, List<Integer> items) {}
}
