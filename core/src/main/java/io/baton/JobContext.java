package io.baton;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The job that a handler is running. Not meant to be implemented by applications: more may be added. */
public interface JobContext {

    /** Returns the job's identity, which stays the same over all its attempts. */
    JobId id();

    /** Returns the name of its type. */
    String type();

    /** Returns the queue it was claimed from. */
    String queue();

    /** Returns which attempt this is, from 1. */
    int attempt();

    /** Returns how many attempts it has before it is dead. */
    int maxAttempts();

    /** Returns when it was enqueued. */
    Instant enqueuedAt();

    /** Returns when it became due. */
    Instant dueAt();

    /** Returns the batch whose item this job is; empty if it is none, or the batch does not exist any more. */
    Optional<BatchId> batchId();

    /**
     * Returns this job's share of the work, if it was made by {@link Jobs#enqueuePartitioned}, {@link Batch#addPartitioned} or {@link
     * Flow#partitioned}.
     */
    Optional<Partition> partition();

    /** Returns for which time this job was enqueued, if it recurs; empty if it does not. Queries the database. */
    Optional<Tick> tick();

    /** Returns what the jobs of the steps before this one returned, if this job belongs to a {@link Flow}; no results if it does not. */
    JobResults results();

    /**
     * Returns whether the run should stop: the job was cancelled, its time is up, the application shuts down, or the job is no longer this
     * worker's. A long handler calls this regularly.
     */
    boolean isCancelled();

    /**
     * Publishes the progress of the job to operators within half a second; a value that cannot be written is dropped.
     *
     * @param fraction from 0 to 1
     * @param note a short text, 200 characters at most are kept; null for none
     * @throws IllegalArgumentException if the fraction is not from 0 to 1
     */
    void progress(double fraction, @Nullable String note);

    /**
     * Keeps a value, as JSON, that a later attempt of this job finds again. It is stored at once, outside the handler's transaction.
     *
     * @throws IllegalArgumentException if the checkpoint is null
     * @throws InvalidPayloadException if the checkpoint cannot be stored, now or later: its codec or the database refuses it, or it is too
     *     large; the last one that was stored stays, and a handler that lets that through has failed like any other
     * @throws BatonException if the job is not this worker's any more, or if the checkpoint cannot be written for now; a handler that
     *     lets that through is called again without using up an attempt
     */
    void saveCheckpoint(Object checkpoint);

    /**
     * Returns what this job last saved, in this attempt or an earlier one.
     *
     * @throws InvalidPayloadException if that cannot be read as this type
     */
    <T> Optional<T> lastCheckpoint(Class<T> type);

    /**
     * Walks through the rows of a query by key. Each portion is a transaction of the application's, READ COMMITTED, in which the rows are read,
     * the action is called with them, and the last key is kept as the checkpoint of this job: all of it commits or nothing. A later attempt goes on
     * behind the last portion that was committed, whatever ended this one. An exception of the action rolls its portion back and leaves this method;
     * so does a {@link java.util.concurrent.CancellationException} between two portions if the run should stop. Let both leave the handler.
     *
     * <p>Rows are found as they are when their portion is read: rows that come behind the last key are not seen, nor are those that were deleted. The
     * number of rows so far is published as progress unless the handler publishes its own.
     *
     * @return the number of rows that were handled in this call, without those of earlier attempts
     * @throws UnusableTransactionException in a transaction, and if the handler is {@code transactional}
     * @throws InvalidPayloadException if the job has a checkpoint that does not belong to these chunks, or the key cannot be kept
     * @throws BatonException if the key column cannot be one; in {@code List} handlers, on other threads than the handler's, without a transaction
     *     manager for Baton's data source, for a job that saves checkpoints of its own, and for chunks of the same name in one run; if the job is not this
     *     worker's any more, or if the checkpoint cannot be written for now, as for {@link #saveCheckpoint}
     */
    <T> long inChunks(Chunks<T> chunks, Consumer<? super List<T>> action);

    /**
     * Ends this run and lets the job wait, without using up an attempt. Never returns: it throws an exception, and holds also if the
     * handler catches that. What a transactional handler has written then commits if it returns.
     *
     * @param delay how long, by the clock of the database
     * @throws IllegalArgumentException if the delay is negative
     */
    void snooze(Duration delay);

    /**
     * Lets no further job of this job's queue start for so long, on any node, such as after an HTTP 429: within a heartbeat, and at once where
     * nodes wake each other. A longer pause stays. This run goes on; it ends by {@link #snooze} if it has to be repeated. The pause holds
     * whatever becomes of the handler's transaction.
     *
     * @throws IllegalArgumentException if the pause is not positive, or longer than 100 years
     * @throws BatonException if the pause cannot be written for now
     */
    void pauseQueue(Duration pause);
}
