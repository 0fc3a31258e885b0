package io.baton.permit;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.type.Names;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Statements for any number of rows. An admission for all semaphores takes two: one locks their rows, the other counts held permits and gives the
 * free ones. Rates are read before and written after. The planner may use only indexes, since it has no statistics of a line that has just grown, and
 * plans once, since planning took as long as admitting. The commit does not wait for the disk, since a lost admission is repeated.
 */
record PostgresPermitStatements(Database database) implements PermitStatements {

    private static final String LOCK = "SELECT l.name FROM baton_limit l WHERE l.name = ANY (?) AND (SELECT %s"
            + " set_config('enable_seqscan', 'off', true) || set_config('enable_bitmapscan', 'off', true)"
            + " || set_config('enable_hashjoin', 'off', true) || set_config('enable_mergejoin', 'off', true)"
            + " || set_config('plan_cache_mode', 'force_generic_plan', true)) IS NOT NULL ORDER BY l.name FOR UPDATE%s";
    private static final String LOCK_AND_WAIT = LOCK.formatted("set_config('synchronous_commit', 'off', true) ||", "");
    /** The commit waits for the disk here, since the transaction settles jobs. */
    private static final String LOCK_FREE = LOCK.formatted("", " SKIP LOCKED");

    /** Inserts missing keys. A later admission locks a key that another transaction inserts meanwhile: a wait here would break the lock order. */
    private static final String MAKE_KEYS = """
            INSERT INTO baton_limit (name, family, used_at)
            SELECT n.name, f.name, clock_timestamp()
            FROM unnest(CAST(? AS text[]), CAST(? AS text[])) AS n (name, family) JOIN baton_limit f ON f.name = n.family
            WHERE EXISTS (SELECT 1 FROM baton_permit p WHERE p.name = n.name AND p.state = 1)
            ORDER BY n.name ON CONFLICT DO NOTHING RETURNING name""";

    private static final String THERE = "SELECT name FROM baton_limit WHERE name = ANY (?)";

    private static final String GIVE = """
            WITH room AS MATERIALIZED (
                /* free permits: of semaphores those that no unfinished job holds, of rates those in their buckets */
                SELECT l.name, COALESCE(l.capacity, f.capacity, 0)
                    - (SELECT COUNT(*) FROM baton_permit h JOIN baton_job j ON j.id = h.job_id
                        WHERE h.state = 2 AND h.name = l.name AND j.state IN (1, 2, 3) AND MOD(j.ties, 2) = 1) AS free
                FROM baton_limit l LEFT JOIN baton_limit f ON f.name = l.family WHERE l.name = ANY (?)
                UNION ALL SELECT r.name, r.free FROM unnest(CAST(? AS text[]), CAST(? AS integer[])) AS r (name, free)),
            picked AS MATERIALIZED (
                /* the first blocked jobs of each line whose rows are not locked: of each queue by its index, then of all */
                SELECT w.job_id, room.name FROM room CROSS JOIN LATERAL (
                    SELECT c.job_id FROM unnest(CAST(? AS text[])) AS q (queue) CROSS JOIN LATERAL (
                        SELECT p.job_id, p.place, p.job_rank, p.due_at
                        FROM baton_permit p JOIN baton_job j ON j.id = p.job_id
                        WHERE p.name = room.name AND p.queue = q.queue AND p.state = 1 AND j.state = 3 AND MOD(j.ties, 2) = 1
                        ORDER BY p.place, p.job_rank, p.due_at, p.job_id
                        LIMIT GREATEST(LEAST(room.free, ?), 0) FOR UPDATE OF j SKIP LOCKED) c
                    ORDER BY c.place, c.job_rank, c.due_at, c.job_id LIMIT GREATEST(LEAST(room.free, ?), 0)) w),
            held AS (
                /* their permits, held from now on */
                UPDATE baton_permit p SET state = 2 FROM picked k
                WHERE p.job_id = k.job_id AND p.name = k.name AND p.state = 1 RETURNING p.job_id, p.name, p.position),
            further AS (
                /* their next permits, for which they wait now: the more a job holds, the earlier its place */
                UPDATE baton_permit p SET state = 1, place = -p.position FROM held h
                WHERE p.job_id = h.job_id AND p.position = h.position + 1 AND p.state = 0 RETURNING p.job_id, p.name),
            ready AS (
                /* the jobs that need no further permit */
                UPDATE baton_job j SET state = 1 WHERE j.state = 3 AND j.id = ANY (ARRAY (
                    SELECT h.job_id FROM held h WHERE h.job_id NOT IN (SELECT f.job_id FROM further f))) RETURNING j.queue),
            given AS (
                SELECT room.name, room.free, (SELECT COUNT(*) FROM held h WHERE h.name = room.name) AS jobs FROM room)
            SELECT 'READY' AS kind, r.queue AS name, 0 AS jobs FROM ready r GROUP BY r.queue
            UNION ALL SELECT 'FURTHER', f.name, 0 FROM further f GROUP BY f.name
            /* more can be given than one admission does */
            UNION ALL SELECT 'FURTHER', g.name, 0 FROM given g WHERE g.jobs < g.free AND g.jobs = ?
            /* fewer were given than could be: whose jobs wait still? */
            UNION ALL SELECT CASE
                WHEN EXISTS (SELECT 1 FROM unnest(CAST(? AS text[])) AS q (queue) CROSS JOIN LATERAL (
                    SELECT 1 FROM baton_permit p WHERE p.name = g.name AND p.queue = q.queue AND p.state = 1
                    AND NOT EXISTS (SELECT 1 FROM held h WHERE h.job_id = p.job_id AND h.name = p.name) LIMIT 1) AS l)
                THEN 'BUSY'
                WHEN EXISTS (SELECT 1 FROM baton_permit p WHERE p.name = g.name AND p.state = 1
                    AND NOT EXISTS (SELECT 1 FROM held h WHERE h.job_id = p.job_id AND h.name = p.name))
                THEN 'OTHER_QUEUES' ELSE 'NONE' END, g.name, 0 FROM given g WHERE g.jobs < LEAST(g.free, ?)
            UNION ALL SELECT 'GIVEN', g.name, g.jobs FROM given g""";

