package io.baton.job.jdbc;

import io.baton.job.NewJob;
import java.util.List;
import java.util.function.ToLongFunction;

/** Stores many jobs at once, in the given order. */
interface BulkInsert {

    void insert(List<NewJob> jobs);

    /**
     * The same; answers the ids, in the same order. Databases that answer the keys of many rows do not all say which is whose.
     *
     * @param oneByOne stores one job and answers its id
     */
    default List<Long> insertWithIds(List<NewJob> jobs, ToLongFunction<NewJob> oneByOne) {
        return jobs.stream().map(oneByOne::applyAsLong).toList();
    }
}
