package io.baton.job;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Is around each statement that stores new jobs, on the thread and in the transaction of whoever enqueues them: traces stand on it. */
public interface InsertObserver {

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
     * @param insert does so, with the trace that the jobs are part of, if any
     */
    <T> T observe(List<NewJob> jobs, Function<@Nullable String, T> insert);
}
