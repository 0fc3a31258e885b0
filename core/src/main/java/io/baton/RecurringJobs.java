package io.baton;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The jobs that recur, whether a {@link Recurring} method declares them or they were added here. What is changed here joins the transaction of the
 * caller if there is one, holds for the whole cluster and outlives restarts; of a declared one, until its annotation or its properties change. Not
 * meant to be implemented by applications: more may be added.
 */
public interface RecurringJobs {

    /** How many are listed at most. */
    int MOST = 1_000;

    /** Returns the recurring jobs, by name; the first {@value #MOST}. */
    List<RecurringDetails> list();

    /** Returns the recurring job of this name. */
    Optional<RecurringDetails> find(String name);

    /**
     * Adds a recurring job unless there is one of this name, which stays as it is.
     *
     * @param name at most 100 characters
     * @param payload that of every job
     * @return whether it was added
     * @throws BatonException if the name cannot be one, or the payload cannot be stored
     */
    default boolean add(String name, Recurrence recurrence, Object payload) {
        return add(name, recurrence, payload, options -> {});
    }

    /**
     * Adds a recurring job unless there is one of this name, which stays as it is.
     *
     * @param name at most 100 characters
     * @param payload that of every job
     * @param options for every job; no delay and no time, and 18 labels at most
     * @return whether it was added
     * @throws BatonException if the name or the options cannot be, or the payload cannot be stored
     */
    boolean add(String name, Recurrence recurrence, Object payload, Consumer<JobOptions> options);

    /** Adds a recurring job of a type that has no payload, unless there is one of this name; returns whether it was added. */
    default boolean addNamed(String name, Recurrence recurrence, String type) {
        return addNamed(name, recurrence, type, options -> {});
    }

    /** Adds a recurring job of a type that has no payload, unless there is one of this name; returns whether it was added. */
    boolean addNamed(String name, Recurrence recurrence, String type, Consumer<JobOptions> options);

    /**
     * Gives a recurring job other ticks. A tick that has passed already still has its job.
     *
     * @throws UnknownRecurringJobException if there is none of this name
     */
    void change(String name, Recurrence recurrence);

    /**
     * Pauses a recurring job: it has no ticks until it is resumed. Jobs that were enqueued stay.
     *
     * @return whether it was not paused before
     * @throws UnknownRecurringJobException if there is none of this name
     */
    boolean pause(String name);

    /**
     * Resumes a recurring job, with its next tick. Those that passed meanwhile have no jobs.
     *
     * @return whether it was paused before
     * @throws UnknownRecurringJobException if there is none of this name
     */
    boolean resume(String name);

    /**
     * Enqueues a job at once, whose tick is now; also while it is paused. Its ticks stay as they are.
     *
     * @throws UnknownRecurringJobException if there is none of this name
     * @throws RecurringJobRefusedException if its jobs must not overlap and the last one has not ended
     */
    Enqueued trigger(String name);

    /**
     * Removes a recurring job. Jobs that were enqueued stay.
     *
     * @throws UnknownRecurringJobException if there is none of this name
     * @throws RecurringJobRefusedException if a method on a living node declares it, which would only bring it back: pause it, or remove the
     *     annotation
     */
    void remove(String name);
}
