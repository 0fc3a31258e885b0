package io.baton;

import java.util.Optional;

/**
 * Limits of how many jobs run at once in the whole cluster. Jobs require permits by {@link RequiresPermit} or {@link JobOptions#permits}. Not
 * meant to be implemented by applications: more may be added.
 */
public interface Semaphores {

    /**
     * Creates a semaphore unless there is one of this name, whose capacity stays as it is.
     *
     * @param name of a semaphore, or of one key of it as in {@code mailchimp:acme}
     * @param capacity how many jobs may hold a permit at once; 0 lets no job start
     * @return whether it was created
     * @throws BatonException if the name cannot be one or the capacity is negative
     */
    boolean define(String name, int capacity);

    /**
     * Changes how many may hold a permit at once. More start at once if it grows; if it shrinks, no job is stopped. Outlives restarts, unless the
     * property {@code baton.semaphores} of this name changes.
     *
     * @param name of a semaphore, or of one key of it, which has its own capacity from then on
     * @param capacity how many; 0 lets no job start
     * @throws UnknownLimitException if there is no such semaphore
     * @throws BatonException if the name cannot be one or the capacity is negative
     */
    void resize(String name, int capacity);

    /** Returns the jobs that hold its permits and that wait for them; empty if there is no such semaphore, or this key of it was never used. */
    Optional<SemaphoreDetails> inspect(String name);
}
