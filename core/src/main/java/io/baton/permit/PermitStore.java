package io.baton.permit;

import io.baton.RateLimitDetails;
import io.baton.SemaphoreDetails;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stores limits and permits. Each method runs in the transaction of its caller. */
public interface PermitStore {

    /** Creates a limit, or gives a key its own value, unless it has one. Returns whether it did. */
    boolean define(String name, Limit limit);

    /** Changes a limit, or one key of it. Returns whether the limit exists. */
    boolean change(String name, Limit limit);

    /** Creates a limit as the properties define it, or changes it if the value of the properties has changed. Returns whether it did either. */
    boolean declare(String name, Limit limit);

    /** Creates a limit as the properties define it, unless it exists. Returns whether it was created. */
    boolean restore(String name, Limit limit);

    /** Returns whether the limit exists or, for a key, the limit that it is a key of. */
    boolean knows(String name);

    /** Returns up to {@code limit} stored names of limits, ascending, without keys. */
    List<String> families(int limit);

    /** Returns whether there is any limit. */
    boolean isUsed();

    /** Returns a semaphore with jobs that hold its permits or wait for them. */
    Optional<SemaphoreDetails> find(String name);

    /** Returns the rate of this stored name, with jobs that wait for its permits. */
    Optional<RateLimitDetails> findRate(String name);

    /** Returns up to {@code limit} names of stored keys of this limit after {@code after}, ascending. */
    List<String> keys(String family, String after, int limit);

    /**
     * Gives free permits of these limits to waiting jobs of these queues, and makes jobs ready that have all permits that they need.
     *
     * @param most the most permits of a limit to give
     */
    Admitted admit(Collection<String> names, Set<String> queues, int most);

    /**
     * Releases the permits of up to {@code limit} unclaimed jobs of other queues than these, and lets the jobs wait anew. Returns how many, and the
     * limits that may have free permits.
     */
    Repaired releaseUnserved(Set<String> open, int limit);

    /**
     * Releases the permits of up to {@code limit} unclaimed jobs beyond the capacities of these limits, and lets the jobs wait anew. Returns how
     * many, and the limits that may have free permits. Blocks admissions for these limits.
     */
    Repaired releaseBeyond(Collection<String> names, int limit);

    /** Returns up to {@code limit} names of limits that jobs wait for, after {@code after}, ascending. */
    List<String> awaited(String after, int limit);

    /** Removes the permits of jobs that do not exist or need none, among the next {@code limit} jobs. Returns the number of such jobs. */
    Repaired removeForgotten(long afterJob, int limit);

    /** Repairs blocked jobs that wait for no limit, among the next {@code limit} jobs: they wait for their first one again. */
    Repaired wakeForgotten(long afterJob, int limit);

    /** Removes up to {@code limit} rows of keys that were not used for long. Returns how many. */
    int removeIdle(int limit);

    /**
     * The result of an admission.
     *
     * @param jobs the number of permits that were given
     * @param queues the queues with jobs that became ready
     * @param further the limits to admit for next, because jobs wait for their permits now, or more permits are free than one admission gives
     * @param busy the limits with free permits for jobs whose rows other transactions have locked, or for jobs that others keep from starting
     * @param otherQueues the limits with free permits that only jobs of other queues wait for
     * @param later the rates that jobs of these queues wait for, with the time until the next permit comes
     */
    record Admitted(
            int jobs,
            Set<String> queues,
            Set<String> further,
            Set<String> busy,
            Set<String> otherQueues,
            Map<String, Duration> later) {}

    /**
     * The result of one portion of a repair.
     *
     * @param last the last job that was read; null if there are no more
     * @param repaired how many rows were repaired
     * @param dirty the limits that may have free permits or waiting jobs now
     */
    record Repaired(@Nullable Long last, int repaired, Set<String> dirty) {}
}
