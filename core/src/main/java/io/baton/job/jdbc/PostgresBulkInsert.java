package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability.InsertStep;
import io.baton.job.NewJob;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;

/** Inserts from an array of payloads, as long as the jobs have the rest in common: faster than COPY, and in the caller's transaction. */
record PostgresBulkInsert(Database database, BulkInsert ofDifferent) implements BulkInsert {

    private static final String PAYLOADS =
            ", payload FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS n (payload, position) ORDER BY position";

    @Override
    public void insert(List<NewJob> jobs, @Nullable String trace) {
        if (NewJob.areAlike(jobs)) {
            InsertValues values = InsertValues.inOrder(jobs.get(0), database, trace);
            database.update(sql(values, ""), statement -> bind(statement, values, jobs));
        } else {
            ofDifferent.insert(jobs, trace);
        }
    }

    @Override
    public List<Long> insertWithIds(List<NewJob> jobs, @Nullable String trace, Function<NewJob, Long> oneByOne) {
        if (jobs.isEmpty() || !NewJob.areAlike(jobs)) {
            return ofDifferent.insertWithIds(jobs, trace, oneByOne);
        }
        InsertValues values = InsertValues.inOrder(jobs.get(0), database, trace);
        // rows get their ids in the order in which they are selected; in which order they are returned is not promised
        return database
                .query(
                        sql(values, " RETURNING id"),
                        statement -> bind(statement, values, jobs),
                        (row, number) -> row.getLong("id"))
                .stream()
                .sorted()
                .toList();
    }

    /** Rows get their ids in the order in which they are selected. */
    @Override
    public List<Long> insertTied(
            List<NewJob> jobs, @Nullable String trace, InsertStep step, Supplier<List<Long>> oneByOne) {
        if (!NewJob.areAlike(jobs)) {
            return oneByOne.get();
        }
        InsertValues values = InsertValues.inOrder(jobs.get(0), database, trace);
        String sql = "WITH stored AS (" + sql(values, " RETURNING id, queue, job_rank, due_at, " + TiedInsert.STATE)
                + "), numbered AS (SELECT row_number() OVER (ORDER BY id) AS job_number, stored.* FROM stored), kept AS ("
                + step.insert("numbered", jobs)
                + ") SELECT id FROM stored ORDER BY id";
        List<Object> parameters = new ArrayList<>(values.headParameters());
        parameters.add(jobs.stream().map(NewJob::payload).toArray(String[]::new));
        parameters.addAll(step.parameters(jobs));
        return database.list(sql, Long.class, parameters.toArray());
    }

    /** Jobs of one group are given in the order of their places. */
    private static String sql(InsertValues values, String returning) {
        return values.into() + "SELECT " + values.head() + PAYLOADS + returning;
    }

    private static void bind(PreparedStatement statement, InsertValues values, List<NewJob> jobs) throws SQLException {
        Object[] head = values.headParameters().toArray();
        new ArgumentPreparedStatementSetter(head).setValues(statement);
        Array payloads = statement
                .getConnection()
                .createArrayOf("text", jobs.stream().map(NewJob::payload).toArray());
        statement.setArray(head.length + 1, payloads);
    }
}
