package io.baton.job.jdbc;

import io.baton.job.NewJob;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcOperations;

/** An array of payloads, as long as the jobs have the rest in common: faster than COPY, and in the caller's transaction. */
record PostgresBulkInsert(JdbcOperations jdbc, Tables tables, Database database, BulkInsert ofDifferent)
        implements BulkInsert {

    private static final String PAYLOADS =
            ", payload FROM unnest(?) WITH ORDINALITY AS n (payload, position) ORDER BY position";

    @Override
    public void insert(List<NewJob> jobs) {
        NewJob first = jobs.get(0);
        if (jobs.stream().allMatch(first::differsInPayloadOnly)) {
            InsertValues values = InsertValues.of(first, database);
            jdbc.update(connection -> prepare(connection, values, jobs));
        } else {
            ofDifferent.insert(jobs);
        }
    }

    private PreparedStatement prepare(Connection connection, InsertValues values, List<NewJob> jobs)
            throws SQLException {
        PreparedStatement statement =
                connection.prepareStatement(tables.in(InsertValues.INTO) + "SELECT " + values.head() + PAYLOADS);
        Object[] head = values.headParameters().toArray();
        new ArgumentPreparedStatementSetter(head).setValues(statement);
        Array payloads = connection.createArrayOf(
                "text", jobs.stream().map(NewJob::payload).toArray());
        statement.setArray(head.length + 1, payloads);
        return statement;
    }
}
