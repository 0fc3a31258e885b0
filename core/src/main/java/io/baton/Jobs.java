package io.baton;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;

/**
 * Enqueues, finds, cancels, revives and reschedules jobs, and pauses queues. Applications should not implement this interface: methods may be added.
 *
 * <p>Every operation joins the caller's transaction on Baton's data source, or runs in a short transaction of its own if there is none. A job that is
 * enqueued in a transaction exists if and only if that transaction commits.
 *
 * <p>Operations that write throw an {@link UnusableTransactionException} if the caller's transaction is read-only, or not one of Baton's data source.
 * Those that enqueue throw what {@link #enqueue(Object, Consumer)} throws.
 *
 * <p>If the database fails, operations throw Spring's {@code DataAccessException}, or its {@code TransactionException} if a transaction of Baton
 * cannot begin or commit. They throw a {@link RowLockedException} if another transaction holds a row for too long.
 */
public interface Jobs {

    /** Stores a job for the payload, whose class determines its type. */
    default Enqueued enqueue(Object payload) {
        return enqueue(payload, options -> {});
    }

    /**
     * Stores a job for the payload, with options: {@code jobs.enqueue(mail, job -> job.priority(5))}.
     *
     * @throws InvalidPayloadException if the payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take the payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and the option is {@link OnDuplicate#FAIL}
     */
    Enqueued enqueue(Object payload, Consumer<JobOptions> options);

    /**
     * Stores a job of a type that has no payload.
     *
     * @throws BatonException if the type's name is not possible, or if jobs of the type have a payload
     */
    default Enqueued enqueueNamed(String type) {
        return enqueueNamed(type, options -> {});
    }

    /**
     * Stores a job of a type that has no payload, with options.
     *
     * @throws BatonException if the type's name or an option is not possible, or if jobs of the type have a payload
     */
    Enqueued enqueueNamed(String type, Consumer<JobOptions> options);

    /**
     * Stores a job of this type for the payload, which may be a text or a number: {@code jobs.enqueueNamed("greet", "Ada")}.
     *
     * @throws BatonException if the type's name is not possible
     */
    default Enqueued enqueueNamed(String type, Object payload) {
        return enqueueNamed(type, payload, options -> {});
    }

    /**
     * Stores a job of this type for the payload, which may be a text or a number, with options.
     *
     * @throws BatonException if the type's name or an option is not possible
     */
    Enqueued enqueueNamed(String type, Object payload, Consumer<JobOptions> options);

    /** Stores a job for each payload, in bulk; returns how many. */
    default long enqueueAll(Collection<?> payloads) {
        return enqueueAll(payloads.stream(), options -> {});
    }

    /** Stores a job for each payload, in bulk and in constant memory; closes the stream; returns how many. */
    default long enqueueAll(Stream<?> payloads) {
        return enqueueAll(payloads, options -> {});
    }

    /** Stores a job for each payload, in bulk, with the same options; returns how many. */
    default long enqueueAll(Collection<?> payloads, Consumer<JobOptions> options) {
        return enqueueAll(payloads.stream(), options);
    }

    /** Stores a job for each payload, in bulk and in constant memory, with the same options; closes the stream; returns how many. */
    long enqueueAll(Stream<?> payloads, Consumer<JobOptions> options);

    /**
     * Stores a job for each payload, in bulk, and returns the results, in the order of the payloads. This is slower than {@link
     * #enqueueAll(Collection)}, most of all on databases other than PostgreSQL, which return one id at a time.
     */
    default List<Enqueued> enqueueEach(Collection<?> payloads) {
        return enqueueEach(payloads, options -> {});
    }

    /** Stores a job for each payload, in bulk and with the same options, and returns the results, in the order of the payloads. */
    default List<Enqueued> enqueueEach(Collection<?> payloads, Consumer<JobOptions> options) {
        return enqueueEach(payloads.stream(), options);
    }

    /** Stores a job for each payload of a stream, in bulk; closes the stream; returns the results, in the order of the payloads. */
    default List<Enqueued> enqueueEach(Stream<?> payloads) {
        return enqueueEach(payloads, options -> {});
    }

    /**
     * Stores a job for each payload of a stream, in bulk and with the same options; closes the stream; returns the results, in the order of the
     * payloads.
     */
    List<Enqueued> enqueueEach(Stream<?> payloads, Consumer<JobOptions> options);

    /**
     * Stores a job for each payload, in bulk, each with its own options: {@code jobs.enqueueEach(files, (file, job) -> job.unique(file.path()))};
     * returns the results, in the order of the payloads.
     */
    default <T> List<Enqueued> enqueueEach(
            Collection<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return enqueueEach(payloads.stream(), options);
    }

    /**
     * Stores a job for each payload of a stream, in bulk, each with its own options; closes the stream; returns the results, in the order of the
     * payloads.
     */
    <T> List<Enqueued> enqueueEach(Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options);

    /**
     * Does the same as {@link #enqueueAll(Collection, Consumer)}, with options for each payload; returns how many were stored. A payload is not
     * counted if another job holds its unique key.
     */
    default <T> long enqueueAll(Collection<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return enqueueAll(payloads.stream(), options);
    }

    /** Stores a job for each payload, in bulk and in constant memory, each with its own options; closes the stream; returns how many were stored. */
    <T> long enqueueAll(Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options);

