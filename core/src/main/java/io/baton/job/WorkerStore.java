package io.baton.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the workers: which are living, which are dead, and which jobs the dead ones held.
 *
 * <p>A worker is marked dead first, and its jobs are reclaimed second. A worker that resumes finds the mark at its next heartbeat. The mark stays as
 * long as the worker holds jobs.
 */
public interface WorkerStore {

    /** Stores a worker; the caller must commit this before the first claim. Returns the worker's id, which no other worker ever has. */
    long register(WorkerInfo info);

    /** Writes a heartbeat; returns whether the worker is not declared dead. */
    boolean heartbeat(long workerId);

    /**
     * Marks a worker dead that stops; the jobs that it still holds are reclaimed at once.
     *
     * @param orderly whether it stops normally: these jobs then get no crash count. Otherwise it stops because of one of them
     */
    void deregister(long workerId, boolean orderly);

    /** Returns the workers that are not dead. */
    List<SeenWorker> living();

    /** Marks a worker dead if its last heartbeat is still the given one and its row is not locked; returns whether it did. Never waits. */
    boolean declareDead(SeenWorker lastSeen);

    /** Returns dead workers that may still hold jobs. */
    List<Long> dead(int limit);

    /**
     * Marks up to {@code limit} dead workers that hold no job as released, so that no node reads their jobs again, and removes rows of workers that
     * have been dead for long; returns how many it removed. Skips locked rows. {@link JobSweeps#unlockStrays} reclaims jobs that the last claim of a
     * released worker takes afterwards.
     */
    int forget(int limit);

    /** Returns the queues that some living worker serves. */
    Set<String> queuesServed();

    /** Returns whether a worker was registered at least this time ago and has been seen within it, or within a minute if that is longer. */
    boolean presentFor(Duration time);

    /**
     * Identifies a worker. Host and process are labels; only the epoch, fresh for every start, distinguishes workers.
     *
     * @param version the version of Baton, then after a plus sign an id of the build if other builds of the application may not read its payloads
     * @param deadAfter how long the worker may be silent before its jobs are reclaimed
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
     * @param heartbeat the time by the database's clock; compared for equality only, never with another clock
     * @param deadAfter how long the worker may be silent by its own settings; null if unknown
     */
    record SeenWorker(
            long id,
            String name,
            Instant heartbeat,
            @Nullable Duration deadAfter) {}
}
