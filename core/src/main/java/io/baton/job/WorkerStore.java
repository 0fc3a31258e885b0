package io.baton.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The workers' rows: who lives, who is dead, and what the dead held.
 *
 * <p>A worker is marked dead first and its jobs are unlocked second: a worker that wakes up again finds the mark at its next heartbeat, and the
 * mark stays as long as it holds jobs.
 */
public interface WorkerStore {

    /** Stores a worker; must be committed before its first claim. Returns its id, which no other worker ever has. */
    long register(WorkerInfo info);

    /** Writes a heartbeat; returns whether the worker is not declared dead. */
    boolean heartbeat(long workerId);

    /** Marks a worker dead that ends in good order. What it still holds is reclaimed at once and without a crash count. */
    void deregister(long workerId);

    /** Marks a worker dead that ends because of what it holds, which is reclaimed at once, as from any dead worker. */
    void resign(long workerId);

    /** Returns the workers that are not dead. */
    List<SeenWorker> living();

    /** Marks a worker dead if its last heartbeat is still the one given and its row is not locked; returns whether it did. Never waits. */
    boolean declareDead(SeenWorker lastSeen);

    /** Returns dead workers that may still hold jobs. */
    List<Long> dead(int limit);

    /** Returns whether a worker is dead and may still hold jobs. */
    boolean mayHold(long workerId);

    /** Reclaims up to {@code limit} jobs of a dead worker; none while another sweeper does. */
    Unlocked unlock(long deadWorkerId, int limit);

    /** Reclaims up to {@code limit} claimed jobs of released workers, and of workers without a row, which only a manual change leaves. */
    Unlocked unlockStrays(int limit);

    /**
     * Marks up to {@code limit} dead workers as released that hold no job, so that no node reads their jobs again; returns how many. Skips locked
     * rows. Jobs that a dead worker's last claim takes after that are strays.
     */
    int release(int limit);

    /** Removes rows of long dead workers that hold nothing; returns how many. Skips locked rows. */
    int forget(int limit);

    /** Returns the queues that some living worker serves. */
    Set<String> queuesServed();

    /** Returns whether a worker that was registered by then has been seen within this time, a minute at least. */
    boolean presentFor(Duration time);

    /** Returns the types that some living worker has a handler for. */
    Set<String> typesSeen();

    /**
     * Identifies a worker. Host and process are labels; only the epoch, fresh for every start, distinguishes workers.
     *
     * @param version that of Baton, and after a plus sign what distinguishes builds of the application that may not read each other's payloads
     * @param deadAfter how long it may be silent before its jobs are reclaimed
     * @param queues the queues it serves
     * @param types the job types it can run
     */
    record WorkerInfo(
            String name,
            String host,
            long pid,
            UUID epoch,
            String version,
            Duration deadAfter,
            Set<String> queues,
            Set<String> types) {}

    /**
     * A worker that is not dead, and its last heartbeat.
     *
     * @param heartbeat by the clock of the database; compared for equality only, never with another clock
     * @param deadAfter how long it may be silent by its own settings; null if unknown
     */
    record SeenWorker(
            long id,
            String name,
            Instant heartbeat,
            @Nullable Duration deadAfter) {}

    /**
     * The result of reclaiming jobs of a dead worker.
     *
     * @param jobs how many
     * @param dead those of them that are dead now, since their crash count is too high
     * @param queues where the others are ready again
     */
    record Unlocked(int jobs, List<Long> dead, Set<String> queues) {

        public static final Unlocked NOTHING = new Unlocked(0, List.of(), Set.of());
    }
}
