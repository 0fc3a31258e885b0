package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Locks jobs in the order of the index, so that only claimed rows are locked, and then updates them by primary key. In two cases such a lock would
 * hide more rows from other claims: H2 locks every row that it sorts, and MariaDB every row of another type that it passes. There, ids are selected
 * without locks, and then the free rows among them are locked.
 */
record PortableClaim(Database database) implements ClaimStatement {

    private static final String PICK = """
            SELECT %s FROM baton_job FORCE INDEX (baton_job_claim)
            WHERE state = 1 AND queue = ?
            ORDER BY job_rank, due_at, id LIMIT %s FOR UPDATE SKIP LOCKED""";

    private static final String IDS = """
            SELECT id FROM baton_job FORCE INDEX (baton_job_claim)
            WHERE state = 1 AND queue = ?%s
            ORDER BY job_rank, due_at, id LIMIT %s""";

    /** The order repeats the fixed columns, since H2 would otherwise sort the whole queue. */
    private static final String IDS_ON_H2 = """
            SELECT id FROM baton_job WHERE state = 1 AND queue = ?%s
            ORDER BY state, queue, job_rank, due_at, id LIMIT %s""";

    private static final String CLAIMED =
            "state = 2, lock_id = ?, worker_id = ?, attempt = attempt + 1, claimed_at = {now}";

    private static final String PROBE =
            "(SELECT queue FROM baton_job WHERE state = 1 AND queue = ? ORDER BY job_rank, due_at, id LIMIT 1)";

    private static final int FARTHER = 4;
    /** The maximum reach of a claim, above the limit of any worker. Jobs behind so many rows locked by others wait until these are released. */
    private static final int FARTHEST = 16_000;

    @Override
    public List<ClaimedJob> claim(Claim claim) {
        boolean h2 = database.dialect().vendor().equals("h2");
        List<ClaimedJob> picked = h2 || claim.types() != null ? pickFree(claim, h2 ? IDS_ON_H2 : IDS) : pick(claim);
        if (!picked.isEmpty()) {
            List<Long> ids = picked.stream().map(ClaimedJob::id).toList();
            List<Object> values = List.of(database.dialect().uuid(claim.lockId()), claim.workerId());
            // H2 loses no locks, so that no condition is needed
            String condition = h2 ? "TRUE" : "state = 1";
            History.requireAll(database.rows("baton_job").update(ids, CLAIMED, values, condition) == ids.size());
        }
        return picked;
    }

    private List<ClaimedJob> pick(Claim claim) {
        return database.query(
                PICK.formatted(ClaimedJobRow.COLUMNS, claim.limit()),
                new ClaimedJobRow(database, claim, 1),
                claim.queue());
    }

    /** Selects more ids if some of the rows were locked. */
    private List<ClaimedJob> pickFree(Claim claim, String select) {
        List<ClaimedJob> picked = new ArrayList<>();
        Set<Long> tried = new HashSet<>();
        for (int reach = claim.limit(); ; reach = Math.min(FARTHEST, FARTHER * reach)) {
            List<Long> ids = ids(claim, select, reach);
            List<Long> untried = ids.stream().filter(tried::add).toList();
            if (!untried.isEmpty()) {
                picked.addAll(lock(claim, untried, claim.limit() - picked.size()));
            }
            if (picked.size() == claim.limit() || ids.size() < reach || reach == FARTHEST) {
                return picked;
            }
        }
    }

    private List<Long> ids(Claim claim, String select, int limit) {
        List<Object> parameters = new ArrayList<>();
        parameters.add(claim.queue());
        String condition = "";
        if (claim.types() != null) {
            parameters.addAll(claim.types());
            condition = " AND type IN (" + Database.marks(claim.types()) + ")";
        }
        return database.list(select.formatted(condition, limit), Long.class, parameters.toArray());
    }

    private List<ClaimedJob> lock(Claim claim, List<Long> ids, int limit) {
        RowsById byId = database.rows("baton_job");
        String lock = "SELECT " + ClaimedJobRow.COLUMNS + " FROM " + byId.from() + " AND state = 1 LIMIT " + limit
                + " FOR UPDATE SKIP LOCKED";
        return database.query(lock, new ClaimedJobRow(database, claim, 1), byId.inOrder(ids));
    }

    /** Probes the claim index once for each queue, in one statement. */
    @Override
    public List<String> queuesWithWork(Collection<String> queues) {
        String probes = String.join(" UNION ALL ", Collections.nCopies(queues.size(), PROBE));
        return database.list(probes, String.class, queues.toArray());
    }
}
