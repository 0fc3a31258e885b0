package io.baton.monitor;

import io.baton.BatchId;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the state of the cluster from its tables. */
public interface Monitor {

    /** The bound of counts of one kind of rows; this number stands for more. */
    int MOST_COUNTED = 100_001;

    /** The maximum number of queues in a result. */
    int MOST_QUEUES = 1_000;

    /** Returns the queues that have jobs, are paused, or are served by a living node, in the order of their names. */
    List<QueueStatus> queues();

    /** Returns until when a queue is paused, in the far future for a pause until it is resumed; null if it is not paused. */
    @Nullable
    Instant pausedUntil(String queue);

    /** Returns workers that are not dead, and those that died last, with the living first and those that started last before others. */
    List<WorkerStatus> workers(int limit);

    /** Returns a worker. */
    Optional<WorkerStatus> worker(long id);

    /** Returns jobs that a worker has claimed, those claimed first before others. */
    List<HeldJob> held(long worker, int limit);

    /** Returns the present moment of the database. */
    Instant now();

    /** Returns the newest part of what a filter selects that one call reads. */
    Window window(JobFilter filter);

    /** Counts the jobs in the window of a filter. */
    Matching matching(JobFilter filter);

    /** Returns jobs that hold permits of a limit, the first 100 by the time since which they run or are due. */
    List<LimitedJob> holders(String key);

    /** Returns jobs that wait for a permit of a limit, the first 100 by due time, of those next in line. */
    List<LimitedJob> waiters(String key);

    /** Returns what a job takes part in; only its worker if it has ended. */
    JobRelations relations(long job);

    /** Returns how many workers are not dead. */
    long living();

    /** Returns flows, or batches that are none, the newest first. */
    List<BatchId> batches(@Nullable BatchId before, boolean flows, int limit);

    /** Returns limits in the order of their keys, from the one after this. */
    List<ListedLimit> limits(String after, int limit);

    /** Returns the names of recurring jobs in their order, from the one after this. */
    List<String> schedules(String after, int limit);

    /** Returns the cluster at this moment. */
    Sample sample();

    /**
     * Returns what ran in each of the last spans of so many minutes, the oldest first; the last one has only begun. A node reports a minute up to
     * a minute later.
     *
     * @param minutes 1 for spans of the last hour; else 15
     * @param queue only runs in this queue; null for all
     * @param type only runs of this type; null for all
     */
    List<ActiveSpan> activity(int minutes, int spans, @Nullable String queue, @Nullable String type);

    /** Returns the queues and types in which most ran within the last 24 hours. */
    ActiveNames activeNames();

    /** Returns how many jobs have ended within the last seconds, 59 at most, each number up to {@link #MOST_COUNTED}. */
    Ended endedWithin(int seconds);

    /**
     * A part of what a filter selects.
     *
     * @param filter the filter within bounds: about 100,000 rows of each table are read, or all dead jobs if these are so few
     * @param next before which the rest lies; null if this is all
     */
    record Window(JobFilter filter, @Nullable JobId next) {}

    /**
     * How many jobs match in a window.
     *
     * @param more whether more may match beyond it
     * @param newest the newest of them; null if there are none
     */
    record Matching(long count, boolean more, @Nullable JobId newest, Map<JobState, Long> byState) {}

    /**
     * A job that holds a permit, or waits for one.
     *
     * @param since when it was claimed; its due time if it is not
     */
    record LimitedJob(JobId job, String type, String queue, Instant since) {}

    /**
     * A limit in a list.
     *
     * @param key by which lists go on
     * @param name as applications name it
     * @param rate whether it limits a rate, and not how many run at once
     */
    record ListedLimit(String key, String name, boolean rate) {}

