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
 * @param into begins its statement
 * @param head the text of its values, but for the payload, which comes last
 * @param headParameters the parameters of that text
 */
record InsertValues(
        String into,
        String head,
        List<Object> headParameters,
        @Nullable String payload) {

    private static final String INTO =
            "INSERT INTO baton_job (type, queue, job_rank, due_at, state, max_attempts, labels, created_at";

    private static final String TIES = ", ties, batch_group, batch_index";

    /**
     * Returns the row of a job.
     *
     * @param trace of which it is part, if any
     */
    static InsertValues of(NewJob job, Database database, @Nullable String trace) {
        return job.ties() != 0
                ? tied(job, database, trace)
                : of(job, DueColumns.of(job.due(), database), database, new Further("", "", List.of()).traced(trace));
    }

    /** Returns the row of a job that may be tied to a capability, such as the one that it waits for. */
    static InsertValues tied(NewJob job, Database database, @Nullable String trace) {
        return tied(job, database, trace, "?");
    }

    /** Returns the row of the first of jobs that follow each other in a group; their places are counted from 1 by a column {@code position}. */
    static InsertValues inOrder(NewJob first, Database database, @Nullable String trace) {
        return first.ties() == 0
                ? of(first, database, trace)
                : tied(first, database, trace, first.place() == null ? "?" : "position - 1 + ?");
    }

    private static InsertValues tied(NewJob job, Database database, @Nullable String trace, String index) {
        JobState onceDue = job.isLimited() || job.awaits() ? JobState.BLOCKED : JobState.READY;
        NewJob.Place place = job.place();
        List<Object> parameters = List.of(
                new SqlParameterValue(Types.SMALLINT, job.ties()),
                new SqlParameterValue(Types.BIGINT, place == null ? null : place.group()),
                new SqlParameterValue(Types.INTEGER, place == null ? null : place.index()));
        Further ties = new Further(TIES, ", ?, ?, " + index, parameters);
        return of(job, DueColumns.of(job.due(), database, onceDue), database, ties.traced(trace));
    }

    private static InsertValues of(NewJob job, DueColumns due, Database database, Further further) {
        List<Object> parameters = new ArrayList<>();
        parameters.add(job.type());
        parameters.add(job.queue());
        parameters.add(~job.priority());
        parameters.addAll(due.dueParameters());
        parameters.addAll(due.stateParameters());
        parameters.add(new SqlParameterValue(Types.INTEGER, job.maxAttempts()));
        parameters.add(new SqlParameterValue(Types.VARCHAR, Labels.written(job.labels())));
        parameters.addAll(further.parameters());
        String head = "?, ?, ?, " + due.due() + ", " + due.state() + ", ?, ?, {now}" + further.values();
        return new InsertValues(INTO + further.columns() + ", payload) ", head, parameters, job.payload());
    }

    /** Optional columns. */
    private record Further(String columns, String values, List<Object> parameters) {

        private Further traced(@Nullable String trace) {
            if (trace == null) {
                return this;
            }
            List<Object> all = new ArrayList<>(parameters);
            all.add(trace);
            return new Further(columns + ", trace", values + ", ?", all);
        }
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
