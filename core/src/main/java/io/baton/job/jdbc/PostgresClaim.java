package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.ReadyJobs;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Claims in one statement. The array keeps the planner from running the selection once per row, the literal limit and state let it use the partial
 * index without planning anew each time.
 *
 * <p>The commit does not wait for the disk. If the server crashes before the claim is on disk, the job is ready again as if it had not been
 * claimed: the fence rejects the outcome of the first run, and another run decides.
 */
final class PostgresClaim implements ClaimStatement {

    private static final String CLAIM = """
            UPDATE baton_job
            SET state = 2, lock_id = ?, worker_id = ?, attempt = attempt + 1, claimed_at = clock_timestamp()
            WHERE ctid = ANY (ARRAY (%s)) AND (SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL
            RETURNING %s""";

    private static final String FROM_FRONT = """
            SELECT ctid FROM baton_job WHERE state = 1 AND queue = ?%s
            ORDER BY job_rank, due_at, id LIMIT %s FOR UPDATE SKIP LOCKED""";

    /** Reads rank after rank, each from its mark on; the outer limit stops the walk, so that only claimed rows are locked. */
    private static final String FROM_MARKS = """
            SELECT picked.ctid FROM unnest(CAST(? AS integer[]), CAST(? AS timestamptz[])) AS mark (job_rank, due_at)
            CROSS JOIN LATERAL (
                SELECT ctid FROM baton_job j
                WHERE j.state = 1 AND j.queue = ? AND j.job_rank = mark.job_rank AND j.due_at >= mark.due_at%s
                ORDER BY j.due_at, j.id LIMIT %s FOR UPDATE SKIP LOCKED) AS picked
            LIMIT %s""";

    private static final String OF_TYPES = " AND type = ANY (?)";

    private final Database database;
    private final LongSupplier nanoTime;
    private final String columns;
    private final PlanRefresh plans = new PlanRefresh();
    private final Map<String, ClaimCursor> cursors = new ConcurrentHashMap<>();

    PostgresClaim(Database database, LongSupplier nanoTime) {
        this.database = database;
        this.nanoTime = nanoTime;
        this.columns = ClaimedJobRow.columns(database);
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
        String sql = sql(FROM_FRONT.formatted(types(claim), claim.limit()));
        List<ClaimedJob> jobs =
                database.query(sql, statement -> bind(statement, claim), new ClaimedJobRow(database, claim, 0));
        long end = nanoTime.getAsLong();
        cursor.readFront(jobs, claim.limit(), end - start, end);
        if (ClaimCursor.isSlow(jobs, end - start)) {
            plans.suspect(end);
        }
        return jobs;
    }

    private List<ClaimedJob> fromMarks(Claim claim, ClaimCursor cursor) {
        String sql = sql(FROM_MARKS.formatted(types(claim), claim.limit(), claim.limit()));
        Map<Integer, Instant> marks = cursor.marks();
        Duration margin = cursor.margin(nanoTime.getAsLong());
        List<ClaimedJob> jobs = database.query(
                sql, statement -> bind(statement, claim, marks, margin), new ClaimedJobRow(database, claim, 0));
        cursor.readMarked(jobs, claim.limit());
        return jobs;
    }

    private String sql(String selection) {
        return CLAIM.formatted(selection, columns) + plans.mark();
    }

    private static String types(Claim claim) {
        return claim.types() == null ? "" : OF_TYPES;
    }

    private static void bind(PreparedStatement statement, Claim claim) throws SQLException {
        statement.setObject(1, claim.lockId());
        statement.setLong(2, claim.workerId());
        statement.setString(3, claim.queue());
        setTypes(statement, 4, claim);
    }

    private static void setTypes(PreparedStatement statement, int index, Claim claim) throws SQLException {
        if (claim.types() != null) {
            statement.setArray(
                    index,
                    statement
                            .getConnection()
                            .createArrayOf("text", claim.types().toArray()));
        }
    }

    private static void bind(PreparedStatement statement, Claim claim, Map<Integer, Instant> marks, Duration margin)
            throws SQLException {
        Connection connection = statement.getConnection();
        Array ranks = connection.createArrayOf("int4", marks.keySet().toArray());
        Array dues = connection.createArrayOf(
                "timestamptz",
                marks.values().stream()
                        .map(due -> due.minus(margin).atOffset(ZoneOffset.UTC).toString())
                        .toArray());
        statement.setObject(1, claim.lockId());
        statement.setLong(2, claim.workerId());
        statement.setArray(3, ranks);
        statement.setArray(4, dues);
        statement.setString(5, claim.queue());
        setTypes(statement, 6, claim);
    }
}
