package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability.InsertStep;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts jobs that are alike, from an array of payloads. This is faster than COPY and runs in the caller's transaction. Jobs of one group must be in
 * the order of the group. Rows get ids in the order of the selection, but are returned in any order.
 */
record PostgresBulkInsert(Database database) {

    private static final String INSERT = """
            INSERT INTO baton_job (%s) SELECT %s, payload
            FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS n (payload, position) ORDER BY position""";

    private static final String INSERT_WITH_ROWS = """
            WITH stored AS (%s RETURNING id, queue, job_rank, due_at, %s),
            numbered AS (SELECT row_number() OVER (ORDER BY id) AS job_number, stored.* FROM stored),
            %s SELECT id FROM stored ORDER BY id""";

    void insert(List<NewJob> jobs, @Nullable String trace) {
        InsertValues values = InsertValues.inOrder(jobs.get(0), database, trace);
        database.update(sql(values), parameters(values, jobs).toArray());
    }

    /** Stores jobs as {@link #insert} does; returns the ids in the order of the jobs. */
    List<Long> insertWithIds(List<NewJob> jobs, @Nullable String trace) {
        InsertValues values = InsertValues.inOrder(jobs.get(0), database, trace);
        String sql = sql(values) + " RETURNING id";
        return database.list(sql, Long.class, parameters(values, jobs).toArray()).stream()
                .sorted()
                .toList();
    }

    /** Stores jobs and the rows of capabilities about them; returns the ids in the order of the jobs. */
    List<Long> insertWithRows(List<NewJob> jobs, @Nullable String trace, List<InsertStep> steps) {
        InsertValues values = InsertValues.inOrder(jobs.get(0), database, trace);
        List<Object> parameters = parameters(values, jobs);
        List<String> kept = new ArrayList<>();
        for (InsertStep step : steps) {
            kept.add("kept" + kept.size() + " AS (" + step.insert("numbered", jobs) + ")");
            parameters.addAll(step.parameters(jobs));
        }
        String sql = INSERT_WITH_ROWS.formatted(sql(values), Transitions.STATE_OF_STORED, String.join(", ", kept));
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
