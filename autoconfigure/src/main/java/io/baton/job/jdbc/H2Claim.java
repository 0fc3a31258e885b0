package io.baton.job.jdbc;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * Picks without locking, then takes those of the picked that are still ready: the state in the update decides, and the lock id tells
 * which were won. The order repeats the columns that are fixed, or H2 sorts the whole queue.
 */
record H2Claim(JdbcOperations jdbc, Tables tables, Database database) implements ClaimStatement {

    private static final String PICK = """
            SELECT id FROM baton_job WHERE state = 1 AND queue = ?%s
            ORDER BY state, queue, job_rank, due_at, id LIMIT %d""";

    private static final String TAKE = """
            UPDATE baton_job
            SET state = 2, lock_id = ?, worker_id = ?, attempt = attempt + 1, claimed_at = CURRENT_TIMESTAMP(6)
            WHERE id = ANY (?) AND state = 1""";

    private static final String READ =
            "SELECT " + ClaimedJobRow.COLUMNS + " FROM baton_job WHERE id = ANY (?) AND lock_id = ?";

    @Override
    public List<ClaimedJob> claim(Claim claim) {
        Object[] picked = claim.types() == null
                ? pick(claim, "", claim.queue())
                : pick(
                        claim,
                        " AND type = ANY (?)",
                        claim.queue(),
                        claim.types().toArray());
        if (picked.length == 0 || jdbc.update(tables.in(TAKE), claim.lockId(), claim.workerId(), picked) == 0) {
            return List.of();
        }
        return jdbc.query(tables.in(READ), new ClaimedJobRow(database, claim.lockId(), 0), picked, claim.lockId());
    }

    private Object[] pick(Claim claim, String condition, Object... parameters) {
        return jdbc.queryForList(tables.in(PICK.formatted(condition, claim.limit())), Long.class, parameters)
                .toArray();
    }
}
