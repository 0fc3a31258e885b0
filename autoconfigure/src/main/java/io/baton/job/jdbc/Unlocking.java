package io.baton.job.jdbc;

import io.baton.job.ClaimedJob;
import io.baton.job.Retention;
import io.baton.job.Unlocked;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * Takes jobs back from a dead worker. A crash is charged once, and only to jobs that may have been started: a worker starts the jobs of
 * a queue in claim order, so these are the first of each queue, as many as it may run at once. The worker's row is locked, so that one
 * sweeper is at it.
 */
record Unlocking(JdbcOperations jdbc, Tables tables, Database database, Retention retention) {

    /** Twice in company, twice alone. */
    private static final int CRASHES_TO_BURY = 4;

    private static final String REASON = "Worker lost: " + CRASHES_TO_BURY
            + " workers died while they ran this job, the last two while it ran alone. Revive it when the cause is mended.";

    Unlocked unlock(long workerId, int limit) {
        List<Boolean> charged = new ArrayList<>();
        Map<String, Integer> capacities = new HashMap<>();
        jdbc.query(
                tables.in(
                        "SELECT charged, queues FROM baton_worker WHERE id = ? AND dead = TRUE FOR UPDATE SKIP LOCKED"),
                row -> {
                    charged.add(row.getBoolean("charged"));
                    capacities.putAll(Capacities.read(row.getString("queues")));
                },
                workerId);
        if (charged.isEmpty()) {
            return Unlocked.NOTHING;
        }
        int buried = 0;
        if (!charged.get(0)) {
            buried = charge(workerId, capacities);
        }
        Unlocked unlocked = new TakingBack(jdbc, tables, database, retention)
                .back("baton_job j WHERE worker_id = ?", workerId, limit, "worker_id = ?", workerId);
        return new Unlocked(unlocked.jobs() + buried, buried, unlocked.queues());
    }

    /** Answers how many were buried; the others stay with the dead worker until they are taken back. */
    private int charge(long workerId, Map<String, Integer> capacities) {
        List<Long> started = started(workerId, capacities);
        jdbc.update(tables.in("UPDATE baton_worker SET charged = TRUE WHERE id = ?"), workerId);
        List<Long> guilty = started.isEmpty() ? started : guilty(workerId, started);
        if (guilty.isEmpty()) {
            return 0;
        }
        RowsById byId = database.byId(jdbc, tables);
        byId.update(guilty, "crashes = LEAST(crashes, 999) + 1", List.of(), "state = 2 AND worker_id = ?", workerId);
        String bury = "state = 5, lock_id = NULL, attempt = attempt - 1, error = ?, buried_at = " + database.now();
        String guiltyOfDeath =
                "state = 2 AND worker_id = ? AND cancel_requested = FALSE AND crashes >= " + CRASHES_TO_BURY;
        return byId.update(guilty, bury, List.of(REASON), guiltyOfDeath, workerId);
    }

    private List<Long> started(long workerId, Map<String, Integer> capacities) {
        List<Long> started = new ArrayList<>();
        capacities.forEach((queue, capacity) -> started.addAll(jdbc.queryForList(
                tables.in("SELECT id FROM baton_job WHERE state = 2 AND worker_id = ? AND queue = ?"
                        + " ORDER BY claimed_at, job_rank, due_at, id LIMIT " + capacity),
                Long.class,
                workerId,
                queue)));
        return started.stream().sorted().toList();
    }

    /** A suspect starts only when its worker holds nothing else. What the dead worker's own last transaction still holds has come to its end. */
    private List<Long> guilty(long workerId, List<Long> started) {
        boolean alone = started.size() == 1;
        RowsById byId = database.byId(jdbc, tables);
        return jdbc.queryForList(
                tables.in("SELECT id FROM " + byId.from("baton_job") + " AND state = 2 AND worker_id = ?"
                        + (alone ? "" : " AND crashes < " + ClaimedJob.CRASHES_OF_SUSPECTS)
                        + " ORDER BY id" + database.skipLocked()),
                Long.class,
                byId.ids(started),
                workerId);
    }
}
