package io.baton;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The job that a handler runs. Applications should not implement this interface: methods may be added. */
public interface JobContext {

    /** Returns the job's identity, which stays the same over all its attempts. */
    JobId id();

    /** Returns the name of its type. */
    String type();

    /** Returns the queue from which a worker claimed it. */
    String queue();

    /** Returns the number of this attempt, from 1. */
    int attempt();

    /** Returns after how many failed attempts the job is dead. */
    int maxAttempts();

    /** Returns when it was enqueued. */
    Instant enqueuedAt();

    /** Returns when it became due. */
    Instant dueAt();

    /** Returns the batch whose item this job is; empty if the job is in no batch, or the batch does not exist any more. */
    Optional<BatchId> batchId();

    /**
     * Returns this job's share of the work, if {@link Jobs#enqueuePartitioned}, {@link Batch#addPartitioned} or {@link Flow#partitioned} created it.
     */
    Optional<Partition> partition();

    /**
     * Returns its labels. The call queries the database, unless the application has a {@link JobInterceptor}: then each claim reads them.
     */
    Map<String, String> labels();

    /** Returns the time for which this job was enqueued; empty if the job does not recur. The call queries the database. */
    Optional<Tick> tick();

    /** Returns the death that this job follows; empty unless its handler is {@link JobHandler#afterDeath}. The call queries the database. */
    Optional<JobFailure> failure();

    /** Returns the results of the jobs in the steps before this one; no results if this job belongs to no {@link Flow}. */
    JobResults results();

    /**
     * Returns whether the run should stop: the job was cancelled, its timeout has passed, the application shuts down, or the claim was lost. A long
     * handler calls this regularly.
     */
    boolean isCancelled();

    /**
     * Publishes the progress of the job to operators within half a second. A value that cannot be written is dropped.
     *
     * @param fraction from 0 to 1
     * @param note a short text, of which 200 characters at most are kept; null for none
     * @throws IllegalArgumentException if the fraction is not from 0 to 1
     */
    void progress(double fraction, @Nullable String note);

    /**
     * Stores a value as JSON, which a later attempt of this job finds again. The value is stored at once, outside the handler's transaction.
     *
     * @throws IllegalArgumentException if the checkpoint is null
     * @throws InvalidPayloadException if the checkpoint can never be stored: the codec or the database refuses it, or it is too large; the last
     *     stored one remains, and a handler that does not catch the exception has failed
     * @throws BatonException if the claim was lost, or if the checkpoint cannot be written for now; a handler that does not catch the exception is
     *     called again without using up an attempt
     */
    void saveCheckpoint(Object checkpoint);

    /**
     * Returns the last checkpoint of this job, from this attempt or an earlier one.
     *
     * @throws InvalidPayloadException if the checkpoint cannot be read as this type
     */
    <T> Optional<T> lastCheckpoint(Class<T> type);

    /**
     * Processes the rows of a query in portions, in the order of the key. Each portion has a READ COMMITTED transaction of the application's
     * transaction manager. It reads the rows, calls the action with them, and stores the last key as the checkpoint of this job: all of this commits,
     * or nothing. A later attempt continues after the last committed portion. An exception of the action rolls back its portion and leaves this
     * method. If the run should stop, this method throws a {@link java.util.concurrent.CancellationException} between two portions. Do not catch
     * either.
     *
     * <p>Each portion reads the rows as they are at that time: it does not find rows that were deleted, or that were inserted before the last key.
     * The number of rows so far is published as progress, unless the handler publishes its own.
     *
     * @return the number of rows that this call processed, without those of earlier attempts
     * @throws UnusableTransactionException in a transaction, and if the handler is {@code transactional}
     * @throws InvalidPayloadException if the job has a checkpoint that does not belong to these chunks, or the key cannot be kept
     * @throws BatonException if the column cannot be a key column; in {@code List} handlers, on other threads than the handler's, without a
     *     transaction manager for Baton's data source, for a job that saves checkpoints of its own, and for chunks of the same name in one run; if
     *     the claim was lost, or if the checkpoint cannot be written for now, as for {@link #saveCheckpoint}
     */
    <T> long inChunks(Chunks<T> chunks, Consumer<? super List<T>> action);

