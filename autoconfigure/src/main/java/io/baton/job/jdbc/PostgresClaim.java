package io.baton.job.jdbc;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * One statement. The array keeps the planner from running the selection once per row, the literal limit and state let it use the
 * partial index without planning anew each time.
 */
record PostgresClaim(JdbcOperations jdbc, Tables tables, Database database) implements ClaimStatement {

    private static final String CLAIM = """
            UPDATE baton_job
            SET state = 2, lock_id = ?, worker_id = ?, attempt = attempt + 1, claimed_at = clock_timestamp()
            WHERE ctid = ANY (ARRAY (
                SELECT ctid FROM baton_job WHERE state = 1 AND queue = ?
                ORDER BY job_rank, due_at, id LIMIT %d FOR UPDATE SKIP LOCKED))
            RETURNING""" + " " + ClaimedJobRow.COLUMNS;

    @Override
    public List<ClaimedJob> claim(Claim claim) {
        return jdbc.query(
                tables.in(CLAIM.formatted(claim.limit())),
                new ClaimedJobRow(database, claim.lockId(), 0),
                claim.lockId(),
                claim.workerId(),
                claim.queue());
    }
}
