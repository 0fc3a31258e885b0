package io.baton.job.jdbc;

import io.baton.job.NewJob;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.SqlParameterValue;

/** The row of a new job: the text of its values, and their parameters. */
record InsertValues(String text, List<Object> parameters) {

    static final String INTO = "INSERT INTO baton_job "
            + "(type, queue, job_rank, due_at, state, max_attempts, labels, payload, created_at) VALUES ";

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
        parameters.add(new SqlParameterValue(Types.VARCHAR, job.payload()));
        return new InsertValues(
                "(?, ?, ?, " + due.due() + ", " + due.state() + ", ?, ?, ?, " + database.now() + ")", parameters);
    }
}
