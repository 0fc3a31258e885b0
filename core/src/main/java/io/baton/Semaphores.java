package io.baton;

import java.util.Optional;

/**
 * Defines limits of how many jobs run at once in the whole cluster. Jobs require permits by {@link RequiresPermit} or {@link JobOptions#permits}.
 * Applications should not implement this interface: methods may be added.
 */
public interface Semaphores {

    /**
     * Creates a semaphore, unless there is one with this name. The capacity of an existing semaphore does not change.
     *
     * @param name the name of a semaphore, or of one key of it such as {@code mailchimp:acme}
     * @param capacity how many jobs may hold a permit at once; 0 lets no job start
     * @return whether it was created
     * @throws BatonException if the name is not valid or the capacity is negative
     */
    boolean define(String name, int capacity);

    /**
     * Changes how many jobs may hold a permit at once. If the number grows, more jobs start at once; if it shrinks, no job is stopped. The new
     * capacity outlives restarts, unless the property {@code baton.semaphores} of this name changes.
     *
     * @param name the name of a semaphore, or of one key of it, which has its own capacity from then on
     * @param capacity how many jobs may hold a permit at once; 0 lets no job start
     * @throws UnknownLimitException if there is no such semaphore
     * @throws BatonException if the name is not valid or the capacity is negative
     */
    void resize(String name, int capacity);

    /** Returns the jobs that hold permits or wait for them; empty if there is no such semaphore, or this key of it was never used. */
    Optional<SemaphoreDetails> inspect(String name);
}
