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
 * @param columns the columns, of which the payload is the last
 * @param head the text of the values without the payload
 * @param headParameters the parameters of that text
 */
public record InsertValues(
        String columns,
        String head,
        List<Object> headParameters,
        @Nullable String payload) {

    private static final String COLUMNS =
            "type, queue, job_rank, due_at, state, max_attempts, labels, created_at%s, payload";

    /** Returns the row of a job; all rows of a statement have the columns of ties, or none has. */
    public static InsertValues of(NewJob job, Database database, @Nullable String trace, boolean ties) {
        return of(job, database, trace, ties, "?");
    }

    /** Returns the row of the first of several jobs that follow each other in a group. A column {@code position} counts the jobs from 1. */
    static InsertValues inOrder(NewJob first, Database database, @Nullable String trace) {
        return of(first, database, trace, first.ties() != 0, first.place() == null ? "?" : "position - 1 + ?");
    }

    private static InsertValues of(NewJob job, Database database, @Nullable String trace, boolean ties, String index) {
        boolean blocked = job.isLimited() || job.awaits();
        DueColumns due = DueColumns.of(job.due(), database, blocked ? JobState.BLOCKED : JobState.READY);
        String further = "";
        String head = "?, ?, ?, " + due.due() + ", " + due.state() + ", ?, ?, {now}";
        List<Object> parameters = new ArrayList<>(List.of(job.type(), job.queue(), ~job.priority()));
        parameters.addAll(due.dueParameters());
        parameters.addAll(due.stateParameters());
        parameters.add(new SqlParameterValue(Types.INTEGER, job.maxAttempts()));
        parameters.add(new SqlParameterValue(Types.VARCHAR, Labels.written(job.labels())));
        if (ties) {
            NewJob.Place place = job.place();
            further += ", ties, batch_group, batch_index";
            head += ", ?, ?, " + index;
            parameters.add(new SqlParameterValue(Types.SMALLINT, job.ties()));
            parameters.add(new SqlParameterValue(Types.BIGINT, place == null ? null : place.group()));
            parameters.add(new SqlParameterValue(Types.INTEGER, place == null ? null : place.index()));
        }
        if (trace != null) {
            further += ", trace";
            head += ", ?";
            parameters.add(trace);
        }
        return new InsertValues(COLUMNS.formatted(further), head, parameters, job.payload());
    }

    /** Returns the statement that stores the row; the {@link #values} of more rows can be appended. */
    String insert() {
        return "INSERT INTO baton_job (" + columns + ") VALUES " + values();
    }

    /** Returns a part of a larger statement that stores the row under an id from the relation {@code from}; stores none if that is empty. */
    public String insertFrom(String id, String from) {
        return "INSERT INTO baton_job (id, " + columns + ") SELECT " + id + ", " + head + ", ? FROM " + from;
    }

    String values() {
        return "(" + head + ", ?)";
    }

    public List<Object> parameters() {
        List<Object> all = new ArrayList<>(headParameters);
        all.add(new SqlParameterValue(Types.VARCHAR, payload));
        return all;
    }
}
