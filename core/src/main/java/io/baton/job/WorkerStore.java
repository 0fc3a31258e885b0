package io.baton.job;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The workers' rows: who lives, who is dead, and what the dead held.
 *
 * <p>Marked dead first, unlocked second: the mark is what a worker that wakes up again finds at its next beat, and it stays as long as
 * it holds jobs.
 */
public interface WorkerStore {

    /** Makes a worker known; must be committed before its first claim. Returns its id, which was no other's at any time. */
    long register(WorkerInfo info);

    /** Says that the worker lives; returns whether that is still believed. */
    boolean beat(long workerId);

    /**
     * Marks a worker dead that ends in good order: what it still holds, since it could not write what that came to, is taken back at once
     * and without a charge.
     */
    void deregister(long workerId);

    /** Marks a worker dead by its own wish that ends because of what it holds, which is taken back at once and as from any dead worker. */
    void resign(long workerId);

    /** The workers that are not dead. */
    List<SeenWorker> living();

    /** Marks a worker dead if its last beat is still the one given and nobody holds its row; returns whether it did. Never waits. */
    boolean declareDead(SeenWorker lastSeen);

    /** The workers that are dead and may still hold jobs. */
    List<Long> dead(int limit);

    /** Whether a worker is one of the dead that may still hold jobs. */
    boolean mayHold(long workerId);

    /** Takes back up to {@code limit} jobs of a dead worker; nothing if another sweeper is at it. */
    Unlocked unlock(long deadWorkerId, int limit);

    /**
     * Takes back up to {@code limit} claimed jobs of workers that have no row, which only a person's hand leaves, or that were released.
     */
    Unlocked unlockStrays(int limit);

    /**
     * Notes of up to {@code limit} dead workers that they hold no job, so that nobody looks for any again, but for those whose rows
     * somebody holds; returns how many. Jobs that a dead worker's last claim takes after that are strays.
     */
    int release(int limit);

    /** Removes rows of long dead workers that hold nothing, but for rows that somebody holds; returns how many. */
    int forget(int limit);

    /** The queues that some living worker serves. */
    Set<String> queuesServed();

    /** Whether somebody was there: a worker that had been registered by then has been seen within this time, a minute at least. */
    boolean presentFor(Duration time);

    /**
     * Whether the payloads of a type that this worker cannot read may be readable for a living worker of another version, while a rolling
     * upgrade is under way: one of the two was started within this time.
     */
    boolean othersMayRead(long workerId, String type, Duration startedWithin);

    /** The types that some worker could run that is not dead or was seen within this time. */
    Set<String> typesSeen(Duration within);
}
