package io.baton.job.jdbc;

import io.baton.job.Capability.InsertStep;
import io.baton.job.NewJob;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stores many jobs at once, in the given order. */
interface BulkInsert {

    /**
     * Stores jobs.
     *
     * @param trace of which they are part, if any
     */
    void insert(List<NewJob> jobs, @Nullable String trace);

    /**
     * Stores jobs and returns their ids, in the same order. Databases that return the keys of many rows do not all say which is whose.
     *
     * @param oneByOne stores one job; returns its id
     */
    default List<Long> insertWithIds(List<NewJob> jobs, @Nullable String trace, Function<NewJob, Long> oneByOne) {
        return jobs.stream().map(oneByOne).toList();
    }

    /** Stores jobs and the rows of a capability about them, one by one unless one statement can; returns their ids, in the same order. */
    default List<Long> insertTied(
            List<NewJob> jobs, @Nullable String trace, InsertStep step, Supplier<List<Long>> oneByOne) {
        return oneByOne.get();
    }
}
