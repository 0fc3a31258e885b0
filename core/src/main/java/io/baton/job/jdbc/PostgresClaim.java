package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.JobClaims.ReadyShare;
import io.baton.job.ReadyJobs;
import io.baton.job.ShareNames;
import io.baton.job.Ties;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Claims in one statement. The array keeps the planner from running the selection once per row. The literal limit and state let it use the partial
 * index without planning anew each time.
 *
 * <p>The commit does not wait for the disk. If the server crashes before the claim is on disk, the job is ready again as if it had not been
 * claimed. The fence then rejects the outcome of the first run, and another run decides.
 */
final class PostgresClaim implements ClaimStatement {

    private static final String CLAIM = """
            UPDATE baton_job
            SET state = 2, lock_id = ?, worker_id = ?, attempt = attempt + 1, claimed_at = clock_timestamp()
            WHERE ctid = ANY (ARRAY (%s)) AND (SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL
            RETURNING %s""";

    /** The permits of limited jobs, in claims from queues that have some. The sum keeps the planner from reading all held permits for each job. */
    private static final String HELD = ", CASE WHEN MOD(ties, 2) = " + Ties.LIMITS
            + " THEN ARRAY (SELECT p.name FROM baton_permit p WHERE p.job_id = baton_job.id AND p.state + 0 = 2) END AS held";

    private static final String FROM_FRONT = """
            SELECT ctid FROM baton_job WHERE state = 1 AND queue = ?%s
            ORDER BY job_rank, due_at, id LIMIT %s FOR UPDATE SKIP LOCKED""";

    /** Reads rank after rank, each from its mark on. The outer limit stops the read, so that only claimed rows are locked. */
    private static final String FROM_MARKS = """
            SELECT picked.ctid FROM unnest(CAST(? AS integer[]), CAST(? AS timestamptz[])) AS mark (job_rank, due_at)
            CROSS JOIN LATERAL (
                SELECT ctid FROM baton_job j
                WHERE j.state = 1 AND j.queue = ? AND j.job_rank = mark.job_rank AND j.due_at >= mark.due_at%s
                ORDER BY j.due_at, j.id LIMIT %s FOR UPDATE SKIP LOCKED) AS picked
            LIMIT %s""";

    /** Reads some jobs of each of several shares. */
    private static final String FROM_SHARES = """
            SELECT picked.ctid FROM unnest(CAST(? AS text[]), CAST(? AS integer[])) AS share (queue, jobs)
            CROSS JOIN LATERAL (
                SELECT ctid FROM baton_job j WHERE j.state = 1 AND j.queue = share.queue%s
                ORDER BY j.job_rank, j.due_at, j.id LIMIT share.jobs FOR UPDATE SKIP LOCKED) AS picked""";

    /** Finds shares one after the other, each by one row of the index, however many jobs it has. */
    private static final String SHARES = """
            WITH RECURSIVE share (first, number) AS (
                SELECT (SELECT MIN(j.queue) FROM baton_job j WHERE j.state = 1 AND j.queue >= ? AND j.queue < ?), 1
                UNION ALL
                SELECT (SELECT MIN(j.queue) FROM baton_job j WHERE j.state = 1 AND j.queue >= %1$s AND j.queue < ?), share.number + 1
                FROM share WHERE share.first IS NOT NULL AND share.number < %2$s)
            SELECT share.first AS first_name,
                (SELECT MAX(j.queue) FROM baton_job j WHERE j.state = 1 AND j.queue >= share.first AND j.queue < %1$s) AS last_name
            FROM share WHERE share.first IS NOT NULL""";

    /** The end of the names of a share, whose name begins after so many characters. */
    private static final String END =
            "left(share.first, %1$s + COALESCE(NULLIF(strpos(substr(share.first, %1$s + 1), chr(1)), 0) - 1, 1000)) || chr(2)";

    /**
     * Finds the queues of an array that have ready jobs, each by its last name with some, in a loop, whose plan does not grow with the number of queues. All arrays are cast, since a
     * driver in its simple query mode sends them as plain literals.
     */
    static final String FROM_QUEUES_WITH_WORK = """
            FROM unnest(CAST(? AS text[])) AS asked (queue) CROSS JOIN LATERAL (
                SELECT queue FROM baton_job j WHERE j.state = 1 AND j.queue >= asked.queue AND j.queue < asked.queue || chr(2)
                ORDER BY j.queue DESC, j.job_rank DESC, j.due_at DESC, j.id DESC LIMIT 1) AS found""";

    private final Database database;
    private final LongSupplier nanoTime;
    private final PlanRefresh plans = new PlanRefresh();
    private final Map<String, ClaimCursor> cursors = new ConcurrentHashMap<>();
    /** The queues whose last claimed jobs were limited. Claims from others pay nothing for limits. */
    private final Set<String> limited = ConcurrentHashMap.newKeySet();

    PostgresClaim(Database database, LongSupplier nanoTime) {
        this.database = database;
        this.nanoTime = nanoTime;
    }

