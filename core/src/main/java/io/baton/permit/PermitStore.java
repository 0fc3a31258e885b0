package io.baton.permit;

import io.baton.JobId;
import io.baton.Rate;
import io.baton.RateLimitDetails;
import io.baton.SemaphoreDetails;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.Ties;
import io.baton.type.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Stores limits and permits. Each method runs in the transaction of its caller. Not final: tests have one in memory. */
public class PermitStore {

    private static final Duration IDLE = Duration.ofHours(1);

    private static final String FIND = """
            SELECT COALESCE(l.capacity, f.capacity, 0) FROM baton_limit l LEFT JOIN baton_limit f ON f.name = l.family
            WHERE l.name = ?""";

    private static final String FIND_RATE = """
            SELECT COALESCE(l.rate, f.rate) AS rate, COALESCE(l.per_micros, f.per_micros) AS per_micros, COALESCE(l.burst, f.burst) AS burst
            FROM baton_limit l LEFT JOIN baton_limit f ON f.name = l.family WHERE l.name = ?""";

    /** Selects keys without a value of their own that were not used for long, have all their permits, and that no job waits for or holds. */
    private static final String IDLE_KEYS = """
            SELECT l.name FROM baton_limit l LEFT JOIN baton_limit f ON f.name = l.family
            WHERE l.name <> l.family AND l.capacity IS NULL AND l.rate IS NULL AND l.used_at < {now+?}
                AND (f.rate IS NULL OR l.filled_at IS NULL OR {until l.filled_at} < -1.0 * f.per_micros * f.burst / f.rate)
                AND NOT EXISTS (SELECT 1 FROM baton_permit p WHERE p.state = 1 AND p.name = l.name)
                AND NOT EXISTS (SELECT 1 FROM baton_permit p WHERE p.state = 2 AND p.name = l.name)
            ORDER BY l.name""";

    private final Database database;
    private final LimitRows limits;
    private final PermitStatements statements;
    private final PermitRows permits;

    public PermitStore(Database database) {
        this.database = database;
        this.limits = new LimitRows(database);
        this.statements = statements(database);
        this.permits = new PermitRows(database, statements);
    }

    static PermitStatements statements(Database database) {
        return database.dialect().verbsAreStatements()
                ? new PostgresPermitStatements(database)
                : new PortablePermitStatements(database, new LimitRows(database));
    }

    /** Creates a limit, or gives a key its own value, unless it has one. Returns whether it did. */
    public boolean define(String name, Limit limit) {
        if (limits.exists(name)) {
            return limits.change(limit, " WHERE name = ? AND capacity IS NULL AND rate IS NULL", name);
        }
        limits.make(name, limit, null);
        return true;
    }

    /** Changes a limit, or one key of it. Returns whether the limit exists. */
    public boolean change(String name, Limit limit) {
        limits.makeKey(name);
        return limits.change(limit, " WHERE name = ?", name);
    }

    /** Creates a limit as the properties define it, unless it exists. Returns whether it was created. */
    public boolean restore(String name, Limit limit) {
        if (limits.exists(name)) {
            return false;
        }
        limits.make(name, limit, limit.text());
        return true;
    }

    /** Creates a limit as the properties define it, or changes it if the value of the properties has changed. Returns whether it did either. */
    public boolean declare(String name, Limit limit) {
        String changed = ", declared = ? WHERE name = ? AND (declared IS NULL OR declared <> ?)";
        return restore(name, limit) || limits.change(limit, changed, limit.text(), name, limit.text());
    }

    /** Returns whether the limit exists or, for a key, the limit that it is a key of. */
    public boolean knows(String name) {
        String family = Names.family(name);
        return limits.exists(family) || (!family.equals(name) && limits.exists(name));
    }

    /** Returns up to {@code limit} stored names of limits, ascending, without keys. */
    public List<String> families(int limit) {
        return database.list(
                "SELECT name FROM baton_limit WHERE name = family ORDER BY name LIMIT " + limit, String.class);
    }

    public boolean isUsed() {
        return database.finds("SELECT name FROM baton_limit LIMIT 1");
    }

