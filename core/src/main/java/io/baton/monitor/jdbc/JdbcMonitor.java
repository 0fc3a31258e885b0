package io.baton.monitor.jdbc;

import static java.util.Objects.requireNonNullElse;

import io.baton.BatchId;
import io.baton.JobId;
import io.baton.database.Database;
import io.baton.database.PostgresDialect;
import io.baton.monitor.ActiveMinute;
import io.baton.monitor.HeldJob;
import io.baton.monitor.JobRelations;
import io.baton.monitor.Monitor;
import io.baton.monitor.QueueStatus;
import io.baton.monitor.WorkerStatus;
import io.baton.type.Names;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the tables of a relational database. */
public final class JdbcMonitor implements Monitor {

    /** How many of the newest batches are looked at. */
    private static final int NEWEST_BATCHES = 10_000;

    /** How many dead jobs are looked at, by an index: where none knows when they died, those that were due last. */
    private static final int NEWEST_DEAD = 10_000;

    private static final String NEWEST =
            "(SELECT id, completed_at FROM baton_batch ORDER BY id DESC LIMIT " + NEWEST_BATCHES + ") AS newest";

    private final Database database;

    /** Creates a monitor on this data source; the schema is that of its connections unless one is named. */
    public JdbcMonitor(DataSource dataSource, @Nullable String schema) {
        this.database = new Database(dataSource, schema);
    }

    @Override
    public List<QueueStatus> queues() {
        return new QueueCounts(database).queues();
    }

    @Override
    public List<WorkerStatus> workers(int limit) {
        return new WorkerRows(database).list(limit);
    }

    @Override
    public Optional<WorkerStatus> worker(long id) {
        return new WorkerRows(database).find(id);
    }

    @Override
    public List<HeldJob> held(long worker, int limit) {
        return new JobRows(database).held(worker, limit);
    }

    @Override
    public long newestJobsAfter(@Nullable JobId before, int jobs) {
        JobRows rows = new JobRows(database);
        return Math.max(
                rows.newestAfter("baton_job", before, jobs), rows.newestAfter("baton_job_history", before, jobs));
    }

    @Override
    public JobRelations relations(long job) {
        return new JobRows(database).relations(job);
    }

    @Override
    public long living() {
        return count("SELECT 1 FROM baton_worker WHERE dead = FALSE");
    }

    @Override
    public List<BatchId> batches(@Nullable BatchId before, boolean flows, int limit) {
        String newest = "(SELECT id, flow FROM baton_batch WHERE id < ? ORDER BY id DESC LIMIT " + NEWEST_BATCHES
                + ") AS newest";
        String ids = "SELECT id FROM " + newest + " WHERE flow = " + (flows ? "TRUE" : "FALSE")
                + " ORDER BY id DESC LIMIT " + limit;
        return database.list(ids, Long.class, before == null ? Long.MAX_VALUE : before.value()).stream()
                .map(BatchId::new)
                .toList();
    }

    @Override
    public List<ListedLimit> limits(String after, int limit) {
        return database.query(
                "SELECT name FROM baton_limit WHERE name > ? ORDER BY name LIMIT " + limit,
                (row, number) -> {
                    String stored = row.getString("name");
                    return new ListedLimit(stored, Names.shownLimit(stored), Names.isRate(stored));
                },
                after);
    }

    @Override
    public List<String> schedules(String after, int limit) {
        return database.list(
                "SELECT name FROM baton_schedule WHERE name > ? ORDER BY name LIMIT " + limit, String.class, after);
    }

    @Override
    public List<PermitUse> permits(int limit) {
        String of = "FROM baton_permit WHERE name = l.name AND state = ";
        return database.query(
                "SELECT l.name, l.capacity, (SELECT COUNT(*) " + of + "2) AS held, (SELECT COUNT(*) " + of
                        + "1) AS waiting FROM baton_limit l"
                        + " WHERE l.name = l.family AND l.capacity IS NOT NULL ORDER BY l.name LIMIT " + limit,
                (row, number) -> new PermitUse(
                        row.getString("name"), row.getInt("capacity"), row.getLong("held"), row.getLong("waiting")));
    }

    @Override
    public List<RateUse> rates(int limit) {
        return database.query(
                "SELECT l.name, (SELECT COUNT(*) FROM baton_permit WHERE name = l.name AND state = 1) AS waiting"
                        + " FROM baton_limit l WHERE l.name = l.family AND l.capacity IS NULL ORDER BY l.name LIMIT "
                        + limit,
                (row, number) -> new RateUse(Names.shownLimit(row.getString("name")), row.getLong("waiting")));
    }

    @Override
    public long openBatches() {
        return count("SELECT 1 FROM " + NEWEST + " WHERE completed_at IS NULL");
    }

    @Override
    public List<BatchId> stuckBatches(int limit) {
        String stuck = "SELECT newest.id FROM " + NEWEST
                + " JOIN baton_batch_group g ON g.batch_id = newest.id WHERE newest.completed_at IS NULL GROUP BY newest.id"
                + " HAVING SUM(g.dead) > 0 AND SUM(g.dead) = SUM(CASE WHEN g.blocked = 2 THEN 0 ELSE g.remaining END)"
                + " ORDER BY newest.id DESC LIMIT " + limit;
        return database.list(stuck, Long.class).stream().map(BatchId::new).toList();
    }

    @Override
    public List<ActiveMinute> lastHour() {
        return new ActiveMinutes(database).lastHour();
    }

    @Override
    public Ended endedWithin(int seconds) {
        String since = database.dialect().statementTime() + " - INTERVAL '" + seconds + "' SECOND";
        long[] ended = new long[7];
        database.forEach(
                "SELECT state, COUNT(*) AS jobs FROM (SELECT state FROM baton_job_history WHERE ended_at > " + since
                        + " LIMIT " + MOST_COUNTED + ") AS ended GROUP BY state",
                row -> ended[row.getInt("state")] = row.getLong("jobs"));
        long died = count("SELECT 1 FROM baton_job WHERE state = 5 AND died_at > " + since);
        return new Ended(ended[4], ended[6], died);
    }

    @Override
    public long diedWithin(int minutes) {
        String order = database.dialect() instanceof PostgresDialect ? "died_at" : "due_at";
        String newest = "(SELECT died_at FROM baton_job WHERE state = 5 ORDER BY " + order + " DESC LIMIT "
                + NEWEST_DEAD + ") AS newest";
        return count(
                "SELECT 1 FROM " + newest + " WHERE died_at > "
                        + database.dialect().nowPlusMicros(),
                -60_000_000L * minutes);
    }

    private long count(String rows, Object... parameters) {
        String bounded = "SELECT COUNT(*) FROM (" + rows + " LIMIT " + MOST_COUNTED + ") AS bounded";
        return requireNonNullElse(database.value(bounded, Long.class, parameters), 0L);
    }
}
