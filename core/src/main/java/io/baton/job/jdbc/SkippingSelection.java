package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Selects ids in the order of claims without locks, since locks of rows that are passed over would hide them from other claims. Then it locks the
 * free rows, and reads farther if some were locked.
 *
 * @param ids selects ids, with places for a condition on types and for a limit
 */
record SkippingSelection(Database database, String ids) {

    private static final int FARTHER = 4;
    /** No worker claims so many at once: other locks on more rows hide what is behind them until they are released. */
    private static final int FARTHEST = 16_000;

    /** Locks jobs that the claim may take, and reads them as they will be once they are claimed. */
    List<ClaimedJob> pick(Claim claim) {
        List<ClaimedJob> picked = new ArrayList<>();
        Set<Long> tried = new HashSet<>();
        for (int reach = claim.limit(); ; reach = Math.min(FARTHEST, FARTHER * reach)) {
            List<Long> ids = select(claim, reach);
            List<Long> untried = ids.stream().filter(tried::add).toList();
            if (!untried.isEmpty()) {
                picked.addAll(lock(claim, untried, claim.limit() - picked.size()));
            }
            if (picked.size() == claim.limit() || ids.size() < reach || reach == FARTHEST) {
                return picked;
            }
        }
    }

    private List<Long> select(Claim claim, int limit) {
        List<Object> parameters = new ArrayList<>();
        parameters.add(claim.queue());
        String condition = "";
        if (claim.types() != null) {
            parameters.addAll(claim.types());
            condition = " AND type IN ("
                    + String.join(", ", Collections.nCopies(claim.types().size(), "?")) + ")";
        }
        return database.list(ids.formatted(condition, limit), Long.class, parameters.toArray());
    }

    private List<ClaimedJob> lock(Claim claim, List<Long> ids, int limit) {
        RowsById byId = database.rows("baton_job");
        String lock = "SELECT " + ClaimedJobRow.columns(database) + " FROM " + byId.from() + " AND state = 1 LIMIT "
                + limit + " FOR UPDATE SKIP LOCKED";
        return database.query(lock, new ClaimedJobRow(database, claim, 1), byId.inOrder(ids));
    }
}
