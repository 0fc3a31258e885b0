package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Inserted;
import io.baton.job.NewJob;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;

/** An array of payloads, as long as the jobs have the rest in common: faster than COPY, and in the caller's transaction. */
record PostgresBulkInsert(Database database, BulkInsert ofDifferent) implements BulkInsert {

    private static final String PAYLOADS =
            ", payload FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS n (payload, position) ORDER BY position";

    @Override
    public void insert(List<NewJob> jobs) {
        if (NewJob.areAlike(jobs)) {
            NewJob first = jobs.get(0);
            InsertValues values = values(first);
            database.update(sql(first, values, ""), statement -> bind(statement, values, jobs));
        } else {
            ofDifferent.insert(jobs);
        }
    }

    @Override
    public List<Inserted> insertWithIds(List<NewJob> jobs, Function<NewJob, Inserted> oneByOne) {
        if (jobs.isEmpty() || !NewJob.areAlike(jobs)) {
            return ofDifferent.insertWithIds(jobs, oneByOne);
        }
        NewJob first = jobs.get(0);
        InsertValues values = values(first);
        // rows get their ids in the order in which they are selected; in which order they are returned is not promised
        return database
                .query(
                        sql(first, values, " RETURNING id"),
                        statement -> bind(statement, values, jobs),
                        (row, number) -> row.getLong("id"))
                .stream()
                .sorted()
                .map(Inserted::made)
                .toList();
    }

    /** Those of one group are given in the order of their places. */
    private InsertValues values(NewJob first) {
        return first.ties() == 0 ? InsertValues.of(first, database) : InsertValues.tiedInOrder(first, database);
    }

    private static String sql(NewJob first, InsertValues values, String returning) {
        return (first.ties() == 0 ? InsertValues.INTO : InsertValues.INTO_TIED) + "SELECT " + values.head() + PAYLOADS
                + returning;
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
