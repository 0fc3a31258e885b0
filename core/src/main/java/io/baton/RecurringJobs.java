package io.baton;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lists, adds and changes recurring jobs, whether a {@link Recurring} method declares them or they were added here. A change joins the transaction of
 * the caller if there is one, applies to the whole cluster and outlives restarts. It replaces a declaration until the annotation or its properties
 * change. Operations on a recurring job throw an {@link UnknownRecurringJobException} if there is none with this name. Applications should not
 * implement this interface: methods may be added.
 */
public interface RecurringJobs {

    /** The largest number of recurring jobs in a list. */
    int MOST = 1_000;

    /** Returns the first {@value #MOST} recurring jobs, by name. */
    List<RecurringDetails> list();

    /** Returns the recurring job with this name. */
    Optional<RecurringDetails> find(String name);

    /** Adds a recurring job, unless there is one with this name; returns whether it was added. Throws what the method with options throws. */
    default boolean add(String name, Recurrence recurrence, Object payload) {
        return add(name, recurrence, payload, options -> {});
    }

    /**
     * Adds a recurring job, unless there is one with this name. An existing one does not change.
     *
     * @param name at most 100 characters
     * @param payload the payload of every job
     * @param options sets the options of every job, which cannot have a delay, a time or more than 18 labels
     * @return whether it was added
     * @throws BatonException if the name or the options are not valid, or the payload cannot be stored
     */
    boolean add(String name, Recurrence recurrence, Object payload, Consumer<JobOptions> options);

    /** Adds a recurring job of a type without payload, unless there is one with this name; returns whether it was added. */
    default boolean addNamed(String name, Recurrence recurrence, String type) {
        return addNamed(name, recurrence, type, options -> {});
    }

    /** Adds a recurring job of a type without payload, unless there is one with this name; returns whether it was added. */
    boolean addNamed(String name, Recurrence recurrence, String type, Consumer<JobOptions> options);

    /** Changes the recurrence of a recurring job. A tick that has passed already still has its job. */
    void change(String name, Recurrence recurrence);

    /**
     * Pauses a recurring job: it has no ticks until it is resumed. Enqueued jobs remain.
     *
     * @return whether it was not paused before
     */
    boolean pause(String name);

    /**
     * Resumes a recurring job from its next tick on. Ticks that passed meanwhile have no jobs.
     *
     * @return whether it was paused before
     */
    boolean resume(String name);

    /**
     * Enqueues a job at once, with the current time as its tick. This works also while the recurring job is paused, and does not change its ticks.
     *
     * @throws RecurringJobRefusedException if its jobs must not overlap and the last one has not ended
     */
    Enqueued trigger(String name);

    /**
     * Removes a recurring job. Enqueued jobs remain.
     *
     * @throws RecurringJobRefusedException if a method declares it, until an hour after the last node with it: pause it, or remove the annotation
     */
    void remove(String name);
}
