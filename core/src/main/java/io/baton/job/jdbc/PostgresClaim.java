package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.ReadyJobs;
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

    /**
     * Finds the queues of an array that have ready jobs, in a loop, whose plan does not grow with the number of queues. All arrays are cast, since a
     * driver in its simple query mode sends them as plain literals.
     */
    static final String FROM_QUEUES_WITH_WORK = """
            FROM unnest(CAST(? AS text[])) AS asked (queue) CROSS JOIN LATERAL (
                SELECT queue FROM baton_job j WHERE j.state = 1 AND j.queue = asked.queue
                ORDER BY j.job_rank, j.due_at, j.id LIMIT 1) AS found""";

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
        List<ClaimedJob> jobs = update(claim, FROM_FRONT.formatted(types(claim), claim.limit()), List.of());
        long end = nanoTime.getAsLong();
        cursor.readFront(jobs, claim.limit(), end - start, end);
        if (ClaimCursor.isSlow(jobs, end - start)) {
            plans.suspect(end);
        }
        return jobs;
    }

    private List<ClaimedJob> fromMarks(Claim claim, ClaimCursor cursor) {
        Map<Integer, Instant> marks = cursor.marks();
        Duration margin = cursor.margin(nanoTime.getAsLong());
        Integer[] ranks = marks.keySet().toArray(Integer[]::new);
        String[] dues =
                marks.values().stream().map(due -> due.minus(margin).toString()).toArray(String[]::new);
        String selection = FROM_MARKS.formatted(types(claim), claim.limit(), claim.limit());
        List<ClaimedJob> jobs = update(claim, selection, List.of(ranks, dues));
        cursor.readMarked(jobs, claim.limit());
        return jobs;
    }

    private static String types(Claim claim) {
        return claim.types() == null ? "" : " AND type = ANY (?)";
    }

    private List<ClaimedJob> update(Claim claim, String selection, List<Object> marks) {
        List<Object> parameters = new ArrayList<>(List.of(claim.lockId(), claim.workerId()));
        parameters.addAll(marks);
        parameters.add(claim.queue());
        if (claim.types() != null) {
            parameters.add(claim.types().toArray(String[]::new));
        }
        boolean held = limited.contains(claim.queue());
        ClaimedJobRow reader = new ClaimedJobRow(database, claim, 0);
        List<ClaimedJob> jobs = database.query(
                CLAIM.formatted(selection, ClaimedJobRow.COLUMNS + (held ? HELD : "")) + plans.mark(),
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
