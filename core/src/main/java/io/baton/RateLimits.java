package io.baton;

import java.util.Optional;

/**
 * Defines limits of how many jobs start in a period in the whole cluster. {@link RateLimited} applies them to jobs. Applications should not implement
 * this interface: methods may be added.
 */
public interface RateLimits {

    /**
     * Creates a limit, unless there is one with this name. The rate of an existing limit does not change.
     *
     * @param name the name of a limit, or of one key of it such as {@code mailchimp-api:acme}
     * @return whether it was created
     * @throws BatonException if the name is not valid
     */
    boolean define(String name, Rate rate);

    /**
     * Changes the rate of a limit from now on. The new rate outlives restarts, unless the properties {@code baton.rate-limits} of this name change.
     *
     * @param name the name of a limit, or of one key of it, which has its own rate from then on
     * @throws UnknownLimitException if there is no such limit
     * @throws BatonException if the name is not valid
     */
    void change(String name, Rate rate);

    /** Returns the rate and the waiting jobs of a limit; empty if there is no such limit, or this key of it was never used. */
    Optional<RateLimitDetails> inspect(String name);
}
