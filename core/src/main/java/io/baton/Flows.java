package io.baton;

import java.util.Collection;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Starts flows, and reports their progress. The start stores all jobs of a flow, in the caller's transaction if there is one, as a {@link Batch} that
 * is sealed and whose jobs start in the order of the steps.
 *
 * <p>A running job can add jobs or a flow to its step, for which later steps wait as well. On another thread than its handler's, such a member is the
 * instance that the handler received, not a wrapper. A {@link BatonException} is thrown if the job belongs to no flow, runs no more, or its flow was
 * cancelled, or if an option is not possible.
 */
public interface Flows {

    /**
     * Starts a flow.
     *
     * @throws BatonException if a step that waits for others has a delay or a time, or two steps were given the same name
     */
    Batch start(Flow flow);

    /**
     * Starts a flow, unless one was started with this key before. In that case the call returns the earlier flow.
     *
     * @throws BatonException as {@link #start(Flow)} does, if the key is not of 1 to 200 characters, or has control characters, or if it is
     *     the key of a batch
     */
    Batch start(String key, Flow flow);

    /** Returns the progress of a flow and of each of its steps; empty if no flow has this id. */
    Optional<FlowStatus> find(BatchId id);

    /**
     * Returns the progress of a flow and of each of its steps; empty if no flow has this key.
     *
     * @throws BatonException if no flow can have this key
     */
    Optional<FlowStatus> find(String key);

    /**
     * Cancels a flow. Shortly after the commit no further step starts, jobs that have not started are cancelled, and running jobs are requested to
     * stop. A flow that has ended does not change.
     *
     * @throws UnknownBatchException if no flow has this id, or the id belongs to a batch
     */
    FlowStatus cancel(BatchId id);

    /**
     * Cancels the flow that was started with this key, as {@link #cancel(BatchId)} does.
     *
     * @throws UnknownBatchException if no flow has this key
     */
    default FlowStatus cancel(String key) {
        return cancel(find(key)
                .orElseThrow(() -> new UnknownBatchException("No flow has the key \"" + key + "\""))
                .id());
    }

    /** Adds jobs to the step of a running job; returns how many. */
    default long addJobs(JobContext member, Collection<?> payloads) {
        return addJobs(member, payloads.stream(), options -> {});
    }

    /** Adds jobs to the step of a running job, in bulk and in constant memory; closes the stream; returns how many. */
    default long addJobs(JobContext member, Stream<?> payloads) {
        return addJobs(member, payloads, options -> {});
    }

    /** Adds jobs to the step of a running job, all with the same options; returns how many. */
    default long addJobs(JobContext member, Collection<?> payloads, Consumer<JobOptions> options) {
        return addJobs(member, payloads.stream(), options);
    }

    /** Adds jobs to the step of a running job, in bulk and in constant memory, all with the same options; closes the stream; returns how many. */
    long addJobs(JobContext member, Stream<?> payloads, Consumer<JobOptions> options);

    /** Adds jobs to the step of a running job, each with its own options; returns how many. */
    default <T> long addJobs(
            JobContext member, Collection<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return addJobs(member, payloads.stream(), options);
    }

    /** Adds jobs to the step of a running job, in bulk and in constant memory, each with its own options; closes the stream; returns how many. */
    <T> long addJobs(JobContext member, Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options);

    /** Starts a flow within the step of a running job. Later steps wait until that flow has ended. */
    Batch startWithin(JobContext member, Flow flow);
}
