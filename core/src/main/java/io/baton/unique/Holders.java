package io.baton.unique;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.StateCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The jobs that hold keys, many at once. */
record Holders(Database database) {

    private static final Holder GAVE_ITS_KEY_UP = new Holder(JobState.CANCELLED, "", false);

    Map<Long, Holder> lock(Collection<Long> jobs) {
        return read("baton_job", "cancel_requested", " ORDER BY id FOR UPDATE", jobs);
    }

    /** Returns unfinished jobs, those in history, and those that were cancelled while an enqueue had locked their key, even if history was purged. */
    Map<Long, Holder> find(Collection<Long> jobs) {
        Map<Long, Holder> found = read("baton_job", "cancel_requested", "", jobs);
        found.putAll(read("baton_job_history", "FALSE AS cancel_requested", "", missing(found, jobs)));
        givenUp(missing(found, jobs)).forEach(job -> found.put(job, GAVE_ITS_KEY_UP));
        return found;
    }

    private static List<Long> missing(Map<Long, Holder> found, Collection<Long> jobs) {
        return jobs.stream().filter(job -> !found.containsKey(job)).toList();
    }

    /** A job that does not exist and has a key set aside was cancelled: it cannot be revived. */
    private List<Long> givenUp(List<Long> gone) {
        if (gone.isEmpty()) {
            return List.of();
        }
        RowsById byJob = database.rowsBy("baton_unique", "job_id", "baton_unique_job");
        return database.list("SELECT job_id FROM " + byJob.from() + " AND dead_job <> 0", Long.class, byJob.ids(gone));
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