    /** Returns a semaphore with jobs that hold its permits or wait for them. */
    public Optional<SemaphoreDetails> find(String name) {
        return database.first(FIND, (row, number) -> row.getInt(1), name)
                .map(capacity -> new FoundSemaphore(
                        name, capacity, jobs(name, 2), jobs(name, 1), count(name, 2), count(name, 1)));
    }

    /** Returns the rate of this stored name, with jobs that wait for its permits. */
    public Optional<RateLimitDetails> findRate(String name) {
        return database.first(FIND_RATE, (row, number) -> LimitRows.rate(row), name)
                .map(found -> new FoundRateLimit(Names.shownLimit(name), found, jobs(name, 1), count(name, 1)));
    }

    private List<JobId> jobs(String name, int state) {
        return database
                .list(
                        "SELECT job_id FROM " + permits(state) + " ORDER BY job_id LIMIT " + SemaphoreDetails.MOST,
                        Long.class,
                        name)
                .stream()
                .map(JobId::new)
                .toList();
    }

    private long count(String name, int state) {
        return Objects.requireNonNullElse(
                database.value("SELECT COUNT(*) FROM " + permits(state), Long.class, name), 0L);
    }

    private static String permits(int state) {
        return "(SELECT p.job_id FROM baton_permit p JOIN baton_job j ON j.id = p.job_id WHERE p.state = " + state
                + " AND p.name = ? AND j.state IN (1, 2, 3) AND " + LimitRows.LIMITED + " LIMIT "
                + SemaphoreDetails.MOST_COUNTED + ") AS found";
    }

    /**
     * Returns up to {@code limit} names of stored keys of this limit after {@code after}, ascending. Selects a range: a key follows a colon, and the
     * next character is the semicolon.
     */
    public List<String> keys(String family, String after, int limit) {
        return database.list(
                "SELECT name FROM baton_limit WHERE name > ? AND name < ? AND family = ? ORDER BY name LIMIT " + limit,
                String.class,
                after,
                family + ";",
                family);
    }

    /** Gives up to {@code most} permits of each limit to waiting jobs of these queues; jobs that have all that they need become ready. */
    public Admitted admit(Collection<String> names, Set<String> queues, int most) {
        return statements.admit(names, queues, most);
    }

    /**
     * Releases the permits of up to {@code limit} unclaimed jobs of other queues than these, and lets the jobs wait anew. Returns how many, and the
     * limits that may have free permits.
     */
    public Repaired releaseUnserved(Set<String> open, int limit) {
        String otherQueues = open.isEmpty() ? "" : " AND p.queue NOT IN (" + Database.marks(open) + ")";
        return beginAnewIfFree(database.list(
                "SELECT DISTINCT p.job_id" + PermitRows.HOLDERS + otherQueues + " LIMIT " + limit,
                Long.class,
                open.toArray()));
    }

    /**
     * Releases the permits of up to {@code limit} unclaimed jobs beyond the capacities of these limits, the last jobs first, and lets the jobs wait
     * anew. Returns how many, and the limits that may have free permits. Locks the rows of the limits one after the other, in the order of their
     * names, because one statement for all might lock other rows too. Blocks admissions for these limits.
     */
    public Repaired releaseBeyond(Collection<String> names, int limit) {
        new TreeSet<>(names).forEach(limits::lock);
        List<Long> beyond = new ArrayList<>();
        limits.room(names).forEach((name, room) -> {
            int over = Math.min(-room, limit - beyond.size());
            if (over > 0) {
                beyond.addAll(database.list(
                        "SELECT p.job_id" + PermitRows.HOLDERS
                                + " AND p.name = ? ORDER BY p.job_rank DESC, p.due_at DESC, p.job_id DESC LIMIT "
                                + over,
                        Long.class,
                        name));
            }
        });
        return beginAnewIfFree(beyond);
    }

    private Repaired beginAnewIfFree(List<Long> holders) {
        List<Long> free = permits.lockFree(holders, PermitRows.UNCLAIMED);
        return new Repaired(null, free.size(), permits.beginAnew(free));
    }

