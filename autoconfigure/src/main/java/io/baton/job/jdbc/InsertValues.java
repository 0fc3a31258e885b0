package io.baton.job.jdbc;

import io.baton.JobState;
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

    private static final String TIES = ", ties";

    /** Begins the statement for jobs that are tied to something. */
    static final String INTO_TIED = INTO.replace(", payload", TIES + ", payload");

    static InsertValues of(NewJob job, Database database) {
        return of(job, database, DueColumns.of(job.due(), database), "");
    }

    /** The row of a job that is tied to something for which it waits. */
    static InsertValues tied(NewJob job, Database database, int ties) {
        return of(job, database, DueColumns.of(job.due(), database, JobState.BLOCKED), ", " + ties);
    }

    private static InsertValues of(NewJob job, Database database, DueColumns due, String ties) {
        List<Object> parameters = new ArrayList<>();
        parameters.add(job.type());
        parameters.add(job.queue());
        parameters.add(~job.priority());
        parameters.addAll(due.dueParameters());
        parameters.addAll(due.stateParameters());
        parameters.add(new SqlParameterValue(Types.INTEGER, job.maxAttempts()));
        parameters.add(new SqlParameterValue(Types.VARCHAR, Labels.written(job.labels())));
        String head = "?, ?, ?, " + due.due() + ", " + due.state() + ", ?, ?, "
                + database.dialect().now() + ties;
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
