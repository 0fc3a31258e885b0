package io.baton.permit;

import io.baton.database.Database;
import io.baton.database.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The buckets of rates whose rows are locked. */
record Buckets(Database database) {

    /** Counts the jobs with a permit that have not started and may do so at any moment. */
    private static final String UNSTARTED = "SELECT COUNT(*) FROM baton_permit h JOIN baton_job j ON j.id = h.job_id"
            + " WHERE h.state = 2 AND h.name = l.name AND j.state IN (1, 3)";

    /** Where the database returns the beginning of the transaction as the moment, it may be before that of a transaction that committed in between. */
    private static final Duration TURNED_BACK = Duration.ofMinutes(-1);

    private static final String WRITE = "UPDATE baton_limit SET tokens = ?, filled_at = ?, used_at = ? WHERE name = ?";

    /** Returns the buckets of these rates as they are now. */
    Map<String, Bucket> read(Collection<String> names) {
        if (names.isEmpty()) {
            return Map.of();
        }
        Map<String, Bucket> buckets = new TreeMap<>();
        String marks = String.join(", ", Collections.nCopies(names.size(), "?"));
        database.forEach(
                "SELECT l.name, " + LimitRows.RATE
                        + ", COALESCE(l.tokens, 1000000) AS tokens, COALESCE({until l.filled_at}, 0) AS micros, {now} AS moment, ("
                        + UNSTARTED + ") AS unstarted FROM " + LimitRows.WITH_FAMILY + " WHERE l.name IN (" + marks
                        + ")",
                row -> {
                    Bucket bucket = bucket(row);
                    buckets.put(bucket.name(), bucket);
                },
                names.toArray());
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

    /**
     * Takes permits from buckets; returns what is left. Buckets of which none was taken are not written, unless the clock was set back: their permits
     * would not come any more.
     */
    List<Bucket> take(Collection<Bucket> buckets, Map<String, Integer> given) {
        List<Bucket> left = new ArrayList<>();
        List<Object[]> rows = new ArrayList<>();
        for (Bucket bucket : buckets) {
            int taken = given.getOrDefault(bucket.name(), 0);
            Bucket rest = bucket.less(taken);
            left.add(rest);
            if (taken > 0 || (bucket.since().isNegative() && !isBefore(bucket.since()))) {
                Object moment = database.dialect().timestamp(rest.moment());
                rows.add(new Object[] {rest.permits(), moment, moment, rest.name()});
            }
        }
        if (!rows.isEmpty()) {
            database.updateEach(WRITE, rows);
        }
        return left;
    }
}
