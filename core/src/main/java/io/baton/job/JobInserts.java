package io.baton.job;

import java.util.List;

/** What stores jobs: enqueuing, batches, flows and schedules. Runs in whatever transaction its caller opened, which may be the application's. */
public interface JobInserts {

    /** Stores a job. */
    Inserted insert(NewJob job);

    /** Stores many jobs, in the given order. */
    void insertAll(List<NewJob> jobs);

    /**
     * Stores many jobs and returns what became of each, both in the given order; slower than {@link #insertAll} where a statement returns one
     * id.
     */
    List<Inserted> insertAllWithIds(List<NewJob> jobs);

    /**
     * Gives a waiting job of the same type the payload and the due time of another, which is not stored, and all its attempts; what it failed with before
     * is forgotten.
     *
     * @param evenClaimed whether it is taken back from a worker that has claimed it, and which is known not to have started it
     * @return whether it did
     */
    boolean replace(long id, NewJob by, boolean evenClaimed);
}
