package io.baton;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;

/**
 * Enqueues, finds, cancels, revives and reschedules jobs, and pauses queues. Not meant to be implemented by applications: more
 * may be added.
 *
 * <p>Every operation joins the caller's transaction where there is one on Baton's data source, and otherwise runs in a short
 * one of its own. A job enqueued in a transaction exists if and only if that transaction commits.
 *
 * <p>A failure of the database comes as Spring's {@code DataAccessException}, as its {@code TransactionException} where a transaction of Baton's
 * own cannot begin or commit, or as a {@link RowLockedException} where it would wait too long for a row that another transaction holds.
 */
public interface Jobs {

    /**
     * Stores a job for the payload, whose class determines its type.
     *
     * @throws InvalidPayloadException if the payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if several handlers take the payload and its class does not name one
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default Enqueued enqueue(Object payload) {
        return enqueue(payload, options -> {});
    }

    /**
     * Stores a job for the payload, with options: {@code jobs.enqueue(mail, job -> job.priority(5))}.
     *
     * @throws InvalidPayloadException if the payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take the payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    Enqueued enqueue(Object payload, Consumer<JobOptions> options);

    /**
     * Stores a job of a type that has no payload.
     *
     * @throws BatonException if the type's name is not possible, or if jobs of the type have a payload
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default Enqueued enqueueNamed(String type) {
        return enqueueNamed(type, options -> {});
    }

    /**
     * Stores a job of a type that has no payload, with options.
     *
     * @throws BatonException if the type's name or an option is not possible, or if jobs of the type have a payload
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    Enqueued enqueueNamed(String type, Consumer<JobOptions> options);

    /**
     * Stores a job of this type for the payload, which may be a text or a number: {@code jobs.enqueueNamed("greet", "Ada")}.
     *
     * @throws InvalidPayloadException if the payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if the type's name is not possible
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default Enqueued enqueueNamed(String type, Object payload) {
        return enqueueNamed(type, payload, options -> {});
    }

    /**
     * Stores a job of this type for the payload, which may be a text or a number, with options.
     *
     * @throws InvalidPayloadException if the payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if the type's name or an option is not possible
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    Enqueued enqueueNamed(String type, Object payload, Consumer<JobOptions> options);

    /**
     * Stores a job for each payload, in bulk; returns how many.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if several handlers take a payload and its class does not name one
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default long enqueueAll(Collection<?> payloads) {
        return enqueueAll(payloads.iterator());
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory; closes the stream; returns how many.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if several handlers take a payload and its class does not name one
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default long enqueueAll(Stream<?> payloads) {
        try (payloads) {
            return enqueueAll(payloads.iterator());
        }
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory; returns how many.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if several handlers take a payload and its class does not name one
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default long enqueueAll(Iterator<?> payloads) {
        return enqueueAll(payloads, options -> {});
    }

    /**
     * Stores a job for each payload, in bulk, all with the same options; returns how many.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default long enqueueAll(Collection<?> payloads, Consumer<JobOptions> options) {
        return enqueueAll(payloads.iterator(), options);
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, all with the same options; closes the stream; returns how many.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default long enqueueAll(Stream<?> payloads, Consumer<JobOptions> options) {
        try (payloads) {
            return enqueueAll(payloads.iterator(), options);
        }
    }

    /**
     * Stores a job for each payload, in bulk, and returns the results, in the order of the payloads. Slower than {@link #enqueueAll(Collection)},
     * most of all where a database returns the id of one row at a time (all but PostgreSQL).
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if several handlers take a payload and its class does not name one
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default List<Enqueued> enqueueEach(Collection<?> payloads) {
        return enqueueEach(payloads, options -> {});
    }

    /**
     * Stores a job for each payload, in bulk, all with the same options, and returns the results, in the order of the payloads.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default List<Enqueued> enqueueEach(Collection<?> payloads, Consumer<JobOptions> options) {
        return enqueueEach(payloads.iterator(), options);
    }

    /**
     * Stores a job for each payload of a stream, which it closes, in bulk, and returns the results, in the order of the payloads.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if several handlers take a payload and its class does not name one
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default List<Enqueued> enqueueEach(Stream<?> payloads) {
        return enqueueEach(payloads, options -> {});
    }

    /**
     * Stores a job for each payload of an iterator, in bulk, and returns the results, in the order of the payloads.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if several handlers take a payload and its class does not name one
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default List<Enqueued> enqueueEach(Iterator<?> payloads) {
        return enqueueEach(payloads, options -> {});
    }

    /**
     * The same for a stream, which it closes.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default List<Enqueued> enqueueEach(Stream<?> payloads, Consumer<JobOptions> options) {
        try (payloads) {
            return enqueueEach(payloads.iterator(), options);
        }
    }

    /**
     * The same for an iterator.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    List<Enqueued> enqueueEach(Iterator<?> payloads, Consumer<JobOptions> options);

    /**
     * Stores a job for each payload, in bulk, each with options of its own: {@code jobs.enqueueEach(files, (file, job) -> job.unique(file.path()))};
     * returns what became of each, in their order.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default <T> List<Enqueued> enqueueEach(
            Collection<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return enqueueEach(payloads.iterator(), options);
    }

    /**
     * Stores a job for each payload of a stream, which it closes, in bulk, each with options of its own; returns what became of each, in their
     * order.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default <T> List<Enqueued> enqueueEach(Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        try (payloads) {
            return enqueueEach(payloads.iterator(), options);
        }
    }

    /**
     * Stores a job for each payload, in bulk, each with options of its own; returns what became of each, in their order.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    <T> List<Enqueued> enqueueEach(Iterator<? extends T> payloads, BiConsumer<? super T, JobOptions> options);

    /**
     * Stores a job for each payload, in bulk and in constant memory, each with options of its own; returns how many were stored, which leaves out
     * those for which others with the same unique key stand.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default <T> long enqueueAll(Collection<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return enqueueAll(payloads.iterator(), options);
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, each with options of its own; closes the stream; returns how many were stored.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default <T> long enqueueAll(Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        try (payloads) {
            return enqueueAll(payloads.iterator(), options);
        }
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, each with options of its own; returns how many were stored.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    <T> long enqueueAll(Iterator<? extends T> payloads, BiConsumer<? super T, JobOptions> options);

    /**
     * Stores a job for each payload, in bulk and in constant memory, all with the same options; returns how many.
     *
     * @throws InvalidPayloadException if a payload cannot be stored, such as one that cannot be written as JSON or is too large
     * @throws BatonException if an option is not possible, or several handlers take a payload and none is named
     * @throws DuplicateJobException if another job holds a unique key, and that is to fail
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    long enqueueAll(Iterator<?> payloads, Consumer<JobOptions> options);

    /**
     * Stores so many jobs of the same payload that share the work by the remainder of ids: each handler takes its {@link Partition}. How many is
     * stored with them, and has nothing to do with how many workers there are.
     *
     * @param partitions how many, from 1 to 8,000
     * @return the sealed batch whose items they are, which is complete when all have ended
     * @throws IllegalArgumentException if there are not 1 to 8,000 partitions
     * @throws InvalidPayloadException if the payload cannot be stored
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    default Batch enqueuePartitioned(Object payload, int partitions) {
        return enqueuePartitioned(payload, partitions, PartitionStrategy.MODULUS, options -> {});
    }

    /**
     * The same by another strategy, with options that are those of each job.
     *
     * @param partitions how many, from 1 to 8,000
     * @return the sealed batch whose items they are, which is complete when all have ended
     * @throws IllegalArgumentException if there are not 1 to 8,000 partitions
     * @throws InvalidPayloadException if the payload cannot be stored
     * @throws BatonException if an option is not possible
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    Batch enqueuePartitioned(Object payload, int partitions, PartitionStrategy strategy, Consumer<JobOptions> options);

    /** Returns the job, unfinished or, as long as history is kept, finished. */
    Optional<JobDetails> find(JobId id);

