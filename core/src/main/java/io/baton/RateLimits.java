package io.baton;

import java.util.Optional;

/**
 * Limits of how many jobs start in a period in the whole cluster. Jobs are limited by {@link RateLimited}. Not meant to be implemented by
 * applications: more may be added.
 */
public interface RateLimits {

    /**
     * Creates a limit unless there is one of this name, whose rate stays as it is.
     *
     * @param name of a limit, or of one key of it as in {@code mailchimp-api:acme}
     * @return whether it was created
     * @throws BatonException if the name cannot be one
     */
    boolean define(String name, Rate rate);

    /**
     * Changes the rate of a limit from now on. Outlives restarts, unless the properties {@code baton.rate-limits} of this name change.
     *
     * @param name of a limit, or of one key of it, which has its own rate from then on
     * @throws UnknownLimitException if there is no such limit
     * @throws BatonException if the name cannot be one
     */
    void change(String name, Rate rate);

    /** Returns the rate and the waiting jobs; empty if there is no such limit, or this key of it was never used. */
    Optional<RateLimitDetails> inspect(String name);
}
