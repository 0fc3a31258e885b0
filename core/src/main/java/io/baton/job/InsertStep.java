package io.baton.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a capability keeps of jobs that are tied to it from the moment they are stored, in the transaction that stores them. */
public interface InsertStep {

    /**
     * Refuses jobs that it could never let run.
     *
     * @throws io.baton.BatonException if it refuses one
     */
    void check(List<NewJob> jobs);

    /**
     * Removes what it keeps under the ids of jobs that are being stored. Where ids come again, that is of others, which had them before.
     */
    void forget(Collection<Long> ids);

    /**
     * Returns the statement that does the same, as part of the one that stores the jobs.
     *
     * @param stored a relation with the column {@code id}
     */
    String forgetting(String stored);

    /**
     * Returns the statement that writes its rows about these jobs, as part of the one that stores them where the database lets it. Its
     * parameters come after those of the relation. A row that {@link #forgetting} removes may be there still.
     *
     * @param stored a relation with the columns {@code job_number}, {@code id}, {@code queue}, {@code job_rank}, {@code due_at} and {@code state} of
     *     the jobs, which are numbered from 1 in their order
     */
    String insert(String stored, List<NewJob> jobs);

    /** Returns the parameters of that statement. */
    List<Object> parameters(List<NewJob> jobs);

    /** Returns the names of what these jobs hold. */
    Map<Long, Set<String>> held(Collection<Long> jobs);

    /** The current transaction has stored these jobs. */
    void stored(List<NewJob> jobs);
}
