package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability.InsertStep;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.Ties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stores jobs that wait for a capability from the beginning, together with its rows about them. */
record TiedInsert(Database database, InsertStep step) {

    /** A job that waits for others requests no permit yet, as if it were scheduled. */
    static final String STATE = "CASE WHEN ties >= " + Ties.AWAITS + " THEN 0 ELSE state END AS state";

    private static final String STORED =
            "(SELECT 1 AS job_number, id, queue, job_rank, due_at, " + STATE + " FROM baton_job WHERE id = ?)";

    /** Stores the jobs; returns their ids, in their order. */
    List<Long> insert(List<NewJob> jobs, @Nullable String trace, BulkInsert bulkInsert) {
        step.check(jobs);
        List<Long> ids = bulkInsert.insertTied(jobs, trace, step, () -> oneByOne(jobs, trace));
        List<NewJob> unblocked = jobs.stream().filter(job -> !job.awaits()).toList();
        if (!unblocked.isEmpty()) {
            step.stored(unblocked);
        }
        return ids;
    }

    /** Ties a job to the capability, which has no rows about it, and for which it waits now. */
    void tie(long id, List<String> permits) {
        List<NewJob> job = List.of(new NewJob("", "", 0, Due.NOW, null, Map.of(), null, permits));
        write(id, job);
        step.stored(job);
    }

    private List<Long> oneByOne(List<NewJob> jobs, @Nullable String trace) {
        List<Long> ids = jobs.stream().map(job -> insert(job, trace)).toList();
        for (int job = 0; job < jobs.size(); job++) {
            write(ids.get(job), List.of(jobs.get(job)));
        }
        return ids;
    }

    private long insert(NewJob job, @Nullable String trace) {
        InsertValues values = InsertValues.tied(job, database, trace);
        return database.insert(values.into() + "VALUES " + values.row(), values.parameters());
    }

    private void write(long id, List<NewJob> job) {
        List<Object> parameters = new ArrayList<>(List.of(id));
        parameters.addAll(step.parameters(job));
        database.update(step.insert(STORED, job), parameters.toArray());
    }
}
