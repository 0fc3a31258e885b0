package io.baton.job.jdbc;

import io.baton.database.NullableColumn;
import io.baton.job.Ties;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads the ties of a job. */
final class TiesRow {

    static final String COLUMNS = "ties, batch_group, batch_index";

    private TiesRow() {}

    static Ties read(ResultSet row) throws SQLException {
        return read(row, row.findColumn("ties"));
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
