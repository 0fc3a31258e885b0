package io.baton;

import java.util.Collection;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Starts flows, and reports their progress. A flow is stored whole when it is started, in the caller's transaction if there is one: as a
 * {@link Batch} that is sealed and whose jobs start in the order of its steps.
 */
public interface Flows {

    /**
     * Starts a flow.
     *
     * @throws BatonException if a step that waits for others has a delay or a time, or two steps were given the same name
     */
    Batch start(Flow flow);

    /**
     * Starts a flow unless one was started by this key before, and returns that one.
     *
     * @throws BatonException as {@link #start(Flow)} does, if the key is not of 1 to 200 characters, or has control characters, or if it is
     *     the key of a batch
     */
    Batch start(String key, Flow flow);

    /** Returns how far a flow is, and each of its steps; empty if there is none of this id. */
    Optional<FlowStatus> find(BatchId id);

    /**
     * Returns how far a flow is, and each of its steps; empty if there is none of this key.
     *
     * @throws BatonException if no flow can have this key
     */
    Optional<FlowStatus> find(String key);

    /**
     * Cancels a flow: no further step starts, jobs that have not started are cancelled, and those that run are requested to stop, all of it shortly
     * after the commit. A flow that has ended stays as it is.
     *
     * @throws UnknownBatchException if there is no flow of this id, or it is that of a batch
     */
    FlowStatus cancel(BatchId id);

    /**
     * Adds jobs to the step of a job that runs: what comes after the step waits for them as well.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @return how many
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled
     */
    default long addJobs(JobContext member, Collection<?> payloads) {
        return addJobs(member, payloads.iterator());
    }

    /**
     * Adds jobs to the step of a job that runs, in bulk and in constant memory; closes the stream.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @return how many
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled
     */
    default long addJobs(JobContext member, Stream<?> payloads) {
        try (payloads) {
            return addJobs(member, payloads.iterator());
        }
    }

    /**
     * Adds jobs to the step of a job that runs, in bulk and in constant memory.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @return how many
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled
     */
    default long addJobs(JobContext member, Iterator<?> payloads) {
        return addJobs(member, payloads, options -> {});
    }

    /**
     * Adds jobs to the step of a job that runs, all with the same options.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @return how many
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled, or if an option is not possible
     */
    default long addJobs(JobContext member, Collection<?> payloads, Consumer<JobOptions> options) {
        return addJobs(member, payloads.iterator(), options);
    }

    /**
     * Adds jobs to the step of a job that runs, in bulk and in constant memory, all with the same options; closes the stream.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @return how many
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled, or if an option is not possible
     */
    default long addJobs(JobContext member, Stream<?> payloads, Consumer<JobOptions> options) {
        try (payloads) {
            return addJobs(member, payloads.iterator(), options);
        }
    }

    /**
     * Adds jobs to the step of a job that runs, in bulk and in constant memory, all with the same options.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @return how many
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled, or if an option is not possible
     */
    long addJobs(JobContext member, Iterator<?> payloads, Consumer<JobOptions> options);

    /**
     * Adds jobs to the step of a job that runs, each with options of its own.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @return how many
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled, or if an option is not possible
     */
    default <T> long addJobs(
            JobContext member, Collection<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return addJobs(member, payloads.iterator(), options);
    }

    /**
     * Adds jobs to the step of a job that runs, in bulk and in constant memory, each with options of its own; closes the stream.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @return how many
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled, or if an option is not possible
     */
    default <T> long addJobs(
            JobContext member, Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        try (payloads) {
            return addJobs(member, payloads.iterator(), options);
        }
    }

    /**
     * Adds jobs to the step of a job that runs, in bulk and in constant memory, each with options of its own.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @return how many
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled, or if an option is not possible
     */
    <T> long addJobs(JobContext member, Iterator<? extends T> payloads, BiConsumer<? super T, JobOptions> options);

    /**
     * Starts a flow within the step of a job that runs: what comes after the step waits until that flow has ended.
     *
     * @param member the running job; on another thread than its handler's, the instance that the handler received, not a wrapper
     * @throws BatonException if the job belongs to no flow, runs no more, or its flow was cancelled
     */
    Batch startWithin(JobContext member, Flow flow);
}