    /**
     * The cluster at one moment. Every number is counted up to {@link #MOST_COUNTED}.
     *
     * @param workers how many are not dead
     * @param limits the first 100 semaphores and the first 100 rates by their names; their keys are not among them
     * @param openBatches how many of the newest batches are not complete
     * @param stuckBatches up to ten of the newest batches and flows that cannot go on because jobs of theirs are dead
     * @param died how many jobs died within the last five minutes, of the newest 10,000 dead ones
     */
    record Sample(
            List<QueueStatus> queues,
            long workers,
            List<LimitUse> limits,
            long openBatches,
            List<BatchId> stuckBatches,
            long died) {}

    /**
     * How many jobs hold permits of a limit, and how many wait for one.
     *
     * @param capacity of a semaphore; null for a rate, of which the holders are not counted
     */
    record LimitUse(String name, @Nullable Integer capacity, long held, long waiting) {}

    /** How many jobs have ended, and how. What is not kept in history is not among them. */
    record Ended(long completed, long cancelled, long died) {}

    /**
     * A queue, and how many jobs of each state it has, each counted up to {@link #MOST_COUNTED}.
     *
     * @param waitingForPermits jobs that wait for permits of limits
     * @param workers how many workers serve it that are not dead
     * @param oldestDue for how long the job has been ready that is due longest; null if none is
     * @param paused whether the queue is paused
     * @param pausedFor for how long from now on; null if it is not paused, or until it is resumed
     */
    record QueueStatus(
            String queue,
            long ready,
            long scheduled,
            long waitingForPermits,
            long claimed,
            long dead,
            long workers,
            @Nullable Duration oldestDue,
            boolean paused,
            @Nullable Duration pausedFor) {}

    /**
     * A worker, by its row.
     *
     * @param startedAt by the clock of the database, as all times
     * @param silentFor how long ago its last heartbeat was
     * @param deadAfter how long it may be silent; null if it does not say
     * @param stopped whether it is dead since it was stopped in good order
     * @param holding how many jobs it has claimed
     */
    record WorkerStatus(
            long id,
            String name,
            String host,
            long pid,
            String version,
            List<String> queues,
            List<String> types,
            Instant startedAt,
            Duration silentFor,
            @Nullable Duration deadAfter,
            boolean dead,
            boolean stopped,
            long holding) {}

    /**
     * A job that a worker has claimed.
     *
     * @param progress from 0 to 1, as its handler said last
     */
    record HeldJob(
            JobId id,
            String type,
            String queue,
            int attempt,
            Instant claimedAt,
            @Nullable Double progress,
            @Nullable String progressNote) {}

    /**
     * What the whole cluster ran in a span of time, as far as nodes have reported.
     *
     * @param start its beginning
     * @param minutes its length
     * @param measured whether any node reported anything; if not, none may have run
     * @param started how many runs
     * @param failed how many attempts that are made again
     * @param waitP50 how long half of the jobs that started had been due at most; null if none did
     * @param waitP95 how long 95 % of them had
     * @param longestWait of one of them
     * @param depth the largest number of ready jobs at one time of the span; null if it was not read, or if only one type is wanted
     */
    record ActiveSpan(
            Instant start,
            int minutes,
            boolean measured,
            long started,
            long completed,
            long cancelled,
            long failed,
            long died,
            @Nullable Duration waitP50,
            @Nullable Duration waitP95,
            @Nullable Duration longestWait,
            @Nullable Long depth) {}

    /** Queues, and types of jobs, each in the order of their names. */
    record ActiveNames(List<String> queues, List<String> types) {}

    /**
     * What a job takes part in beside its queue.
     *
     * @param batch of which it is an item; null if of none
     * @param flow whether that is a flow
     * @param step of the flow
     * @param permits of limits that it needs, in the order in which it acquires them
     * @param workerId the worker that has claimed it last, if any
     * @param traceId the trace in which it was enqueued, if any
     */
    record JobRelations(
            @Nullable BatchId batch,
            boolean flow,
            @Nullable String step,
            List<NeededPermit> permits,
            @Nullable Long workerId,
            @Nullable String traceId) {

        /** A permit that a job needs, and whether it has it. */
        public record NeededPermit(String limit, boolean held) {}
    }
}
