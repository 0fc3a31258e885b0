package io.baton.unique;

import io.baton.job.NewJob;
import io.baton.job.Unique;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps which job holds which key. Must run within a transaction of the caller. */
public interface UniqueStore {

    /** Takes each of these keys that nobody has, and locks all of them; returns what is known of each. */
    Map<String, HeldKey> take(List<Unique> keys);

    /** Keeps keys, which are locked, aside for the dead jobs that hold them, and that are locked as well. */
    void setAside(List<String> keys);

    /** Takes keys, which are locked, from jobs that do not hold them any more. */
    void takeOver(List<Unique> keys);

    /** Notes which jobs hold keys that were taken. */
    void assign(Map<String, Long> jobs);

    /** Returns those of the jobs that there are, and locks them in their order. */
    Map<Long, Holder> lock(Collection<Long> jobs);

    /** Returns those of the jobs that there are, or were, as the caller sees them, perhaps as they were long ago. */
    Map<Long, Holder> find(Collection<Long> jobs);

    /** Whether the database takes a key and stores its job in one statement. */
    boolean takesAtOnce();

    /**
     * Takes the key of a job and stores the job, in one statement; if somebody has the key, only locks it. A job that holds it and waits is
     * locked as well. Empty if this may not be done here: then nothing was.
     */
    Optional<Asked> takeAtOnce(NewJob job);

    /** Removes up to so many rows whose time is over; returns how many. */
    int purge(int limit);

    /** Looks at up to so many rows beyond a key, and removes those that jobs have left; returns the last key; empty if there are no more. */
    Optional<String> removeForgotten(String after, int limit);

    /**
     * What is known of a key that a job asked for.
     *
     * @param holder the job that has it, if another one has; null if there is none, or the caller does not see it
     */
    record Asked(HeldKey key, @Nullable Holder holder) {}
}
