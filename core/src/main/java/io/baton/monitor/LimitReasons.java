package io.baton.monitor;

import io.baton.Diagnosis.Cause;
import io.baton.JobId;
import io.baton.database.Database;
import io.baton.database.NullableColumn;
import io.baton.type.Names;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Explains why a job does not get a permit of a limit. */
record LimitReasons(Database database) {

    /** Selects the row of a limit, then that of the key, each once for each of the first holders. */
    private static final String LIMIT = """
            SELECT l.capacity, l.rate, l.per_micros, holder.job_id,
                (SELECT COUNT(*) FROM (SELECT 1 FROM baton_permit WHERE name = ? AND state = 2 LIMIT %1$s) AS part) AS held,
                (SELECT COUNT(*) FROM (SELECT 1 FROM baton_permit WHERE name = ? AND state = 1 LIMIT %1$s) AS part) AS waiting
            FROM baton_limit l
            LEFT JOIN (
                SELECT job_id FROM baton_permit WHERE name = ? AND state = 2 ORDER BY job_id LIMIT 5) AS holder ON 1 = 1
            WHERE l.name IN (?, ?) ORDER BY l.name, holder.job_id""".formatted(Reasons.MOST_COUNTED);

    /** Adds the reason why a blocked job waits for this permit. */
    void add(String permit, long dueIn, Reasons reasons) {
        FoundLimit limit = new FoundLimit();
        database.forEach(LIMIT, limit::add, permit, permit, permit, Names.family(permit), permit);
        String name = Reasons.quoted(Names.shownLimit(permit));
        if (!limit.found) {
            reasons.add(
                    Cause.WAITS_FOR_PERMIT,
                    "It needs a permit of " + name + ", and there is no such limit",
                    "Define " + name + " by the properties, or by Semaphores or RateLimits");
        } else if (Names.isRate(permit)) {
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
                    limit.holders);
        } else if (limit.held >= Math.min(limit.capacity, Reasons.MOST_COUNTED)) {
            reasons.add(
                    Cause.WAITS_FOR_PERMIT,
                    (limit.held >= limit.capacity ? "All " : "More than 10,000 of the ") + limit.capacity
                            + " permits of the semaphore " + name + " are held, and " + Reasons.count(limit.waiting)
                            + " wait",
                    "Wait, resize the semaphore " + name + ", or check why the jobs that hold it do not end",
                    limit.holders);
        } else if (reasons.isEmpty()) {
            reasons.addDue(
                    dueIn,
                    Cause.OVERDUE,
                    "It waits for the semaphore " + name + ", of which " + limit.held + " of " + limit.capacity
                            + " permits are held, not known for how long; " + Reasons.count(limit.waiting) + " wait",
                    "If permits of the semaphore " + name + " stay free, see the health and the log of the nodes");
        }
    }

    /** A limit. The values of a key's row replace those of the limit. */
    private static final class FoundLimit {

        private boolean found;
        private int capacity;
        private int rate;
        private long perMicros;
        private long held;
        private long waiting;
        private final List<JobId> holders = new ArrayList<>();

        void add(ResultSet row) throws SQLException {
            found = true;
            Long own = NullableColumn.number(row, "capacity");
            capacity = own == null ? capacity : own.intValue();
            Long ownRate = NullableColumn.number(row, "rate");
            if (ownRate != null) {
                rate = ownRate.intValue();
                perMicros = row.getLong("per_micros");
            }
            held = row.getLong("held");
            waiting = row.getLong("waiting");
            Long holder = NullableColumn.number(row, "job_id");
            if (holder != null && !holders.contains(new JobId(holder))) {
                holders.add(new JobId(holder));
            }
        }
    }
}
