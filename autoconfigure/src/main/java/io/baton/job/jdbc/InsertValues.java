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

    /** Begins the statement for jobs that are tied to something. */
    static final String INTO_TIED = INTO.replace(", payload", ", ties, batch_group, batch_index, payload");

    static InsertValues of(NewJob job, Database database) {
        return of(job, DueColumns.of(job.due(), database), database, "", List.of());
    }

    /** The row of a job that is tied to something, which may be what it waits for. */
    static InsertValues tied(NewJob job, Database database) {
        return tied(job, database, "?");
    }

    /** The same for the first of jobs that follow each other in a group; their places are counted from 1 by a column {@code position}. */
    static InsertValues tiedInOrder(NewJob first, Database database) {
        return tied(first, database, first.place() == null ? "?" : "position - 1 + ?");
    }

    private static InsertValues tied(NewJob job, Database database, String index) {
        JobState onceDue = job.isLimited() || job.awaits() ? JobState.BLOCKED : JobState.READY;
        NewJob.Place place = job.place();
        List<Object> parameters = List.of(
                new SqlParameterValue(Types.SMALLINT, job.ties()),
                new SqlParameterValue(Types.BIGINT, place == null ? null : place.group()),
                new SqlParameterValue(Types.INTEGER, place == null ? null : place.index()));
        return of(job, DueColumns.of(job.due(), database, onceDue), database, ", ?, ?, " + index, parameters);
    }

    private static InsertValues of(
            NewJob job, DueColumns due, Database database, String ties, List<Object> tieParameters) {
        List<Object> parameters = new ArrayList<>();
        parameters.add(job.type());
        parameters.add(job.queue());
        parameters.add(~job.priority());
        parameters.addAll(due.dueParameters());
        parameters.addAll(due.stateParameters());
        parameters.add(new SqlParameterValue(Types.INTEGER, job.maxAttempts()));
        parameters.add(new SqlParameterValue(Types.VARCHAR, Labels.written(job.labels())));
        parameters.addAll(tieParameters);
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
