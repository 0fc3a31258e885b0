package io.baton.unique.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.StateCode;
import io.baton.job.Ties;
import io.baton.unique.Holder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The jobs that hold keys, many at once. */
record Holders(Database database) {

    /** Whether a job holds a key: where ids come again, one without has the id of another that did. */
    static final String HOLDS_A_KEY = "MOD(ties, " + 2 * Ties.UNIQUE_START + ") >= " + Ties.UNIQUE;

    private static final String HOLDING = " AND " + HOLDS_A_KEY;

    Map<Long, Holder> lock(Collection<Long> jobs) {
        return read("baton_job", "cancel_requested", HOLDING + " ORDER BY id FOR UPDATE", jobs);
    }

    /** Unfinished or in history. */
    Map<Long, Holder> find(Collection<Long> jobs) {
        Map<Long, Holder> found = read("baton_job", "cancel_requested", HOLDING, jobs);
        List<Long> left = jobs.stream().filter(job -> !found.containsKey(job)).toList();
        found.putAll(read("baton_job_history", "FALSE AS cancel_requested", "", left));
        return found;
    }

    private Map<Long, Holder> read(String table, String cancelled, String how, Collection<Long> jobs) {
        Map<Long, Holder> found = new HashMap<>();
        if (!jobs.isEmpty()) {
            RowsById byId = database.rows(table);
            database.forEach(
                    "SELECT id, state, queue, " + cancelled + " FROM " + byId.from() + how,
                    row -> {
                        found.put(row.getLong("id"), of(row));
                    },
                    byId.ids(jobs));
        }
        return found;
    }

    static Holder of(ResultSet row) throws SQLException {
        return new Holder(
                StateCode.state(row.getInt("state")), row.getString("queue"), row.getBoolean("cancel_requested"));
    }
}
