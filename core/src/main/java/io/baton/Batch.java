package io.baton;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A set of jobs and items whose common end starts another job. Every method joins the caller's transaction if there is one. Serialized to JSON as its
 * id; {@link #status} returns more. Not meant to be implemented by applications: more may be added.
 */
@JsonIncludeProperties("id")
public interface Batch {

    /** Returns its id. */
    @JsonProperty
    BatchId id();

    /** Returns its key, if it has one. */
    Optional<String> key();

    /**
     * Stores a job that starts once the batch is complete, with a priority one above that of its type. If the batch has one already, that one
     * stays, so each caller that opens the batch again may repeat this call.
     *
     * @throws BatonException if the batch is complete
     * @throws UnknownBatchException if it does not exist any more
     */
    default Batch onComplete(Object payload) {
        return onComplete(payload, options -> {});
    }

    /**
     * The same with options.
     *
     * @throws BatonException if the batch is complete, or the options have a time
     * @throws UnknownBatchException if it does not exist any more
     */
    Batch onComplete(Object payload, Consumer<JobOptions> options);

    /**
     * Stores a job that starts when an item of the batch has died, once in the life of the batch. If the batch has one already, that one stays.
     *
     * @throws BatonException if the batch is complete
     * @throws UnknownBatchException if it does not exist any more
     */
    default Batch onDead(Object payload) {
        return onDead(payload, options -> {});
    }

    /**
     * The same with options.
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

    /**
     * Stores a job that is an item of the batch, with options.
     *
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    Enqueued addJob(Object payload, Consumer<JobOptions> options);

    /**
     * Stores a job for each payload, in bulk, all of them items of the batch; returns how many.
     *
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    default long addJobs(Collection<?> payloads) {
        return addJobs(payloads.iterator(), options -> {});
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, all of them items of the batch; closes the stream; returns how many.
     *
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    default long addJobs(Stream<?> payloads) {
        try (payloads) {
            return addJobs(payloads.iterator(), options -> {});
        }
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, all of them items of the batch; returns how many.
     *
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    default long addJobs(Iterator<?> payloads) {
        return addJobs(payloads, options -> {});
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, all of them items of the batch and with the same options; returns how many.
     *
     * @throws BatonException if an option is not possible, such as a unique key
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    default long addJobs(Collection<?> payloads, Consumer<JobOptions> options) {
        return addJobs(payloads.iterator(), options);
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, all of them items of the batch and with the same options; closes the stream; returns how
     * many.
     *
     * @throws BatonException if an option is not possible, such as a unique key
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    default long addJobs(Stream<?> payloads, Consumer<JobOptions> options) {
        try (payloads) {
            return addJobs(payloads.iterator(), options);
        }
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, all of them items of the batch and each with options of its own: {@code
     * batch.addJobs(files, (file, job) -> job.priority(file.urgency()))}; returns how many.
     *
     * @throws BatonException if an option is not possible, such as a unique key
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    default <T> long addJobs(Collection<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return addJobs(payloads.iterator(), options);
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, all of them items of the batch and each with options of its own; closes the stream;
     * returns how many.
     *
     * @throws BatonException if an option is not possible, such as a unique key
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    default <T> long addJobs(Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        try (payloads) {
            return addJobs(payloads.iterator(), options);
        }
    }

    /**
     * Stores a job for each payload, in bulk and in constant memory, all of them items of the batch and each with options of its own; returns how many.
     *
     * @throws BatonException if an option is not possible, such as a unique key
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    <T> long addJobs(Iterator<? extends T> payloads, BiConsumer<? super T, JobOptions> options);

    /**
     * Stores a job for each payload, in bulk and in constant memory, all of them items of the batch and with the same options; returns how many.
     *
     * @throws BatonException if an option is not possible, such as a unique key
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    long addJobs(Iterator<?> payloads, Consumer<JobOptions> options);

    /**
     * Stores so many jobs of the same payload that share the work: each is given its {@link Partition}. Each is an item of the batch.
     *
     * @throws IllegalArgumentException if there are not 1 to 8,000 partitions
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    void addPartitioned(Object payload, int partitions, PartitionStrategy strategy, Consumer<JobOptions> options);

    /**
     * Adds items that are not jobs, and are acknowledged by their ids.
     *
     * @param count how many; none for 0
     * @throws IllegalArgumentException if it is negative or above 10,000,000
     * @throws SealedBatchException if the batch is sealed
     * @throws UnknownBatchException if it does not exist any more
     */
    BatchItems addItems(int count);

    /**
     * Opens a batch that is an item of this one, which has ended when that batch is complete. The same key finds the same batch again, even
     * when this one is sealed.
     *
     * @throws SealedBatchException if this batch is sealed, and there is none of this key
     * @throws UnknownBatchException if this one does not exist any more
     */
    Batch open(String key);

    /**
     * Declares that all items were added: once they have ended, the batch is complete. Sealing it again has no effect.
     *
     * @throws UnknownBatchException if the batch does not exist any more
     */
    BatchStatus seal();

    /**
     * Returns how far the batch is. Jobs that ended in the last moments may be missing.
     *
     * @throws UnknownBatchException if the batch does not exist any more
     */
    BatchStatus status();
}
