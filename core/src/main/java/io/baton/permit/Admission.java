package io.baton.permit;

import io.baton.database.Database;
import io.baton.database.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** An admission that has locked the rows of its limits. It takes permits from the buckets of rates, and collects the result. */
final class Admission {

    private static final String BUCKETS = """
            SELECT l.name, COALESCE(l.rate, f.rate) AS rate, COALESCE(l.per_micros, f.per_micros) AS per_micros,
                COALESCE(l.burst, f.burst) AS burst, COALESCE(l.tokens, 1000000) AS tokens,
                COALESCE({until l.filled_at}, 0) AS micros, {now} AS moment,
                /* jobs with a permit that may start at any moment */
                (SELECT COUNT(*) FROM baton_permit h JOIN baton_job j ON j.id = h.job_id
                    WHERE h.state = 2 AND h.name = l.name AND j.state IN (1, 3)) AS unstarted
            FROM baton_limit l LEFT JOIN baton_limit f ON f.name = l.family WHERE l.name IN (%s)""";

    private static final String TAKE = "UPDATE baton_limit SET tokens = ?, filled_at = ?, used_at = ? WHERE name = ?";

    /** A moment that is earlier by less is no changed clock: some databases return the start of a transaction, which may be before another commit. */
    private static final Duration TURNED_BACK = Duration.ofMinutes(-1);

    private static final int MOST_MOVED = 100;

    final Set<String> ready = new HashSet<>();
    final Set<String> further = new TreeSet<>();
    final Set<String> busy = new TreeSet<>();
    final Set<String> otherQueues = new TreeSet<>();
    private final Map<String, Bucket> buckets = new TreeMap<>();
    private final Map<String, Integer> given = new HashMap<>();
    private final TreeMap<String, Duration> later = new TreeMap<>();
    private final PermitStatements statements;
    private final Database database;
    private final Set<String> queues;

    Admission(PermitStatements statements, Set<String> queues) {
        this.statements = statements;
        this.database = statements.database();
        this.queues = queues;
    }

    /** Returns the current buckets of these rates, by name. */
    Map<String, Bucket> buckets(Collection<String> rates) {
        if (!rates.isEmpty()) {
            database.forEach(
                    BUCKETS.formatted(Database.marks(rates)),
                    row -> buckets.put(row.getString("name"), bucket(row)),
                    rates.toArray());
        }
        return buckets;
    }

    private Bucket bucket(ResultSet row) throws SQLException {
        Instant moment = Objects.requireNonNull(database.dialect().instant(row, "moment"));
        Duration since = Micros.duration(-row.getLong("micros"));
        return Bucket.filled(
                row.getString("name"),
                LimitRows.rate(row),
                row.getDouble("tokens"),
                since,
                isBefore(since) ? moment.minus(since) : moment,
                row.getInt("unstarted"));
    }

    private static boolean isBefore(Duration since) {
        return since.isNegative() && since.compareTo(TURNED_BACK) > 0;
    }

    /** Records how many jobs got a permit of a limit. */
    void give(String name, int jobs) {
        given.put(name, jobs);
    }

    /**
     * Takes the given permits from the buckets, and returns the result. A bucket that gave none is written only if the clock was set back by a minute
     * or more: it would get no permits for so long.
     */
    Admitted end() {
        List<Bucket> left = new ArrayList<>();
        List<Object[]> rows = new ArrayList<>();
        for (Bucket bucket : buckets.values()) {
            int taken = given.getOrDefault(bucket.name(), 0);
            Bucket rest = bucket.less(taken);
            left.add(rest);
            if (taken > 0 || (bucket.since().isNegative() && !isBefore(bucket.since()))) {
                Object moment = database.dialect().timestamp(rest.moment());
                rows.add(new Object[] {rest.permits(), moment, moment, rest.name()});
            }
        }
        database.updateEach(TAKE, rows);
        left.stream().filter(bucket -> bucket.free() == 0).forEach(this::keepWaiting);
        int jobs = given.values().stream().mapToInt(Integer::intValue).sum();
        return new Admitted(jobs, ready, further, busy, otherQueues, later);
    }

    /** Records when to admit again for a rate that keeps jobs waiting. */
    private void keepWaiting(Bucket left) {
        WaitingLine line = new WaitingLine(database, left.name(), queues);
        if (!line.isAwaited()) {
            if (line.isAwaitedAnywhere()) {
                otherQueues.add(left.name());
            }
        } else if (left.isHeldUp()) {
            PermitRows permits = new PermitRows(database, statements);
            Set<String> moved = left.isStuck() ? permits.moveToEnd(left.name(), MOST_MOVED) : Set.of();
            (moved.isEmpty() ? busy : further).add(left.name());
            further.addAll(moved);
        } else {
            later.put(left.name(), left.untilNext());
        }
    }
}
