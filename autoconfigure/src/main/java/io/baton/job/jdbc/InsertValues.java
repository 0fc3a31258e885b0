package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.NewJob;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * The row of a new job.
 *
 * @param head the text of its values, but for the payload, which comes last
 * @param headParameters the parameters of that text
 */
record InsertValues(
        String head, List<Object> headParameters, @Nullable String payload) {

    static final String INTO = "INSERT INTO baton_job "
            + "(type, queue, job_rank, due_at, state, max_attempts, labels, created_at, payload) ";

    static InsertValues of(NewJob job, Database database) {
        DueColumns due = DueColumns.of(job.due(), database);
        List<Object> parameters = new ArrayList<>();
        parameters.add(job.type());
        parameters.add(job.queue());
        parameters.add(~job.priority());
        parameters.addAll(due.dueParameters());
        parameters.addAll(due.stateParameters());
        parameters.add(new SqlParameterValue(Types.INTEGER, job.maxAttempts()));
        parameters.add(new SqlParameterValue(Types.VARCHAR, Labels.written(job.labels())));
        String head = "?, ?, ?, " + due.due() + ", " + due.state() + ", ?, ?, "
                + database.dialect().now();
        return new InsertValues(head, parameters, job.payload());
    }

    String row() {
        return "(" + head + ", ?)";
    }

    List<Object> parameters() {
        List<Object> all = new ArrayList<>(headParameters);
        all.add(new SqlParameterValue(Types.VARCHAR, payload));
        return all;
    }
}
