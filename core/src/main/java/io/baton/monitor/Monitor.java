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

    /** The largest count of one kind of rows. This number means that there may be more. */
    int MOST_COUNTED = 100_001;

    /** The maximum number of queues in a result. */
    int MOST_QUEUES = 1_000;

    /** Returns the queues that have jobs, are paused or are served by a living node, by name. */
    List<QueueStatus> queues();

    /** Returns until when a queue is paused, which is far in the future for a pause without an end; null if the queue is not paused. */
    @Nullable
    Instant pausedUntil(String queue);

    /** Returns living workers, then dead ones; of each those that started last come first. */
    List<WorkerStatus> workers(int limit);

    Optional<WorkerStatus> worker(long id);

    /** Returns jobs that a worker has claimed, in the order of their claims. */
    List<HeldJob> held(long worker, int limit);

    /** Returns the time of the database. */
    Instant now();

    /** Returns the newest part of a filter's jobs that one call may read. */
    Window window(JobFilter filter);

    /** Counts the jobs in the window of a filter. */
    Matching matching(JobFilter filter);

    /** Returns 100 jobs at most that hold permits of a limit, those first that have run or been due for longest. */
    List<LimitedJob> holders(String key);

    /** Returns 100 jobs at most that wait for a permit of a limit, of those next in line, by due time. */
    List<LimitedJob> waiters(String key);

    /** Returns the relations of a job; after its end only its worker. */
    JobRelations relations(long job);

    /** Returns how many workers are not dead. */
    long living();

    /** Returns flows, or batches that are no flows, the newest first. */
    List<BatchId> batches(@Nullable BatchId before, boolean flows, int limit);

    /** Returns the stored names of limits after this one, ascending. */
    List<String> limits(String after, int limit);

    /** Returns the names of recurring jobs after this one, ascending. */
    List<String> schedules(String after, int limit);

    /**
     * Returns changes of operators that match these terms, the newest first.
     *
     * @param before the id that all returned ids are below
     * @param terms the wanted values by name, which is one of {@link Change#TERMS}
     */
    List<Change> changes(long before, Map<String, String> terms, int limit);

    /** Returns the present state of the cluster. */
    Sample sample();

    /**
     * Returns the runs of each of the last spans of this many minutes, the oldest first. The last span has only begun. A node reports a minute up to
     * a minute later.
     *
     * @param minutes the length of a span: 1 within the last hour, else 15
     * @param queue the queue whose runs are counted; null for all
     * @param type the type whose runs are counted; null for all
     */
    List<ActiveSpan> activity(int minutes, int spans, @Nullable String queue, @Nullable String type);

    /** Returns the queues and types with most runs within the last 24 hours. */
    ActiveNames activeNames();

    /** Returns how many jobs ended within the last seconds, of which there may be 59 at most. Counts up to {@link #MOST_COUNTED}. */
    Ended endedWithin(int seconds);

    /**
     * A part of the jobs that a filter selects.
     *
     * @param filter the filter within bounds, which reads about 100,000 rows of each table, or all dead jobs if they are no more
     * @param next the id before which the remaining jobs lie; null if there are none
     */
    record Window(JobFilter filter, @Nullable JobId next) {}

    /**
     * Counts of the matching jobs in a window.
     *
     * @param more whether jobs beyond the window may match
     * @param newest the newest matching job; null if there is none
     */
    record Matching(long count, boolean more, @Nullable JobId newest, Map<JobState, Long> byState) {}

    /**
     * A job that holds a permit, or waits for one.
     *
     * @param since the time of its claim; its due time if it is not claimed
     */
    record LimitedJob(JobId job, String type, String queue, Instant since) {}

    /**
     * The cluster at one moment. Every number is counted up to {@link #MOST_COUNTED}.
     *
     * @param workers how many workers are not dead
     * @param limits the first 100 semaphores and the first 100 rates by name, without keys
     * @param openBatches how many of the newest batches are not complete
     * @param stuckBatches up to ten of the newest batches and flows that cannot continue because they have dead jobs
     * @param died how many jobs died within the last five minutes, of the newest 10,000 dead ones
     * @param blockedSequences how many sequences are blocked by dead jobs
     * @param longestBlock for how long the first of them has been blocked; zero if there is none
     */
    record Sample(
            List<QueueStatus> queues,
            long workers,
            List<LimitUse> limits,
            long openBatches,
            List<BatchId> stuckBatches,
            long died,
            long blockedSequences,
            Duration longestBlock) {}

    /**
     * How many jobs hold permits of a limit, and how many wait for one.
     *
     * @param capacity the capacity of a semaphore; null for a rate, whose holders are not counted
     */
    record LimitUse(String name, @Nullable Integer capacity, long held, long waiting) {}

    /** Counts of ended jobs. Completed and cancelled jobs count only while the history has them. */
    record Ended(long completed, long cancelled, long died) {}

    /**
     * A queue with the number of its jobs in each state, each counted up to {@link #MOST_COUNTED}.
     *
     * @param waitingForPermits jobs that wait for permits of limits
     * @param workers how many workers serve the queue and are not dead
     * @param oldestDue for how long the ready job with the earliest due time has been due; null if no job is ready
     * @param paused whether the queue is paused
     * @param pausedFor for how long the queue will be paused; null if it is not paused, or paused without an end
     * @param shares how many shares have ready jobs, counted up to 100
     * @param claimedOfLargestShare how many jobs are claimed of the share with the most; zero if there is no share
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
            @Nullable Duration pausedFor,
            long shares,
            long claimedOfLargestShare) {}

    /**
     * A worker, as its row was read.
     *
     * @param startedAt the time of the database when it started
     * @param silentFor the time since its last heartbeat
     * @param deadAfter how long it may be silent before it counts as dead; null if its row does not say
     * @param stopped whether it is dead because it was stopped in an orderly way
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
     * @param progress the last progress that its handler reported, from 0 to 1
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
     * The runs of the whole cluster in a span of time, as far as nodes have reported them.
     *
     * @param start the start of the span
     * @param minutes the length of the span
     * @param measured whether any node reported anything; if not, no node may have been alive
     * @param started how many runs started
     * @param failed how many failed attempts are repeated
     * @param meanWait for how long the jobs that started had been due on average; null if no job started
     * @param longestWait the longest time for which a job that started had been due; null if no job started
     * @param depth the largest number of ready jobs in the span; null if it was not read, or if only one type is wanted
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
            @Nullable Duration meanWait,
            @Nullable Duration longestWait,
            @Nullable Long depth) {}

    /** The names of queues and of types of jobs, both ascending. */
    record ActiveNames(List<String> queues, List<String> types) {}

    /**
     * The relations of a job beside its queue.
     *
     * @param batch the batch that the job is an item of; null if there is none
     * @param flow whether the batch is a flow
     * @param step the step of the flow; null if there is none
     * @param permits the permits that the job needs, in the order in which it gets them
     * @param workerId the worker that claimed the job last, if any
     * @param traceId the trace in which the job was enqueued, if any
     */
    record JobRelations(
            @Nullable BatchId batch,
            boolean flow,
            @Nullable String step,
            List<NeededPermit> permits,
            @Nullable Long workerId,
            @Nullable String traceId) {

        /** A permit that a job needs, and whether the job holds it. */
        public record NeededPermit(String limit, boolean held) {}
    }
}
