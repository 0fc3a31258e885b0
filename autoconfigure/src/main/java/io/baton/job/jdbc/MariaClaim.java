package io.baton.job.jdbc;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * Selects in the order of the index, so that no row is locked but those taken, then writes by primary key. Holds its locks for the two
 * statements only.
 */
record MariaClaim(JdbcOperations jdbc, Tables tables, Database database) implements ClaimStatement {

    private static final String PICK = "SELECT " + ClaimedJobRow.COLUMNS + """
             FROM baton_job FORCE INDEX (baton_job_claim)
            WHERE state = 1 AND queue = ?
            ORDER BY job_rank, due_at, id LIMIT %d FOR UPDATE SKIP LOCKED""";

    /** Without locks, since those of the rows it passes over would hide them from others. */
    private static final String PICK_TYPES = """
            SELECT id FROM baton_job FORCE INDEX (baton_job_claim)
            WHERE state = 1 AND queue = ? AND type IN %s
            ORDER BY job_rank, due_at, id LIMIT %d""";

    private static final String TAKEN =
            "state = 2, lock_id = ?, worker_id = ?, attempt = attempt + 1, claimed_at = UTC_TIMESTAMP(6)";

    @Override
    public List<ClaimedJob> claim(Claim claim) {
        List<ClaimedJob> picked = claim.types() == null ? pick(claim) : pick(claim, claim.types());
        if (!picked.isEmpty()) {
            List<Long> ids = picked.stream().map(ClaimedJob::id).toList();
            database.byId(jdbc, tables).update(ids, TAKEN, database.uuid(claim.lockId()), claim.workerId());
        }
        return picked;
    }

    private List<ClaimedJob> pick(Claim claim) {
        return jdbc.query(
                tables.in(PICK.formatted(claim.limit())),
                new ClaimedJobRow(database, claim.lockId(), 1),
                claim.queue());
    }

    private List<ClaimedJob> pick(Claim claim, Set<String> types) {
        List<Object> parameters = new ArrayList<>();
        parameters.add(claim.queue());
        parameters.addAll(types);
        String marks = String.join(", ", Collections.nCopies(types.size(), "?"));
        List<Long> ids = jdbc.queryForList(
                tables.in(PICK_TYPES.formatted("(" + marks + ")", claim.limit())), Long.class, parameters.toArray());
        RowsById byId = database.byId(jdbc, tables);
        return ids.isEmpty()
                ? List.of()
                : jdbc.query(
                        tables.in("SELECT " + ClaimedJobRow.COLUMNS + " FROM " + byId.from("baton_job")
                                + " AND state = 1 ORDER BY id FOR UPDATE SKIP LOCKED"),
                        new ClaimedJobRow(database, claim.lockId(), 1),
                        byId.ids(ids));
    }
}
