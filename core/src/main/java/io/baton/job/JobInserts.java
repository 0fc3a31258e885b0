package io.baton.job;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores jobs for enqueuing, batches, flows and schedules, in the caller's transaction, which may belong to the application. */
public interface JobInserts {

    long insert(NewJob job);

    /** Stores many jobs, in the given order. */
    void insertAll(List<NewJob> jobs);

    /** Stores many jobs and returns their ids in the given order. Is slower than {@link #insertAll} on a database whose statements return one id. */
    List<Long> insertAllWithIds(List<NewJob> jobs);

    /**
     * Replaces the payload and the due time of a waiting job by those of {@code by}, a job of the same type, which is not stored itself. Restores all
     * attempts of the waiting job and clears its error.
     *
     * @param evenClaimed whether to release the job from a worker that has claimed it and is known not to have started it
     * @return whether the job was replaced
     */
    boolean replace(long id, NewJob by, boolean evenClaimed);

    /** Wraps each statement that stores new jobs, in the caller's thread and transaction. It is for traces. */
    interface InsertObserver {

        InsertObserver NONE = new InsertObserver() {

            @Override
            public <T> T observe(List<NewJob> jobs, Function<@Nullable String, T> insert) {
                return insert.apply(null);
            }
        };

        /** Stores jobs by this function of their trace, which is null if they belong to none. */
        <T> T observe(List<NewJob> jobs, Function<@Nullable String, T> insert);
    }
}
