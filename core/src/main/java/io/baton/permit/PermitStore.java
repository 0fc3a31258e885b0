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

/** The rows of limits and permits. Each method runs in the transaction of its caller. */
public interface PermitStore {

    /** Creates a limit unless it exists; returns whether it was created. */
    boolean define(String name, Limit limit);

    /** Changes a limit, or one key of it; returns whether there is such a limit. */
    boolean change(String name, Limit limit);

    /** Creates a limit as the properties define it, or changes it if their value has changed; returns whether it did either. */
    boolean declare(String name, Limit limit);

    /** Creates a limit as the properties define it, unless it exists; returns whether it was created. */
    boolean restore(String name, Limit limit);

    /** Returns whether there is such a limit, or one whose keys have this form. */
    boolean knows(String name);

    /** Returns up to {@code limit} stored names of limits, ascending, without keys. */
    List<String> families(int limit);

    /** Returns whether there is any limit. */
    boolean isUsed();

    /** Returns a semaphore with the jobs that hold its permits or wait for them. */
    Optional<SemaphoreDetails> find(String name);

    /** Returns a rate with the jobs that wait for its permits, by its stored name. */
    Optional<RateLimitDetails> findRate(String name);

    /** Returns up to {@code limit} names of keys of this limit after {@code after}, ascending, that have a row. */
    List<String> keys(String family, String after, int limit);

    /**
     * Gives permits of these limits to jobs of these queues that wait for them, up to their capacities, and makes jobs ready that have all they need.
     *
     * @param most how many permits of a limit to give at once
     */
    Admitted admit(Collection<String> names, Set<String> queues, int most);

    /**
     * Releases the permits of up to {@code limit} jobs that have not been claimed and are of none of these queues, and lets the jobs wait anew;
     * returns how many, and the limits that may have free permits.
     */
    Repaired releaseUnserved(Set<String> open, int limit);

    /**
     * Releases permits of up to {@code limit} jobs beyond the capacities of these limits that have not been claimed, and lets the jobs wait anew;
     * returns how many, and the limits that may have free permits. Blocks admissions for these limits.
     */
    Repaired releaseBeyond(Collection<String> names, int limit);

    /** Returns up to {@code limit} names after {@code after}, ascending, of limits that jobs wait for. */
    List<String> awaited(String after, int limit);

    /** Removes up to {@code limit} permits of jobs that do not exist or do not need them; returns how many, and the limits that may have free permits. */
    Repaired removeForgotten(long afterJob, int limit);

    /** Lets up to {@code limit} blocked jobs that wait for no limit wait for their first; returns how many, and for which limits. */
    Repaired wakeForgotten(long afterJob, int limit);

    /** Removes up to {@code limit} rows of keys that were not used for long; returns how many. */
    int removeIdle(int limit);

    /**
     * The result of an admission.
     *
     * @param jobs the number of permits that were given
     * @param queues the queues with jobs that became ready
     * @param further the limits to admit for next: jobs wait for their permits now, or more can be given than one admission does
     * @param busy the limits that have permits left, while other transactions have locked the rows of jobs that wait for them
     * @param otherQueues the limits that have permits left, for which only jobs of other queues wait
     * @param later the rates of which jobs of these queues wait for the next permit, and the time until it comes
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
