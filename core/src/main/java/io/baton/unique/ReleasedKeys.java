package io.baton.unique;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys that dead jobs held, which are restored when they are revived, unless others have them. */
record ReleasedKeys(Database database, RowsById rows) {

    private static final String OF_THE_LIVING = "SELECT id FROM baton_job WHERE id = ? AND state IN (0, 1, 2, 3)";

    /**
     * A key that was set aside.
     *
     * @param expires the end of its time, if it is held for a time
     */
    private record Aside(
            String key, long job, int scope, @Nullable Instant expires) {}

    Set<Long> restore(Collection<Long> jobs) {
        List<Aside> aside = database.query(
                "SELECT unique_key, job_id, scope, expires_at FROM " + rows.from()
                        + " AND dead_job <> 0 ORDER BY unique_key, job_id FOR UPDATE",
                (row, number) -> new Aside(
                        row.getString("unique_key"),
                        row.getLong("job_id"),
                        row.getInt("scope"),
                        database.dialect().instant(row, "expires_at")),
                rows.ids(jobs));
        Set<Long> restored = new HashSet<>();
        Set<Long> refused = new HashSet<>();
        for (Aside each : aside) {
            (restore(each, restored) ? restored : refused).add(each.job());
        }
        if (!restored.isEmpty()) {
            rows.delete(restored, "dead_job <> 0");
        }
        return refused;
    }

    private boolean restore(Aside aside, Set<Long> restored) {
        database.update(
                database.dialect()
                        .insertOrCount("baton_unique", KeyRows.PRIMARY_KEY, KeyRows.COLUMNS, KeyRows.COUNTER, values()),
                aside.key(),
                aside.job(),
                aside.scope(),
                expires(aside));
        Long holder = database.value(
                "SELECT job_id FROM baton_unique WHERE unique_key = ? AND dead_job = 0", Long.class, aside.key());
        if (holder == null || holder == aside.job()) {
            return true;
        }
        if (restored.contains(holder) || isHeld(aside.key(), holder)) {
            return false;
        }
        database.update(
                "UPDATE baton_unique SET job_id = ?, scope = ?, started = FALSE, expires_at = ? WHERE unique_key = ? AND dead_job = 0",
                aside.job(),
                aside.scope(),
                expires(aside),
                aside.key());
        return true;
    }

    /** The caller's snapshot may be old: only a lock shows that there is no such job. */
    private boolean isHeld(String key, long holder) {
        return database.finds(OF_THE_LIVING, holder)
                || database.finds(OF_THE_LIVING + " FOR UPDATE", holder)
                || (isHeldForATime(key) && !hasGivenUp(holder));
    }

    private boolean isHeldForATime(String key) {
        return database.finds(
                "SELECT job_id FROM baton_unique WHERE unique_key = ? AND dead_job = 0 AND scope = 2 AND expires_at > {now}",
                key);
    }

    private boolean hasGivenUp(long job) {
        Holder found = new Holders(database).find(List.of(job)).get(job);
        return found != null && (found.state() == JobState.CANCELLED || found.state() == JobState.DEAD);
    }

    private String values() {
        return "({?varchar(220)}, 0, {?bigint}, {?smallint}, FALSE, {?timestamp(6) with time zone}, 1)";
    }

    private Object expires(Aside aside) {
        return KeyRows.timestamp(database.dialect(), aside.expires());
    }
}
