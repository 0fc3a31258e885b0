package io.baton.job;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores jobs for enqueuing, batches, flows and schedules, in the transaction of the caller, which may be the application's. */
public interface JobInserts {

    /** Stores a job; returns its id. */
    long insert(NewJob job);

    /** Stores many jobs, in the given order. */
    void insertAll(List<NewJob> jobs);

    /** Stores many jobs and returns their ids, in the given order; slower than {@link #insertAll} where a statement returns one id. */
    List<Long> insertAllWithIds(List<NewJob> jobs);

    /**
     * Replaces the payload and the due time of a waiting job by those of another job of the same type, which is not stored. Restores all its
     * attempts and clears its error.
     *
     * @param evenClaimed whether it is released from a worker that has claimed it and is known not to have started it
     * @return whether it was replaced
     */
    boolean replace(long id, NewJob by, boolean evenClaimed);

    /** Wraps each statement that stores new jobs, in the thread and the transaction of the caller. Traces use it. */
    interface InsertObserver {

        /** Observes nothing. */
        InsertObserver NONE = new InsertObserver() {

            @Override
            public <T> T observe(List<NewJob> jobs, Function<@Nullable String, T> insert) {
                return insert.apply(null);
            }
        };

        /**
         * Stores jobs.
         *
         * @param insert stores them, with the trace that they are part of, if any
         */
        <T> T observe(List<NewJob> jobs, Function<@Nullable String, T> insert);
    }
}