    @Override
    public List<ClaimedJob> claim(Claim claim) {
        Map<String, Integer> shares = claim.shares();
        if (shares != null) {
            String[] names = shares.keySet().toArray(String[]::new);
            Integer[] wanted = shares.values().toArray(Integer[]::new);
            long start = nanoTime.getAsLong();
            List<ClaimedJob> jobs = update(claim, FROM_SHARES.formatted(types(claim)), List.of(names, wanted));
            suspectIfSlow(jobs, start, nanoTime.getAsLong());
            return jobs;
        }
        ClaimCursor cursor = cursor(claim.queue());
        try {
            return cursor.fromFront(nanoTime.getAsLong()) ? fromFront(claim, cursor) : fromMarks(claim, cursor);
        } catch (RuntimeException e) {
            cursor.forget();
            throw e;
        }
    }

    private ClaimCursor cursor(String queue) {
        return cursors.computeIfAbsent(queue, fresh -> new ClaimCursor());
    }

    @Override
    public void expect(ReadyJobs ready) {
        cursor(ready.queue()).expect(ready);
    }

    @Override
    public Set<String> cheaperToClaim(Set<String> queues) {
        return queues.stream().filter(queue -> cursor(queue).onMarks()).collect(Collectors.toSet());
    }

    @Override
    public Optional<Duration> untilChecked(String queue) {
        return cursor(queue).untilChecked(nanoTime.getAsLong());
    }

    private List<ClaimedJob> fromFront(Claim claim, ClaimCursor cursor) {
        long start = nanoTime.getAsLong();
        List<ClaimedJob> jobs =
                update(claim, FROM_FRONT.formatted(types(claim), claim.limit()), List.of(claim.queue()));
        long end = nanoTime.getAsLong();
        cursor.readFront(jobs, claim.limit(), end - start, end);
        suspectIfSlow(jobs, start, end);
        return jobs;
    }

    private void suspectIfSlow(List<ClaimedJob> jobs, long start, long end) {
        if (ClaimCursor.isSlow(jobs, end - start)) {
            plans.suspect(end);
        }
    }

    private List<ClaimedJob> fromMarks(Claim claim, ClaimCursor cursor) {
        Map<Integer, Instant> marks = cursor.marks();
        Duration margin = cursor.margin(nanoTime.getAsLong());
        Integer[] ranks = marks.keySet().toArray(Integer[]::new);
        String[] dues =
                marks.values().stream().map(due -> due.minus(margin).toString()).toArray(String[]::new);
        String selection = FROM_MARKS.formatted(types(claim), claim.limit(), claim.limit());
        List<ClaimedJob> jobs = update(claim, selection, List.of(ranks, dues, claim.queue()));
        cursor.readMarked(jobs, claim.limit());
        return jobs;
    }

    private static String types(Claim claim) {
        return claim.types() == null ? "" : " AND type = ANY (?)";
    }

    private List<ClaimedJob> update(Claim claim, String selection, List<Object> places) {
        List<Object> parameters = new ArrayList<>(List.of(claim.lockId(), claim.workerId()));
        parameters.addAll(places);
        if (claim.types() != null) {
            parameters.add(claim.types().toArray(String[]::new));
        }
        boolean held = limited.contains(claim.queue());
        ClaimedJobRow reader = new ClaimedJobRow(database, claim, 0);
        List<ClaimedJob> jobs = database.query(
                CLAIM.formatted(selection, ClaimedJobRow.columns(claim) + (held ? HELD : "")) + plans.mark(),
                (row, number) -> {
                    ClaimedJob job = reader.mapRow(row, number);
                    return held && job.ties().limited()
                            ? job.holding(Set.of((String[]) row.getArray("held").getArray()))
                            : job;
                },
                parameters.toArray());
        if (jobs.stream().anyMatch(job -> job.ties().limited())) {
            limited.add(claim.queue());
        } else if (held && !jobs.isEmpty()) {
            limited.remove(claim.queue());
        }
        return jobs;
    }

    @Override
    public List<String> queuesWithWork(Collection<String> queues) {
        Object names = queues.toArray(String[]::new);
        return database.list("SELECT found.queue " + FROM_QUEUES_WITH_WORK, String.class, names);
    }

    @Override
    public List<ReadyShare> shares(String of, String from, int limit) {
        String end = END.formatted(of.codePointCount(0, of.length()) + 1);
        String until = ShareNames.end(of);
        return database.query(
                SHARES.formatted(end, limit) + plans.mark(),
                (row, number) -> new ReadyShare(row.getString("first_name"), row.getString("last_name")),
                from,
                until,
                until);
    }

    /**
     * Makes the database plan a statement anew when its plan may be bad. A session keeps a plan until the table is analyzed. A plan that was made
     * for a handful of jobs sorts the whole table, which is slow once there are many. A changed text is a new statement in every session and costs no
     * round trip.
     */
    static final class PlanRefresh {

        /** The minimum time between two new plans: it makes their cost negligible for statements that are slow for another reason. */
        private static final long SHORTEST_PAUSE_NANOS = 10_000_000_000L;

        private int generation;
        private long sinceNanos;

        /** Returns the suffix of the statement. */
        synchronized String mark() {
            return generation == 0 ? "" : " /* " + generation + " */";
        }

        /** Changes the suffix, since the statement took unusually long. */
        synchronized void suspect(long nowNanos) {
            if (generation == 0 || nowNanos - sinceNanos >= SHORTEST_PAUSE_NANOS) {
                generation++;
                sinceNanos = nowNanos;
            }
        }
    }
}
