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

    /** Up to {@code limit} of those that meet the condition, which is asked again under the locks of their rows. */
    Unlocked back(String condition, int limit, Object... parameters) {
        List<Long> free = new ArrayList<>();
        List<Long> cancelled = new ArrayList<>();
        Set<String> queues = new HashSet<>();
        jdbc.query(
                tables.in("SELECT id, queue, cancel_requested FROM baton_job WHERE state = 2 AND " + condition
                        + " ORDER BY id LIMIT " + limit + database.skipLocked()),
                row -> {
                    (row.getBoolean("cancel_requested") ? cancelled : free).add(row.getLong("id"));
                    queues.add(row.getString("queue"));
                },
                parameters);
        int jobs = free.isEmpty() ? 0 : makeReady(free, condition, parameters);
        new History(jdbc, tables, database).move(cancelled, JobState.CANCELLED, retention.keeps(JobState.CANCELLED));
        return new Unlocked(jobs + cancelled.size(), 0, queues);
    }

    private int makeReady(List<Long> ids, String condition, Object... parameters) {
        String ready = "UPDATE baton_job SET state = 1, lock_id = NULL, worker_id = NULL, attempt = attempt - 1"
                + " WHERE state = 2 AND " + condition + " AND id IN ";
        return jdbc.update(tables.in(ready) + In.marks(ids), In.parameters(ids, parameters));
    }
}
