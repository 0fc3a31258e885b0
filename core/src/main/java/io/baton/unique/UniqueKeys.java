package io.baton.unique;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.database.Transactions;
import io.baton.job.Capability.TransitionStep;
import io.baton.job.Fence;
import io.baton.job.Settled;
import io.baton.job.Ties;
import io.baton.job.Transition;
import io.baton.job.jdbc.RowLocks;
import io.baton.loop.SweepTask;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * The capability of jobs with unique keys: keys change when a job starts, waits again or ends. Skips rows that an enqueue has locked. Also removes
 * keys that are left.
 */
public record UniqueKeys(Database database) implements TransitionStep {

    private static final String DELETE = "DELETE FROM baton_unique WHERE unique_key = ? AND dead_job = ?";

    /** Locks the row of a key; returns the job that still holds the key. */
    private static final String LOCK_KEY =
            "SELECT job_id FROM baton_unique WHERE unique_key = ? AND dead_job = 0 FOR UPDATE SKIP LOCKED";

    private static final int FOR_A_TIME = 2;
    /** The row of a key that a job no longer holds. It has a made-up key, since that of the job may be unknown. */
    private static final String GIVEN_UP = "VALUES (?, ?, ?, 2, FALSE, NULL, 1)";

    private static final String EXPIRED = """
            SELECT unique_key, dead_job FROM baton_unique WHERE expires_at <= {statementTime}
            ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED""";

    private static final String NEXT_KEYS = """
            SELECT unique_key, dead_job, job_id, scope FROM baton_unique WHERE unique_key > ?
            ORDER BY unique_key, dead_job LIMIT ?""";

    private static final String ROW =
            "({?varchar(220)}, 0, {?bigint}, {?smallint}, FALSE, {?timestamp(6) with time zone}, 1)";

    private static final String HOLDER = "SELECT job_id FROM baton_unique WHERE unique_key = ? AND dead_job = 0";

    private static final String GIVE_BACK = """
            UPDATE baton_unique SET job_id = ?, scope = ?, started = FALSE, expires_at = ?
            WHERE unique_key = ? AND dead_job = 0""";

    private static final String LIVING = "SELECT id FROM baton_job WHERE id = ? AND state IN (0, 1, 2, 3, 7)";

    private static final String HELD_FOR_A_TIME = HOLDER + " AND scope = 2 AND expires_at > {now}";

    private static final String HELD = "dead_job = 0";
    private static final String MARKED_ON_START = "dead_job = 0 AND scope < 2";

    @Override
    public int tie() {
        return Ties.UNIQUE + Ties.UNIQUE_START;
    }

    @Override
    public void follow(Transition transition, List<TiedJob> jobs) {
        List<Long> ids = ids(jobs, job -> true);
        switch (transition) {
            // removes keys that are held until the job finishes
            case COMPLETED -> rows().delete(lock(ids, MARKED_ON_START), HELD);
            case CANCELLED -> remove(ids, ids(jobs, job -> !job.ties().has(Ties.UNIQUE_START)));
            case REMOVED -> remove(ids, List.of());
            // sets keys aside for the dead jobs, so that other jobs can take the keys
            case DEAD -> rows().update(lock(ids, HELD), "dead_job = job_id", List.of(), HELD);
            case RETRIED, SNOOZED, BLOCKED, HANDED_BACK, UNLOCKED ->
                waiting(ids(jobs, job -> job.ties().has(Ties.UNIQUE_START)));
            case SUSPENDED, PROMOTED, RELEASED, REVIVED, RESCHEDULED -> {}
        }
    }

    private static List<Long> ids(List<TiedJob> jobs, Predicate<TiedJob> which) {
        return jobs.stream().filter(which).map(TiedJob::id).toList();
    }

    /** Restores the keys of dead jobs; returns the jobs whose keys other jobs hold. */
    @Override
    public Set<Long> refused(Transition transition, List<TiedJob> jobs) {
        return transition == Transition.REVIVED ? restore(ids(jobs, job -> true)) : Set.of();
    }

    /**
     * Removes keys of any scope, and keys that were set aside. Locks rows only by primary key: locks by another index would block neighbouring
     * inserts until the application's transaction ends. It therefore reads keys from a snapshot, which may be older than they are. If a job holds a
     * key for a time and the key was not removed under a lock, inserts a row that says that the job does not hold it. The sweep removes both.
     *
     * @param cancelled the jobs that hold a key for a time, if the snapshot may be old
     */
    private void remove(Collection<Long> jobs, Collection<Long> cancelled) {
        Set<Long> givenUp = new TreeSet<>(cancelled);
        List<KeyOfJob> free = new ArrayList<>();
        for (KeyOfJob key : keysOf(jobs, "", "")) {
            if (key.deadJob() != 0) {
                free.add(key);
            } else if (database.list(LOCK_KEY, Long.class, key.key()).contains(key.job())) {
                free.add(key);
                givenUp.remove(key.job());
            } else if (key.scope() == FOR_A_TIME) {
                givenUp.add(key.job());
            }
        }
        database.updateEach(DELETE, free, key -> new Object[] {key.key(), key.deadJob()});
        database.updateEach(
                database.dialect().insertOrReplace("baton_unique", KeyRows.PRIMARY_KEY, KeyRows.COLUMNS, GIVEN_UP),
                givenUp,
                job -> new Object[] {"\t" + job, job, job});
    }

    private List<KeyOfJob> keysOf(Collection<Long> jobs, String condition, String lock) {
        return database.query(
                "SELECT unique_key, dead_job, job_id, scope, expires_at FROM " + rows().from() + condition
                        + " ORDER BY unique_key, dead_job" + lock,
                (row, number) -> new KeyOfJob(
                        row.getString("unique_key"),
                        row.getLong("dead_job"),
                        row.getLong("job_id"),
                        row.getInt("scope"),
                        database.dialect().instant(row, "expires_at")),
                rows().ids(jobs));
    }

