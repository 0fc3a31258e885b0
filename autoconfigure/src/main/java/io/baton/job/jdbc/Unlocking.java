package io.baton.job.jdbc;

import io.baton.job.Retention;
import io.baton.job.Unlocked;
import org.springframework.jdbc.core.JdbcOperations;

/** Takes jobs back from a dead worker, whose row is locked, so that one sweeper is at it. */
record Unlocking(JdbcOperations jdbc, Tables tables, Database database, Retention retention) {

    private static final String TAKE_ON =
            "SELECT id FROM baton_worker WHERE id = ? AND dead = TRUE FOR UPDATE SKIP LOCKED";

    Unlocked unlock(long workerId, int limit) {
        boolean ours =
                !jdbc.queryForList(tables.in(TAKE_ON), Long.class, workerId).isEmpty();
        return ours
                ? new TakingBack(jdbc, tables, database, retention)
                        .back("baton_job j WHERE worker_id = ?", workerId, limit, "worker_id = ?", workerId)
                : Unlocked.NOTHING;
    }
}