    /**
     * Returns up to {@code limit} names of limits that jobs wait for, after {@code after}, ascending. Reads one row of the index for each name, however
     * many jobs wait for a limit.
     */
    public List<String> awaited(String after, int limit) {
        return database.each(
                "SELECT name FROM baton_permit WHERE state = 1 AND name > ? ORDER BY name LIMIT 1",
                String.class,
                after,
                limit);
    }

    /** Removes the permits of jobs that do not exist or need none, among the next {@code limit} jobs. Returns the number of such jobs. */
    public Repaired removeForgotten(long afterJob, int limit) {
        List<Long> portion = database.list(
                "SELECT DISTINCT job_id FROM baton_permit WHERE job_id > ? ORDER BY job_id LIMIT " + limit,
                Long.class,
                afterJob);
        List<Long> forgotten = withoutLimited(permits.lock(withoutLimited(portion)));
        Long last = portion.size() < limit ? null : portion.get(portion.size() - 1);
        return new Repaired(last, forgotten.size(), permits.remove(forgotten));
    }

    /** Returns which of these jobs need no permits or do not exist. This is certain only under the locks of their permits: ids may come again. */
    private List<Long> withoutLimited(Collection<Long> jobs) {
        List<Long> without = new ArrayList<>(jobs);
        without.removeAll(Set.copyOf(database.ids("baton_job", jobs, " AND " + LimitRows.LIMITED)));
        return without;
    }

    /**
     * Repairs blocked jobs that wait for no limit, among the next {@code limit} jobs: each waits for its first one again, and a job without permits
     * becomes ready.
     */
    public Repaired wakeForgotten(long afterJob, int limit) {
        List<Long> portion =
                database.list("SELECT id FROM baton_job WHERE id > ? ORDER BY id LIMIT " + limit, Long.class, afterJob);
        String lost = " AND j.state = 3 AND " + LimitRows.LIMITED + " AND j.ties < " + Ties.AWAITS
                + " AND NOT EXISTS (SELECT 1 FROM baton_permit p WHERE p.job_id = j.id AND p.state = 1)";
        List<Long> forgotten = database.ids("baton_job", portion, lost);
        Long last = portion.size() < limit ? null : portion.get(portion.size() - 1);
        return new Repaired(last, forgotten.size(), wake(forgotten, lost));
    }

    /** Skips locked rows, which the next repair finds. A job that waits by now needs no repair. */
    private Set<String> wake(List<Long> found, String lost) {
        List<Long> forgotten = database.ids("baton_job", permits.lockFree(found, "3"), lost);
        Set<String> dirty = permits.beginAnew(forgotten);
        database.rows("baton_job").update(permits.without(forgotten), "state = 1", List.of(), "state = 3");
        return dirty;
    }

    /**
     * Removes up to {@code limit} rows of keys that were not used for long and whose rates have all their permits. Returns how many. The next use of a
     * key creates its row again.
     */
    public int removeIdle(int limit) {
        List<String> idle = database.list(IDLE_KEYS + " LIMIT " + limit, String.class, -Micros.of(IDLE));
        // locks first without waiting: on MariaDB each statement of the batch would wait for its row
        String lock =
                "SELECT name FROM baton_limit WHERE name IN (" + Database.marks(idle) + ") FOR UPDATE SKIP LOCKED";
        List<String> free = idle.isEmpty() ? idle : database.list(lock, String.class, idle.toArray());
        database.updateEach(
                "DELETE FROM baton_limit WHERE name = ? AND capacity IS NULL AND rate IS NULL AND used_at < {now+?}",
                free,
                name -> new Object[] {name, -Micros.of(IDLE)});
        return free.size();
    }

    /** The details of a semaphore, as the queries found them. */
    public record FoundSemaphore(
            String name, int capacity, List<JobId> holders, List<JobId> waiters, long held, long waiting)
            implements SemaphoreDetails {}

    /** The details of a rate limit, as the queries found them. */
    public record FoundRateLimit(String name, Rate rate, List<JobId> waiters, long waiting)
            implements RateLimitDetails {}

    /** The result of one portion of a repair, with the last job that was read; null if there are no more. */
    public record Repaired(@Nullable Long last, int repaired, Set<String> dirty) {}
}
