package io.baton.unique;

import io.baton.job.NewJob;
import io.baton.job.NewJob.Unique;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores which job holds which key. Must run within a transaction of the caller. */
public interface UniqueStore {

    /** Takes each of these keys that no job has, and locks all of them; returns each. */
    Map<String, HeldKey> take(List<Unique> keys);

    /** Sets keys aside for the dead jobs that hold them; keys and jobs are locked. */
    void setAside(List<String> keys);

    /** Takes keys, which are locked, from jobs that no longer hold them. */
    void takeOver(List<Unique> keys);

    /** Stores which jobs hold keys that were taken. */
    void assign(Map<String, Long> jobs);

    /** Locks those of these jobs that exist, in their order, and returns them. */
    Map<Long, Holder> lock(Collection<Long> jobs);

    /** Returns those of these jobs that exist or existed, as the snapshot of the caller shows them, which may be old. */
    Map<Long, Holder> find(Collection<Long> jobs);

    /** Returns whether the database can take a key and store its job in one statement. */
    boolean takesAtOnce();

    /**
     * Takes the key of a job and stores the job in one statement; if another job has the key, only locks it, and that job as well if it waits.
     * Returns empty, and has done nothing, if the statement is not permitted.
     */
    Optional<RequestedKey> takeAtOnce(NewJob job);

    /** Removes up to {@code limit} rows whose time is over; returns how many. */
    int purge(int limit);

    /** Reads up to {@code limit} rows after a key, and removes those whose jobs do not exist; returns the last key, empty if there are no more. */
    Optional<String> removeForgotten(String after, int limit);

    /**
     * A key that an enqueue requested.
     *
     * @param holder the other job that has it; null if there is none, or the snapshot of the caller does not show it
     */
    record RequestedKey(HeldKey key, @Nullable Holder holder) {}
}
