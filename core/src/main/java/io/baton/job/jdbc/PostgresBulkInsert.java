package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability.InsertStep;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts from an array of payloads jobs that have the rest in common: faster than COPY, and in the caller's transaction. Jobs of one group are given in
 * the order of their places. Rows get their ids in the order in which they are selected; in which order they are returned is not promised.
 */
record PostgresBulkInsert(Database database) {

    private static final String INSERT = """
            INSERT INTO baton_job (%s) SELECT %s, payload
            FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS n (payload, position) ORDER BY position""";

    private static final String INSERT_WITH_PERMITS = """
            WITH stored AS (%s RETURNING id, queue, job_rank, due_at, %s),
            numbered AS (SELECT row_number() OVER (ORDER BY id) AS job_number, stored.* FROM stored),
            kept AS (%s) SELECT id FROM stored ORDER BY id""";

    void insert(List<NewJob> jobs, @Nullable String trace) {
        InsertValues values = InsertValues.inOrder(jobs.get(0), database, trace);
        database.update(sql(values), parameters(values, jobs).toArray());
    }

    /** Does the same; returns the ids, in the same order. */
    List<Long> insertWithIds(List<NewJob> jobs, @Nullable String trace) {
        InsertValues values = InsertValues.inOrder(jobs.get(0), database, trace);
        String sql = sql(values) + " RETURNING id";
        return database.list(sql, Long.class, parameters(values, jobs).toArray()).stream()
                .sorted()
                .toList();
    }

    /** Does the same for jobs that need permits, and inserts these. */
    List<Long> insertWithPermits(List<NewJob> jobs, @Nullable String trace, InsertStep step) {
        InsertValues values = InsertValues.inOrder(jobs.get(0), database, trace);
        String sql =
                INSERT_WITH_PERMITS.formatted(sql(values), Transitions.STATE_OF_STORED, step.insert("numbered", jobs));
        List<Object> parameters = parameters(values, jobs);
        parameters.addAll(step.parameters(jobs));
        return database.list(sql, Long.class, parameters.toArray());
    }

    private static String sql(InsertValues first) {
        return INSERT.formatted(first.columns(), first.head());
    }

    private static List<Object> parameters(InsertValues first, List<NewJob> jobs) {
        List<Object> parameters = new ArrayList<>(first.headParameters());
        parameters.add(jobs.stream().map(NewJob::payload).toArray(String[]::new));
        return parameters;
    }
}