    @Override
    public Admitted admit(Collection<String> names, Set<String> queues, int most) {
        Set<String> locked = new TreeSet<>(database.list(LOCK_AND_WAIT, String.class, (Object) array(names)));
        Admission admission = new Admission(this, queues);
        Set<String> missing = new TreeSet<>(names);
        missing.removeAll(locked);
        if (!missing.isEmpty()) {
            String[] families = missing.stream().map(Names::family).toArray(String[]::new);
            locked.addAll(database.list(MAKE_KEYS, String.class, array(missing), families));
            missing.removeAll(locked);
            admission.further.addAll(
                    missing.isEmpty() ? List.of() : database.list(THERE, String.class, (Object) array(missing)));
        }
        if (!locked.isEmpty()) {
            give(locked, queues, most, admission);
        }
        return admission.end();
    }

    /** Gives free permits in a transaction that holds the rows of jobs, and so waits for no lock: limits with locked rows are busy. */
    Admitted passOn(Set<String> names, Set<String> queues, int most) {
        Set<String> locked = new TreeSet<>(database.list(LOCK_FREE, String.class, (Object) array(names)));
        Admission admission = new Admission(this, queues);
        names.stream().filter(name -> !locked.contains(name)).forEach(admission.busy::add);
        if (!locked.isEmpty()) {
            give(locked, queues, most, admission);
        }
        return admission.end();
    }

    private void give(Set<String> names, Set<String> queues, int most, Admission admission) {
        Collection<Bucket> rates =
                admission.buckets(names.stream().filter(Names::isRate).toList()).values();
        database.forEach(
                GIVE,
                row -> {
                    String name = row.getString("name");
                    // the name is a queue with jobs that became ready, or a limit as in Admitted
                    switch (row.getString("kind")) {
                        case "READY" -> admission.ready.add(name);
                        case "FURTHER" -> admission.further.add(name);
                        case "BUSY" -> admission.busy.add(name);
                        case "OTHER_QUEUES" -> admission.otherQueues.add(name);
                        case "GIVEN" -> admission.give(name, row.getInt("jobs"));
                        default -> {}
                    }
                },
                array(names.stream().filter(name -> !Names.isRate(name)).toList()),
                array(rates.stream().map(Bucket::name).toList()),
                rates.stream().map(Bucket::free).toArray(Integer[]::new),
                array(queues),
                most,
                most,
                most,
                array(queues),
                most);
    }

    private static String[] array(Collection<String> texts) {
        return texts.toArray(String[]::new);
    }

    /** Returns the same text for any number of rows, so that the statement is prepared once. */
    @Override
    public String selection(int permits) {
        return "SELECT * FROM unnest(CAST(? AS integer[]), CAST(? AS text[]), CAST(? AS integer[]))"
                + " AS u (job_number, name, position)";
    }

    @Override
    public List<Object> parameters(List<Permit> permits) {
        return List.of(
                permits.stream().map(permit -> (int) permit.job()).toArray(Integer[]::new),
                array(permits.stream().map(Permit::name).toList()),
                permits.stream().map(Permit::position).toArray(Integer[]::new));
    }

    @Override
    public void change(List<Permit> permits, String assignments, String condition) {
        Set<Long> jobs = permits.stream().map(Permit::job).collect(Collectors.toSet());
        database.rows("baton_permit", "job_id").update(jobs, assignments, List.of(), condition);
    }

    @Override
    public List<Permit> remove(Collection<Long> jobs) {
        if (jobs.isEmpty()) {
            return List.of();
        }
        RowsById rows = database.rows("baton_permit", "job_id");
        return database.query(
                "DELETE FROM " + rows.from() + " RETURNING job_id, name, position", Permit::read, rows.ids(jobs));
    }
}
