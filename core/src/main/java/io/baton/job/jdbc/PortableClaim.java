package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.JobClaims.ReadyShare;
import io.baton.job.ShareNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

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
            SELECT id, queue FROM baton_job FORCE INDEX (baton_job_claim)
            WHERE state = 1 AND queue = ?%s
            ORDER BY job_rank, due_at, id LIMIT %s""";

    /** The order repeats the fixed columns, since H2 would otherwise sort the whole queue. */
    private static final String IDS_ON_H2 = """
            SELECT id, queue FROM baton_job WHERE state = 1 AND queue = ?%s
            ORDER BY state, queue, job_rank, due_at, id LIMIT %s""";

    /** The first name in a range, and the last name in another one. */
    private static final String SHARES = """
            SELECT (SELECT MIN(queue) FROM baton_job WHERE state = 1 AND queue >= ? AND queue < ?) AS first_name,
                (SELECT MAX(queue) FROM baton_job WHERE state = 1 AND queue >= ? AND queue < ?) AS last_name""";

    private static final String CLAIMED =
            "state = 2, lock_id = ?, worker_id = ?, attempt = attempt + 1, claimed_at = {now}";

    private static final String PROBE =
            "SELECT MAX(queue) AS queue FROM baton_job WHERE state = 1 AND queue >= ? AND queue < ?";

    private static final int FARTHER = 4;
    /** The maximum reach of a claim, above the limit of any worker. Jobs behind so many rows locked by others wait until these are released. */
    private static final int FARTHEST = 16_000;

    @Override
    public List<ClaimedJob> claim(Claim claim) {
        boolean h2 = database.dialect().vendor().equals("h2");
        String select = h2 ? IDS_ON_H2 : IDS;
        List<ClaimedJob> picked = claim.shares() != null
                ? pickOfShares(claim, select, claim.shares())
                : h2 || claim.types() != null
                        ? pickFree(claim, select, claim.queue(), claim.limit(), new HashSet<>())
                        : pick(claim);
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
                PICK.formatted(ClaimedJobRow.columns(claim), claim.limit()),
                new ClaimedJobRow(database, claim, 1),
                claim.queue());
    }

    /** Selects more ids if some of the rows were locked. */
    private List<ClaimedJob> pickFree(Claim claim, String select, String name, int wanted, Set<Long> tried) {
        List<ClaimedJob> picked = new ArrayList<>();
        for (int reach = wanted + tried.size(); ; reach = Math.min(FARTHEST, FARTHER * reach)) {
            List<Long> ids = ids(claim, select, Map.of(name, reach)).getOrDefault(name, List.of());
            List<Long> untried = ids.stream().filter(tried::add).toList();
            if (!untried.isEmpty()) {
                picked.addAll(lock(claim, untried, wanted - picked.size()));
            }
            if (picked.size() == wanted || ids.size() < reach || reach == FARTHEST) {
                return picked;
            }
        }
    }

    /** Picks jobs of all shares at once, and then more of those shares of which some rows were locked. */
    private List<ClaimedJob> pickOfShares(Claim claim, String select, Map<String, Integer> shares) {
        Map<String, List<Long>> ids = ids(claim, select, shares);
        List<Long> all = ids.values().stream().flatMap(List::stream).toList();
        List<ClaimedJob> picked = new ArrayList<>(all.isEmpty() ? List.of() : lock(claim, all, all.size()));
        Set<Long> locked = new HashSet<>(all);
        picked.forEach(job -> locked.remove(job.id()));
        ids.forEach((name, found) -> {
            int missing = (int) found.stream().filter(locked::contains).count();
            if (missing > 0 && found.size() == shares.getOrDefault(name, 0)) {
                picked.addAll(pickFree(claim, select, name, missing, new HashSet<>(found)));
            }
        });
        return picked;
    }

    /** Returns the first ids under each of these names, so many of each. */
    private Map<String, List<Long>> ids(Claim claim, String select, Map<String, Integer> wanted) {
        Set<String> types = Objects.requireNonNullElse(claim.types(), Set.of());
        String condition = types.isEmpty() ? "" : " AND type IN (" + Database.marks(types) + ")";
        List<String> selects = new ArrayList<>();
        List<Object> parameters = new ArrayList<>();
        wanted.forEach((name, jobs) -> {
            selects.add(select.formatted(condition, jobs));
            parameters.add(name);
            parameters.addAll(types);
        });
        String all = selects.size() == 1 ? selects.get(0) : "(" + String.join(") UNION ALL (", selects) + ")";
        Map<String, List<Long>> ids = new LinkedHashMap<>();
        database.forEach(
                all,
                row -> ids.computeIfAbsent(row.getString("queue"), name -> new ArrayList<>())
                        .add(row.getLong("id")),
                parameters.toArray());
        return ids;
    }

    private List<ClaimedJob> lock(Claim claim, List<Long> ids, int limit) {
        RowsById byId = database.rows("baton_job");
        String lock = "SELECT " + ClaimedJobRow.columns(claim) + " FROM " + byId.from() + " AND state = 1 LIMIT "
                + limit + " FOR UPDATE SKIP LOCKED";
        return database.query(lock, new ClaimedJobRow(database, claim, 1), byId.inOrder(ids));
    }

    /** Reads one share after the other, each by one statement that also reads the end of the one before. */
    @Override
    public List<ReadyShare> shares(String of, String from, int limit) {
        List<ReadyShare> shares = new ArrayList<>();
        String until = ShareNames.end(of);
        ReadyShare next = next(from, until, from, from);
        while (!next.first().isEmpty() && shares.size() < limit) {
            String first = next.first();
            String end = ShareNames.after(of, first);
            next = next(end, until, first, end);
            shares.add(new ReadyShare(first, next.last()));
        }
        return shares;
    }

    /** Returns the first name of one range, and the last one of another. */
    private ReadyShare next(String... ranges) {
        return database.query(
                        SHARES,
                        (row, number) -> new ReadyShare(
                                Objects.requireNonNullElse(row.getString("first_name"), ""),
                                Objects.requireNonNullElse(row.getString("last_name"), "")),
                        (Object[]) ranges)
                .get(0);
    }

    /** Probes the claim index once for each queue, in one statement. */
    @Override
    public List<String> queuesWithWork(Collection<String> queues) {
        String probes = String.join(" UNION ALL ", Collections.nCopies(queues.size(), PROBE));
        Object[] ranges = queues.stream()
                .flatMap(queue -> Stream.of(queue, ShareNames.end(queue)))
                .toArray();
        return database.list(
                "SELECT queue FROM (" + probes + ") AS probed WHERE queue IS NOT NULL", String.class, ranges);
    }
}