    /**
     * Returns one page of the jobs that match, newest first and without their payloads, which {@link #find} returns. States that lie in
     * history and those that do not may be combined. A page has up to 1,000 jobs and ends within the newest 10,000 that match;
     * to read further, request the first page of {@link JobFilter#before} the last job of a page.
     *
     * @throws BatonException if the page has no bounds, another order or more than 1,000 jobs, or ends beyond the newest 10,000
     */
    Slice<JobDetails> search(JobFilter filter, Pageable page);

    /** Returns the numbers of unfinished and dead jobs, by queue and state. */
    List<JobCount> counts();

    /**
     * Cancels a job that has not ended. One that runs now is requested to stop and counts as cancelled unless it completes first. A dead job is given
     * up by it: it is not run any more, its payload and error are not kept, and a batch or flow that waits for it goes on without it.
     *
     * @return whether the job was cancelled or requested to stop
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    boolean cancel(JobId id);

    /**
     * Cancels every unfinished job that matches, and dead ones where the filter names {@link JobState#DEAD}; returns how many were cancelled or
     * requested to stop.
     *
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    long cancelAll(JobFilter filter);

    /**
     * Lets a dead job run again, due now and with all its attempts; returns whether it was dead.
     *
     * @throws DuplicateJobException if another job holds its unique key by now
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    boolean revive(JobId id);

    /**
     * Revives every dead job that matches; returns how many.
     *
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    long reviveAll(JobFilter filter);

    /**
     * Moves a job that waits to another time; returns whether it was waiting.
     *
     * @throws BatonException if the time is after the year 8999
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    boolean reschedule(JobId id, Instant time);

    /**
     * Makes a job that waits due this long from now; returns whether it was waiting.
     *
     * @throws BatonException if the delay is negative or over 100 years
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    boolean reschedule(JobId id, Duration delay);

    /**
     * Moves every waiting job that matches to another time; returns how many.
     *
     * @throws BatonException if the time is after the year 8999
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    long rescheduleAll(JobFilter filter, Instant time);

    /**
     * Makes every waiting job that matches due this long from now; returns how many.
     *
     * @throws BatonException if the delay is negative or over 100 years
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    long rescheduleAll(JobFilter filter, Duration delay);

    /**
     * Lets no job of this queue start, on any node, until it is resumed; what runs goes on. Effective within a heartbeat, and at once where
     * nodes wake each other. A queue may be paused before there is one: no node serves it then, which is logged as a warning, with the name that may
     * have been meant.
     *
     * @return whether a living node serves the queue, or it has jobs
     * @throws BatonException if no queue can have this name
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    boolean pause(String queue);

    /**
     * Lets no job of this queue start, on any node, until then; this replaces an earlier pause.
     *
     * @return whether a living node serves the queue, or it has jobs
     * @throws BatonException if no queue can have this name, or the time is after the year 8999
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    boolean pause(String queue, Instant until);

    /**
     * Lets jobs of this queue start again; returns whether it was paused.
     *
     * @throws BatonException if no queue can have this name
     * @throws UnusableTransactionException if the caller's transaction is read-only, or not one of Baton's data source
     */
    boolean resume(String queue);

    /**
     * Returns whether no unfinished job is left that matches. A dead job is finished, so this does not mean success: use {@link #counts()} or search
     * for {@link JobState#DEAD} as well. A worker that finds nothing to claim knows less than this: jobs may be due
     * later, held by others, or on their way back from a worker that died.
     */
    boolean drained(JobFilter filter);

    /**
     * Waits until {@link #drained} holds, which it also does once every job has failed for good. Not inside a transaction, in which the result would
     * not change.
     *
     * @return whether it came true within the time; true if the jobs died, too
     * @throws UnusableTransactionException if it is called in a transaction
     * @throws BatonException if the thread is interrupted while it waits; it stays interrupted
     */
    boolean awaitDrained(JobFilter filter, Duration timeout);
}
