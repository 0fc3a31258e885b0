package io.baton.job;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Wraps each statement that stores new jobs, in the thread and the transaction of the caller. Traces use it. */
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
     * @param insert stores them, with the trace that they are part of, if any
     */
    <T> T observe(List<NewJob> jobs, Function<@Nullable String, T> insert);
}