    /**
     * Stores this number of jobs with the same payload, which share the work by the remainder of ids: each handler receives its {@link Partition}.
     * The number of partitions is stored with the jobs, and does not depend on the number of workers.
     *
     * @param partitions how many, from 1 to 8,000
     * @return a sealed batch of these jobs, which is complete when all have ended
     * @throws IllegalArgumentException if there are not 1 to 8,000 partitions
     * @throws InvalidPayloadException if the payload cannot be stored
     */
    default Batch enqueuePartitioned(Object payload, int partitions) {
        return enqueuePartitioned(payload, partitions, options -> {});
    }

    /**
     * Stores such jobs, which all have these options.
     *
     * @param partitions how many, from 1 to 8,000
     * @return a sealed batch of these jobs, which is complete when all have ended
     * @throws IllegalArgumentException if there are not 1 to 8,000 partitions
     * @throws InvalidPayloadException if the payload cannot be stored
     * @throws BatonException if an option is not possible
     */
    Batch enqueuePartitioned(Object payload, int partitions, Consumer<JobOptions> options);

    /** Returns the job; a finished one as long as history is kept. */
    Optional<JobDetails> find(JobId id);

    /**
     * Returns one page of the jobs that match, newest first and without payloads, which {@link #find} returns. Any states can be combined, whether
     * they lie in history or not. A page has up to 1,000 jobs and ends within the newest 10,000 that match; to read further, request the first page
     * of {@link JobFilter#before} the last job of a page.
     *
     * @throws BatonException if the page has no bounds, another order or more than 1,000 jobs, or ends beyond the newest 10,000
     */
    Slice<JobDetails> search(JobFilter filter, Pageable page);

    /** Returns the numbers of unfinished and dead jobs, by queue and state. */
    List<JobCount> counts();

    /**
     * Cancels an unfinished or dead job. A running job is requested to stop, and counts as cancelled unless it completes first. Steps with an
     * {@link JobStep#undo} are undone before an unfinished job is cancelled; meanwhile this returns false. A dead job cannot be
     * revived after this: its payload and error are deleted, and a batch or flow that waits for it continues without it.
     *
     * @return whether the job was cancelled or requested to stop
     */
    boolean cancel(JobId id);

    /**
     * Cancels every unfinished job that matches, and dead jobs if the filter names {@link JobState#DEAD}; returns how many were cancelled or
     * requested to stop.
     */
    long cancelAll(JobFilter filter);

    /**
     * Makes a dead job due now, with all its attempts; returns whether it was dead.
     *
     * @throws DuplicateJobException if another job holds its unique key by now
     */
    boolean revive(JobId id);

    /** Revives every dead job that matches; returns how many. */
    long reviveAll(JobFilter filter);

    /**
     * Makes a waiting job due at another time; returns whether it was waiting.
     *
     * @throws BatonException if the time is after the year 8999
     */
    boolean reschedule(JobId id, Instant time);

    /**
     * Makes a waiting job due this long from now; returns whether it was waiting.
     *
     * @throws BatonException if the delay is negative or over 100 years
     */
    boolean reschedule(JobId id, Duration delay);

    /**
     * Makes every waiting job that matches due at another time; returns how many.
     *
     * @throws BatonException if the time is after the year 8999
     */
    long rescheduleAll(JobFilter filter, Instant time);

    /**
     * Makes every waiting job that matches due this long from now; returns how many.
     *
     * @throws BatonException if the delay is negative or over 100 years
     */
    long rescheduleAll(JobFilter filter, Duration delay);

    /**
     * Pauses a queue on all nodes until it is resumed: no job starts, and running jobs continue. The pause takes effect within a heartbeat, and at
     * once where nodes notify each other. If the queue does not exist yet, it is paused all the same, and a warning is logged with a similar name
     * that may have been meant.
     *
     * @return whether a living node serves the queue, or it has jobs
     * @throws BatonException if no queue can have this name
     */
    boolean pause(String queue);

    /**
     * Pauses a queue on all nodes until this time. This replaces an earlier pause.
     *
     * @return whether a living node serves the queue, or it has jobs
     * @throws BatonException if no queue can have this name, or the time is after the year 8999
     */
    boolean pause(String queue, Instant until);

    /**
     * Pauses a queue on all nodes for this time, by the clock of the database. This replaces an earlier pause.
     *
     * @return whether a living node serves the queue, or it has jobs
     * @throws BatonException if no queue can have this name, or the time is negative or over 100 years
     */
    boolean pause(String queue, Duration time);

    /**
     * Resumes a queue, so that its jobs start again; returns whether it was paused.
     *
     * @throws BatonException if no queue can have this name
     */
    boolean resume(String queue);

    /**
     * Returns whether no unfinished job matches. A dead job is finished, so this does not mean success: use {@link #counts()} or search for {@link
     * JobState#DEAD} as well. Jobs that are due later, that other workers hold, or that a dead worker held are unfinished.
     */
    boolean drained(JobFilter filter);

    /**
     * Waits until {@link #drained} returns true, which it also does when every job has failed for good. In a transaction the result would not change,
     * so this method throws.
     *
     * @return whether this happened within the time; also true if the jobs died
     * @throws UnusableTransactionException if it is called in a transaction
     * @throws BatonException if the thread is interrupted while it waits; it stays interrupted
     */
    boolean awaitDrained(JobFilter filter, Duration timeout);
}
