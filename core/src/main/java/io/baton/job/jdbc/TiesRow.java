package io.baton.job.jdbc;

import io.baton.database.NullableColumn;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Ties;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** Reads jobs with their ties. */
final class TiesRow {

    static final String COLUMNS = "ties, batch_group, batch_index";

    /** The columns of {@link #job}. */
    static final String OF_JOB = "id, " + COLUMNS;

    private TiesRow() {}

    static TiedJob job(ResultSet row) throws SQLException {
        return new TiedJob(row.getLong("id"), read(row, row.findColumn("ties")), null);
    }

    /** Returns the ids of these jobs, ascending. */
    static List<Long> ids(Collection<TiedJob> jobs) {
        return jobs.stream().map(TiedJob::id).sorted().toList();
    }

    /** Reads the ties from columns of which the first is at this position. */
    static Ties read(ResultSet row, int first) throws SQLException {
        int bits = row.getInt(first);
        if (bits == 0) {
            return Ties.NONE;
        }
        return new Ties(bits, NullableColumn.number(row, "batch_group"), NullableColumn.integer(row, "batch_index"));
    }
}
