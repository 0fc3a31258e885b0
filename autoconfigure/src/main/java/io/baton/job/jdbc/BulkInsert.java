package io.baton.job.jdbc;

import io.baton.job.NewJob;
import java.util.List;

/** Stores many jobs at once, in the given order. */
interface BulkInsert {

    void insert(List<NewJob> jobs);
}
