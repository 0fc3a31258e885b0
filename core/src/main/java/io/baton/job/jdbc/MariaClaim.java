package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import java.util.List;

/**
 * Selects in the order of the index, so that only claimed rows are locked, then writes by primary key. Holds its locks for the few statements only.
 */
record MariaClaim(Database database) implements ClaimStatement {

    private static final String PICK = """
            SELECT %s FROM baton_job FORCE INDEX (baton_job_claim)
            WHERE state = 1 AND queue = ?
            ORDER BY job_rank, due_at, id LIMIT %s FOR UPDATE SKIP LOCKED""";

    private static final String PICK_TYPES = """
            SELECT id FROM baton_job FORCE INDEX (baton_job_claim)
            WHERE state = 1 AND queue = ?%s
            ORDER BY job_rank, due_at, id LIMIT %s""";

    private static final String CLAIMED =
            "state = 2, lock_id = ?, worker_id = ?, attempt = attempt + 1, claimed_at = UTC_TIMESTAMP(6)";

    @Override
    public List<ClaimedJob> claim(Claim claim) {
        List<ClaimedJob> picked =
                claim.types() == null ? pick(claim) : new SkippingSelection(database, PICK_TYPES).pick(claim);
        if (!picked.isEmpty()) {
            List<Long> ids = picked.stream().map(ClaimedJob::id).toList();
            List<Object> values = List.of(database.dialect().uuid(claim.lockId()), claim.workerId());
            History.requireAll(database.rows("baton_job").update(ids, CLAIMED, values, "state = 1") == ids.size());
        }
        return picked;
    }

    private List<ClaimedJob> pick(Claim claim) {
        return database.query(
                PICK.formatted(ClaimedJobRow.columns(database), claim.limit()),
                new ClaimedJobRow(database, claim, 1),
                claim.queue());
    }
}