    /**
     * The row of a key of a job.
     *
     * @param deadJob the job for which the key is set aside; 0 if it is not
     * @param expires the time until which the key is held; null if it is not held for a time
     */
    private record KeyOfJob(
            String key,
            long deadJob,
            long job,
            int scope,
            @Nullable Instant expires) {}

    /** Marks started jobs as waiting. */
    private void waiting(Collection<Long> jobs) {
        rows().update(lock(jobs, "dead_job = 0 AND started = TRUE"), "started = FALSE", List.of(), HELD);
    }

    /** Marks jobs as started unless an uncommitted enqueue relies on a waiting job. Reads the jobs' lock ids under the locks of the keys. */
    @Override
    public Map<Fence, Settled> start(Collection<Fence> jobs) {
        List<Long> ids = jobs.stream().map(Fence::id).toList();
        List<Long> locked = lock(ids, MARKED_ON_START);
        Set<Fence> standing = new RowLocks(database).standing(ids);
        standing.retainAll(jobs);
        Set<Long> busy = new HashSet<>(database.list(
                "SELECT job_id FROM " + rows().from() + " AND " + MARKED_ON_START, Long.class, rows().ids(ids)));
        locked.forEach(busy::remove);
        Map<Fence, Settled> results = new HashMap<>();
        for (Fence job : jobs) {
            Settled free = busy.contains(job.id()) ? Settled.BUSY : Settled.DONE;
            results.put(job, standing.contains(job) ? free : Settled.FENCED);
        }
        List<Long> started =
                standing.stream().map(Fence::id).filter(locked::contains).toList();
        rows().delete(started, "dead_job = 0 AND scope = 0");
        // changes a row that is started already too: an enqueue on another server may have locked and written it
        rows().update(started, """
                started = TRUE, asked = {next asked}""", List.of(), "dead_job = 0 AND scope = 1");
        return results;
    }

    /** Locks the rows of these jobs that meet the condition, and skips locked rows; returns the jobs whose rows are locked now. */
    private List<Long> lock(Collection<Long> jobs, String condition) {
        List<Long> locked = new ArrayList<>();
        if (!jobs.isEmpty()) {
            database.forEach(
                    "SELECT job_id FROM " + rows().from() + " AND " + condition
                            + " ORDER BY unique_key FOR UPDATE SKIP LOCKED",
                    row -> locked.add(row.getLong("job_id")),
                    rows().ids(jobs));
        }
        return locked;
    }

    /** Removes up to {@code limit} expired rows; returns how many. */
    int purge(int limit) {
        List<Object[]> expired = database.query(
                EXPIRED, (row, number) -> new Object[] {row.getString("unique_key"), row.getLong("dead_job")}, limit);
        database.updateEach(DELETE, expired);
        return expired.size();
    }

    /** Reads up to {@code limit} rows after a key and removes those whose jobs do not exist; returns the last key, or empty at the end. */
    Optional<String> removeForgotten(String after, int limit) {
        List<Long> jobs = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        database.forEach(
                NEXT_KEYS,
                row -> {
                    keys.add(row.getString("unique_key"));
                    if (row.getLong("dead_job") != 0 || row.getInt("scope") < 2) {
                        jobs.add(row.getLong("job_id"));
                    }
                },
                after,
                limit);
        jobs.removeAll(Set.copyOf(database.ids("baton_job", jobs, "")));
        List<Long> locked = lock(jobs, "(dead_job <> 0 OR scope < 2)");
        locked.removeAll(Set.copyOf(database.ids("baton_job", locked, "")));
        if (!locked.isEmpty()) {
            remove(locked, List.of());
        }
        return keys.size() < limit ? Optional.empty() : Optional.of(keys.get(keys.size() - 1));
    }

    private RowsById rows() {
        return database.rowsBy("baton_unique", "job_id", "baton_unique_job");
    }

    /** Restores the keys that dead jobs held, which are revived, unless other jobs hold them; returns those that are refused. */
    private Set<Long> restore(Collection<Long> jobs) {
        List<KeyOfJob> aside = keysOf(jobs, " AND dead_job <> 0", " FOR UPDATE");
        Set<Long> restored = new HashSet<>();
        Set<Long> refused = new HashSet<>();
        for (KeyOfJob each : aside) {
            (restore(each, restored) ? restored : refused).add(each.job());
        }
        rows().delete(restored, "dead_job <> 0");
        return refused;
    }

    private boolean restore(KeyOfJob aside, Set<Long> restored) {
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

    /**
     * Removes expired keys, and keys that a settlement left because an enqueue had locked them. Reads all keys in short portions, so that a pass takes
     * only minutes, less than the time to the next restart of the node. One thread calls it.
     */
    public static final class SweepKeys implements SweepTask {

        private static final int PORTION = 500;
        private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(100);
        private static final Duration INTERVAL = Duration.ofMinutes(10);

        private final UniqueKeys keys;
        private final Transactions transactions;
        private String after = "";

        public SweepKeys(UniqueKeys keys, Transactions transactions) {
            this.keys = keys;
            this.transactions = transactions;
        }

        @Override
        public Duration sweep() {
            if (transactions.run(() -> keys.purge(PORTION)) == PORTION) {
                return Duration.ZERO;
            }
            String from = after;
            after = transactions.run(() -> keys.removeForgotten(from, PORTION)).orElse("");
            return after.isEmpty() ? INTERVAL : BETWEEN_PORTIONS;
        }
    }
}
