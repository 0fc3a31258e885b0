package io.baton.unique;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/** The keys that dead jobs held. They are restored when the jobs are revived, unless other jobs hold them. */
record ReleasedKeys(Database database, RowsById rows) {

    private static final String ROW =
            "({?varchar(220)}, 0, {?bigint}, {?smallint}, FALSE, {?timestamp(6) with time zone}, 1)";

    private static final String HOLDER = "SELECT job_id FROM baton_unique WHERE unique_key = ? AND dead_job = 0";

    private static final String GIVE_BACK = """
            UPDATE baton_unique SET job_id = ?, scope = ?, started = FALSE, expires_at = ?
            WHERE unique_key = ? AND dead_job = 0""";

    private static final String LIVING = "SELECT id FROM baton_job WHERE id = ? AND state IN (0, 1, 2, 3)";

    private static final String HELD_FOR_A_TIME = HOLDER + " AND scope = 2 AND expires_at > {now}";

    /**
     * A key that was set aside.
     *
     * @param expires the time until which the key is held; null if it is not held for a time
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
        rows.delete(restored, "dead_job <> 0");
        return refused;
    }

    private boolean restore(Aside aside, Set<Long> restored) {
        Object expires = aside.expires() == null
                ? new SqlParameterValue(Types.TIMESTAMP, null)
                : database.dialect().timestamp(aside.expires());
        database.update(
                database.dialect()
                        .insertOrCount("baton_unique", KeyRows.PRIMARY_KEY, KeyRows.COLUMNS, KeyRows.COUNTER, ROW),
                aside.key(),
                aside.job(),
                aside.scope(),
                expires);
        Long holder = database.value(HOLDER, Long.class, aside.key());
        if (holder == null || holder == aside.job()) {
            return true;
        }
        if (restored.contains(holder) || isHeld(aside.key(), holder)) {
            return false;
        }
        database.update(GIVE_BACK, aside.job(), aside.scope(), expires, aside.key());
        return true;
    }

    /** Returns whether another job holds the key. The caller's snapshot may be old: only a lock shows that a job does not exist. */
    private boolean isHeld(String key, long holder) {
        return database.finds(LIVING, holder)
                || database.finds(LIVING + " FOR UPDATE", holder)
                || (database.finds(HELD_FOR_A_TIME, key)
                        && Holder.find(database, List.of(holder)).values().stream()
                                .noneMatch(found -> found.state() == JobState.CANCELLED || found.isDead()));
    }
}
