package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.job.Retention;
import io.baton.job.Unlocked;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.JdbcOperations;

/** Makes claimed jobs ready again, or cancelled if a person asked for that; rows that somebody holds are left for the next time. */
record TakingBack(JdbcOperations jdbc, Tables tables, Database database, Retention retention) {

    /**
     * Takes back up to {@code limit} of the claimed rows.
     *
     * @param rows the table as {@code j} and a condition, with one parameter
     * @param condition what is asked again under the locks of the rows
     */
    Unlocked back(String rows, Object parameter, int limit, String condition, Object... parameters) {
        List<Long> free = new ArrayList<>();
        List<Long> cancelled = new ArrayList<>();
        Set<String> queues = new HashSet<>();
        jdbc.query(
                tables.in("SELECT id, queue, cancel_requested FROM " + rows + " AND state = 2 ORDER BY id LIMIT "
                        + limit + database.skipLocked()),
                row -> {
                    (row.getBoolean("cancel_requested") ? cancelled : free).add(row.getLong("id"));
                    queues.add(row.getString("queue"));
                },
                parameter);
        int jobs = free.isEmpty() ? 0 : makeReady(free, condition, parameters);
        new History(jdbc, tables, database).move(cancelled, JobState.CANCELLED, retention.keeps(JobState.CANCELLED));
        return new Unlocked(jobs + cancelled.size(), 0, queues);
    }

    private int makeReady(List<Long> ids, String condition, Object... parameters) {
        String ready = "state = 1, lock_id = NULL, worker_id = NULL, attempt = attempt - 1";
        return database.byId(jdbc, tables).update(ids, ready, List.of(), "state = 2 AND " + condition, parameters);
    }
}
