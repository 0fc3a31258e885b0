package io.baton.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Stores the rows of a capability about new jobs that are tied to it, in the transaction that stores the jobs. */
public interface InsertStep {

    /**
     * Rejects jobs that it could never let run.
     *
     * @throws io.baton.BatonException if it rejects one
     */
    void check(List<NewJob> jobs);

    /** Removes its rows under the ids of jobs that are being stored: where ids are used again, these belong to earlier jobs. */
    void forget(Collection<Long> ids);

    /**
     * Returns the statement that does the same, as part of the one that stores the jobs.
     *
     * @param stored a relation with the column {@code id}
     */
    String forgetting(String stored);

    /**
     * Returns the statement that writes its rows about these jobs, as part of the one that stores them where the database supports it. Its
     * parameters come after those of the relation. A row that {@link #forgetting} removes may still exist.
     *
     * @param stored a relation with the columns {@code job_number}, {@code id}, {@code queue}, {@code job_rank}, {@code due_at} and {@code state}
     *     of the jobs, which are numbered from 1 in their order
     */
    String insert(String stored, List<NewJob> jobs);

    /** Returns the parameters of that statement. */
    List<Object> parameters(List<NewJob> jobs);

    /** Returns the names of the permits that each of these jobs holds. */
    Map<Long, Set<String>> held(Collection<Long> jobs);

    /** Is called after the current transaction has stored these jobs. */
    void stored(List<NewJob> jobs);
}