    /**
     * Ends this run and lets the job wait, without using up an attempt. This method never returns but throws an exception. It takes effect also if
     * the handler catches that exception; the writes of a transactional handler commit if it then returns.
     *
     * @param delay how long the job waits, by the clock of the database
     * @throws IllegalArgumentException if the delay is negative
     */
    void snooze(Duration delay);

    /**
     * Describes a step of this job, which is done once, however often the handler is called: later calls of the handler skip it. What was done is
     * found by the name alone, so that steps may be added, removed and reordered while jobs are on their way.
     *
     * <p>A step, a {@link #sleep} and an {@link #await} need a handler of one job that is not {@code transactional}, its own thread, and no open
     * transaction. Each has a name of its own in a run.
     *
     * @param name 1 to 200 characters; in a loop, it contains what the step is about, such as {@code "mail-" + user}
     * @throws BatonException if this run has used the name before, and where steps are not possible; the text says what to do
     */
    JobStep<@Nullable Void> step(String name);

    /**
     * Describes a step with a result, which is kept as JSON.
     *
     * @param type the type of the result: a class of its own such as a record, an array, or a plain type of the JDK
     * @throws InvalidPayloadException if a result of this type cannot be kept
     */
    <T> JobStep<T> step(String name, Class<T> type);

    /**
     * Lets the job wait for this time, once. The run ends by a {@link JobSuspendedError}: the job is {@link JobState#WAITING} and holds no thread, connection,
     * permit or attempt. Its handler is called anew afterwards. When the wait ends is decided by the first call, by the clock of the database.
     *
     * <p>The job waits even if the handler catches that error. Code in a {@code finally} block can read {@link #isSuspended}.
     *
     * @param name the name of the step, as for {@link #step(String)}
     * @throws BatonException if the time is negative, or longer than 100 years
     */
    void sleep(String name, Duration time);

    /** Lets the job wait until this time, as {@link #sleep} does. */
    void sleepUntil(String name, Instant time);

    /**
     * Returns the value of a signal that {@link Signals} sent to this job, or empty if none came in time. Until then the job waits, as for {@link
     * #sleep}. A signal that was sent before is found at once. The outcome is recorded: later calls of the handler see the same.
     *
     * @param name the name of the step and of the signal. Each {@code await} takes one signal. For several signals of one name, append {@code #} and
     *     something that distinguishes them: {@code "approved#2"} takes signals of the name {@code "approved"}
     * @param timeout how long the job waits, counted from the first call
     * @throws InvalidPayloadException if the value cannot be read as this type
     */
    <T> Optional<T> await(String name, Class<T> type, Duration timeout);

    /** Returns whether a signal came in time, whatever its value. */
    boolean await(String name, Duration timeout);

    /**
     * Returns whether a change of the handler applies to this job. It does if this run has called all steps that are recorded so far, so that no
     * earlier run came further; it does not for a job with a recorded step that the handler has no more. The decision is recorded.
     *
     * @param change the name of the change, as for {@link #step(String)}
     */
    boolean since(String change);

    /**
     * Cancels the job by its own handler. The run ends by a {@link JobSuspendedError}; then the steps that have an {@link JobStep#undo} are undone, the
     * last first. The handler is called once more for that, and this returns until it has come to the last step that is recorded.
     */
    void cancel();

    /** Returns whether this run ends because the job is to wait or was cancelled by {@link #cancel}, so that a {@code finally} block may leave what the job needs later. */
    boolean isSuspended();

    /**
     * Pauses this job's queue for this time on all nodes, such as after an HTTP 429. The pause takes effect within a heartbeat, and at once where
     * nodes notify each other. It does not shorten a longer pause. This run continues; call {@link #snooze} to repeat it. The pause does not depend
     * on the handler's transaction.
     *
     * @throws IllegalArgumentException if the pause is not positive, or longer than 100 years
     * @throws BatonException if the pause cannot be written for now
     */
    void pauseQueue(Duration pause);
}
