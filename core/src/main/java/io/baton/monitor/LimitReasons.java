package io.baton.monitor;

import io.baton.Diagnosis.Cause;
import io.baton.JobId;
import io.baton.database.Database;
import io.baton.database.NullableColumn;
import io.baton.type.Names;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains why a job does not get a permit of a limit. */
record LimitReasons(Database database) {

    /** Selects the values of a limit, or of the key of one, which has the limit's unless it has its own: once for each of the first holders. */
    private static final String LIMIT = """
            SELECT COALESCE(l.capacity, f.capacity, 0) AS capacity, COALESCE(l.rate, f.rate) AS rate,
                COALESCE(l.per_micros, f.per_micros) AS per_micros, holder.job_id,
                (SELECT COUNT(*) FROM (SELECT 1 FROM baton_permit WHERE name = ? AND state = 2 LIMIT %1$s) AS part) AS held,
                (SELECT COUNT(*) FROM (SELECT 1 FROM baton_permit WHERE name = ? AND state = 1 LIMIT %1$s) AS part) AS waiting
            FROM (SELECT 1 AS one) AS found
            LEFT JOIN baton_limit l ON l.name = ? LEFT JOIN baton_limit f ON f.name = ?
            LEFT JOIN (
                SELECT job_id FROM baton_permit WHERE name = ? AND state = 2 ORDER BY job_id LIMIT 5) AS holder ON 1 = 1
            WHERE l.name IS NOT NULL OR f.name IS NOT NULL ORDER BY holder.job_id""".formatted(Reasons.MOST_COUNTED);

    /** Adds the reason why a blocked job waits for this permit. */
    void add(String permit, long dueIn, Reasons reasons) {
        List<FoundLimit> found = database.query(
                LIMIT,
                (row, number) -> new FoundLimit(
                        row.getInt("capacity"),
                        row.getInt("rate"),
                        row.getLong("per_micros"),
                        row.getLong("held"),
                        row.getLong("waiting"),
                        NullableColumn.number(row, "job_id")),
                permit,
                permit,
                permit,
                Names.family(permit),
                permit);
        String name = Reasons.quoted(Names.shownLimit(permit));
        if (found.isEmpty()) {
            reasons.add(
                    Cause.WAITS_FOR_PERMIT,
                    "It needs a permit of " + name + ", and there is no such limit",
                    "Define " + name + " by the properties, or by Semaphores or RateLimits");
            return;
        }
        FoundLimit limit = found.get(0);
        List<JobId> holders = found.stream()
                .flatMap(row -> Stream.ofNullable(row.holder()))
                .map(JobId::new)
                .toList();
        if (Names.isRate(permit)) {
            reasons.add(
                    Cause.WAITS_FOR_RATE,
                    "It waits for its turn of the rate " + name + ": " + limit.rate + " start in "
                            + Reasons.span(limit.perMicros) + ", and " + Reasons.count(limit.waiting) + " wait",
                    "Wait, or change the rate " + name);
        } else if (limit.capacity == 0) {
            reasons.add(
                    Cause.WAITS_FOR_PERMIT,
                    "The semaphore " + name + " has a capacity of 0, so no job that needs it starts",
                    "Resize the semaphore " + name,
                    holders);
        } else if (limit.held >= Math.min(limit.capacity, Reasons.MOST_COUNTED)) {
            reasons.add(
                    Cause.WAITS_FOR_PERMIT,
                    (limit.held >= limit.capacity ? "All " : "More than 10,000 of the ") + limit.capacity
                            + " permits of the semaphore " + name + " are held, and " + Reasons.count(limit.waiting)
                            + " wait",
                    "Wait, resize the semaphore " + name + ", or check why the jobs that hold it do not end",
                    holders);
        } else if (reasons.isEmpty()) {
            reasons.addDue(
                    dueIn,
                    Cause.OVERDUE,
                    "It waits for the semaphore " + name + ", of which " + limit.held + " of " + limit.capacity
                            + " permits are held, not known for how long; " + Reasons.count(limit.waiting) + " wait",
                    "If permits of the semaphore " + name + " stay free, see the health and the log of the nodes");
        }
    }

    private record FoundLimit(
            int capacity,
            int rate,
            long perMicros,
            long held,
            long waiting,
            @Nullable Long holder) {}
}
