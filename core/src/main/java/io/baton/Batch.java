package io.baton;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A set of jobs and other items. When all have ended, another job starts. Every method joins the caller's transaction if there is one. JSON shows the
 * id only; {@link #status} returns more. Applications should not implement this interface: methods may be added.
 */
@JsonIncludeProperties("id")
public interface Batch {

    /** Returns its id. */
    @JsonProperty
    BatchId id();

    /** Returns its key, if it has one. */
    Optional<String> key();

    /**
     * Stores a job that starts once the batch is complete, with a priority one above that of its type. If the batch has one already, that one stays,
     * so each caller that opens the batch again may repeat this call. Throws what the method with options throws.
     */
    default Batch onComplete(Object payload) {
        return onComplete(payload, options -> {});
    }

    /**
     * Does the same as the method without options.
     *
     * @throws BatonException if the batch is complete, or the options have a time
     * @throws UnknownBatchException if it does not exist any more
     */
    Batch onComplete(Object payload, Consumer<JobOptions> options);

    /**
     * Stores a job that starts when an item of the batch has died, once in the life of the batch. If the batch has one already, that one stays.
     * Throws what the method with options throws.
     */
    default Batch onDead(Object payload) {
        return onDead(payload, options -> {});
    }

    /**
     * Does the same as the method without options.
     *
     * @throws BatonException if the batch is complete, or the options have a time
     * @throws UnknownBatchException if it does not exist any more
     */
    Batch onDead(Object payload, Consumer<JobOptions> options);

    /**
     * Stores a job that is an item of the batch.
     *
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    default Enqueued addJob(Object payload) {
        return addJob(payload, options -> {});
    }

    /** Does the same with options. */
    Enqueued addJob(Object payload, Consumer<JobOptions> options);

    /** Stores a job for each payload, in bulk, as items of the batch; returns how many. Throws what the method with options throws. */
    default long addJobs(Collection<?> payloads) {
        return addJobs(payloads.stream(), options -> {});
    }

    /** Does the same for a stream, in constant memory, and closes it. */
    default long addJobs(Stream<?> payloads) {
        return addJobs(payloads, options -> {});
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, as items of the batch with the same options; returns how many.
     *
     * @throws BatonException if an option is not possible, such as a unique key
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    default long addJobs(Collection<?> payloads, Consumer<JobOptions> options) {
        return addJobs(payloads.stream(), options);
    }

    /** Does the same for a stream, in constant memory, and closes it. */
    long addJobs(Stream<?> payloads, Consumer<JobOptions> options);

    /** Does the same with options for each payload: {@code batch.addJobs(files, (file, job) -> job.priority(file.urgency()))}. */
    default <T> long addJobs(Collection<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return addJobs(payloads.stream(), options);
    }

    /** Does the same for a stream, in constant memory, and closes it. */
    <T> long addJobs(Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options);

    /**
     * Stores this number of jobs with the same payload as items of the batch. They share the work: each one receives its {@link Partition}.
     *
     * @throws IllegalArgumentException if there are not 1 to 8,000 partitions
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    void addPartitioned(Object payload, int partitions, Consumer<JobOptions> options);

    /**
     * Adds items that are not jobs. The application acknowledges them by their ids.
     *
     * @param count how many items to add; none for 0
     * @throws IllegalArgumentException if the count is negative or above 10,000,000
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    BatchItems addItems(int count);

    /**
     * Opens an inner batch as an item of this one, which has ended when the inner batch is complete. The same key finds it again, even when this one
     * is sealed.
     *
     * @throws SealedBatchException if this batch is sealed, and there is none of this key
     * @throws UnknownBatchException if this one does not exist any more
     */
    Batch open(String key);

    /**
     * Declares that all items were added: once they have ended, the batch is complete. Sealing the batch again has no effect.
     *
     * @throws UnknownBatchException if the batch does not exist any more
     */
    BatchStatus seal();

    /**
     * Returns the progress of the batch. It may not include jobs that ended in the last moments.
     *
     * @throws UnknownBatchException if the batch does not exist any more
     */
    BatchStatus status();
}
