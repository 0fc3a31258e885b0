package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.job.Capability.InsertStep;
import io.baton.job.NewJob;
import java.util.List;

/**
 * Inserts the keys of new jobs. A key has no bit of the ties: its row does not change with the job, and a sweep removes it once the job has left the
 * history too, so that a job with a key runs and ends as one without.
 */
record KeyInserts(Database database) implements InsertStep {

    private static final String OF_ARRAY = "unnest(CAST(? AS text[])) WITH ORDINALITY n (job_key, job_number)";

    /** Databases without a bulk insert store jobs one by one. */
    private static final String OF_ONE = "(SELECT 1 AS job_number, {?varchar(200)} AS job_key) n";

    @Override
    public String insert(String stored, List<NewJob> jobs) {
        String keys = database.dialect().verbsAreStatements() ? OF_ARRAY : OF_ONE;
        String rows = "SELECT j.id, n.job_key FROM " + stored + " j, " + keys + " WHERE n.job_number = j.job_number";
        return database.dialect().insertOrReplace("baton_key", "job_id", "job_id, job_key", rows);
    }

    @Override
    public List<Object> parameters(List<NewJob> jobs) {
        String[] keys = jobs.stream().map(job -> requireNonNull(job.key())).toArray(String[]::new);
        return List.of(database.dialect().verbsAreStatements() ? keys : keys[0]);
    }

    /** No worker waits for keys. */
    @Override
    public void stored(List<NewJob> jobs) {}
}
