package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import java.util.List;

/** Selects, since H2 locks every row that a locking selection sorts, then writes. The order repeats fixed columns, or H2 sorts the whole queue. */
record H2Claim(Database database) implements ClaimStatement {

    private static final String PICK = """
            SELECT id FROM baton_job WHERE state = 1 AND queue = ?%s
            ORDER BY state, queue, job_rank, due_at, id LIMIT %s""";

    private static final String CLAIMED =
            "state = 2, lock_id = ?, worker_id = ?, attempt = attempt + 1, claimed_at = CURRENT_TIMESTAMP(6)";

    @Override
    public List<ClaimedJob> claim(Claim claim) {
        List<ClaimedJob> picked = new SkippingSelection(database, PICK).pick(claim);
        if (!picked.isEmpty()) {
            List<Long> ids = picked.stream().map(ClaimedJob::id).toList();
            database.rows("baton_job").update(ids, CLAIMED, claim.lockId(), claim.workerId());
        }
        return picked;
    }
}
