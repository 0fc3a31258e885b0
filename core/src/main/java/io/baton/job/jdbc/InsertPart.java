package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.NewJob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The INSERT of a job as a part of another statement, which states whether there is such a job, and its id. */
public record InsertPart(String sql, List<Object> parameters) {

    /**
     * Returns the part for a job without permits, which may be part of a trace.
     *
     * @param from a relation with one row if there is such a job, and the conditions on it
     * @param id of the job, a column of that relation
     */
    public static InsertPart of(NewJob job, Database database, @Nullable String trace, String from, String id) {
        InsertValues values = InsertValues.tied(job, database, trace);
        String into = values.into().replace("(type", "(id, type");
        return new InsertPart(into + "SELECT " + id + ", " + values.head() + ", ? FROM " + from, values.parameters());
    }
}
