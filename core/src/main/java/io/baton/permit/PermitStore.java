package io.baton.permit;

import io.baton.RateLimitDetails;
import io.baton.SemaphoreDetails;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rows of limits and permits. Each verb runs in the transaction that its caller opened. */
public interface PermitStore {

    /** Makes a limit unless it is there; returns whether it was made. */
    boolean define(String name, Limit limit);

    /** Changes what a limit, or one key of it, allows; returns whether there is such a limit. */
    boolean change(String name, Limit limit);

    /** Makes a limit as the properties say, or changes it if they said something else before; returns whether it did either. */
    boolean declare(String name, Limit limit);

    /** Whether there is such a limit, or one whose keys have this form. */
    boolean knows(String name);

    /** Returns up to {@code limit} stored names of limits, ascending, but for their keys. */
    List<String> families(int limit);

    /** Whether there is any limit. */
    boolean isUsed();

    /** Returns who holds and who awaits permits of a semaphore. */
    Optional<SemaphoreDetails> find(String name);

    /** Returns who awaits permits of a rate, by the name by which it is stored. */
    Optional<RateLimitDetails> findRate(String name);

    /** Returns up to {@code limit} names of keys of this limit beyond {@code after}, ascending, that have a row. */
    List<String> keys(String family, String after, int limit);

    /**
     * Gives permits of these limits to jobs of these queues that wait for them, as far as there is room, and makes those ready that have all they
     * need.
     *
     * @param most how many permits of a limit to give at once
     */
    Admitted admit(Collection<String> names, Set<String> queues, int most);

    /**
     * Lets up to {@code limit} jobs wait anew that hold permits, have not been claimed, and are of none of these queues; returns how many, and
     * which limits may have room.
     */
    Repaired takeBack(Set<String> open, int limit);

    /**
     * Lets up to {@code limit} jobs wait anew that hold permits of these limits beyond their capacities and have not been claimed; returns how many,
     * and which limits may have room. Holds up whoever admits for one of these limits.
     */
    Repaired takeBackBeyond(Collection<String> names, int limit);

    /** Returns up to {@code limit} names beyond {@code after}, ascending, of limits for which somebody waits. */
    List<String> awaited(String after, int limit);

    /** Removes up to {@code limit} permits of jobs that are no more or do not need them; returns how many, and which limits may have room. */
    Repaired removeForgotten(long afterJob, int limit);

    /** Lets up to {@code limit} blocked jobs wait that wait for nothing; returns how many, and for which limits they wait. */
    Repaired wakeForgotten(long afterJob, int limit);

    /** Removes up to {@code limit} rows of keys that nobody has used for long; returns how many. */
    int removeIdle(int limit);
}
