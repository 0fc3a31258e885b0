package io.baton.job.jdbc;

import io.baton.job.Ties;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** A job whose row the transaction has locked. */
record LockedJob(long id, Ties ties) {

    static final String COLUMNS = "id, " + TiesRow.COLUMNS;

    static LockedJob read(ResultSet row) throws SQLException {
        return new LockedJob(row.getLong("id"), TiesRow.read(row));
    }

    /** Returns the ids of these jobs, ascending. */
    static List<Long> ids(Collection<LockedJob> jobs) {
        return jobs.stream().map(LockedJob::id).sorted().toList();
    }
}
