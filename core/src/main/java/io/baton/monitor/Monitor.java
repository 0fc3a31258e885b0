package io.baton.monitor;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.baton.Alert.JobsDied;
import io.baton.BatchId;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.job.ShareNames;
import io.baton.loop.LogText;
import io.baton.monitor.ActivityStore.ActiveNames;
import io.baton.monitor.ActivityStore.ActiveSpan;
import io.baton.monitor.Monitor.JobRelations.NeededPermit;
import io.baton.monitor.Window.Matching;
import io.baton.type.Names;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the state of the cluster from its tables. Not final: tests replace it. */
public class Monitor {

    /** The number of newest batches that are read. */
    static final int NEWEST_BATCHES = 10_000;

    private static final String NEWEST =
            "(SELECT id, completed_at FROM baton_batch ORDER BY id DESC LIMIT " + NEWEST_BATCHES + ") AS newest";

    private static final String LIMITS = """
            SELECT name, capacity FROM (
                SELECT name, capacity FROM baton_limit WHERE name = family AND capacity IS NOT NULL
                ORDER BY name LIMIT 100) AS semaphores
            UNION ALL SELECT name, capacity FROM (
                SELECT name, capacity FROM baton_limit WHERE name = family AND capacity IS NULL
                ORDER BY name LIMIT 100) AS rates
            ORDER BY name""";

    private static final String OF_LIMIT = "SELECT 1 FROM baton_permit WHERE name = ? AND state = ";

    /** Selects batches whose remaining items are only dead jobs, and steps that wait for them. */
    private static final String STUCK = """
            SELECT newest.id FROM %s
            JOIN baton_batch_group g ON g.batch_id = newest.id
            WHERE newest.completed_at IS NULL
            GROUP BY newest.id
            HAVING SUM(g.dead) > 0 AND SUM(g.dead) = SUM(CASE WHEN g.blocked = 2 THEN 0 ELSE g.remaining END)
            ORDER BY newest.id DESC LIMIT 10""".formatted(NEWEST);

    /** Selects recent deaths among dead jobs in the order of an index, which is that of due times where no index has the time of death. */
    private static final String DIED = """
            SELECT 1 FROM (SELECT died_at FROM baton_job WHERE state = 5 ORDER BY %s DESC LIMIT 10000) AS newest
            WHERE died_at > {statementTime} - INTERVAL '5' MINUTE""";

    /** The start of an error that is not a message: the name of a class. */
    private static final Pattern CLASS = Pattern.compile("Worker lost|[\\w$]+(\\.[\\w$]+)+(?=[:,\\r\\n]|\\z)");

    private static final String DEATHS = """
            SELECT died.type, died.jobs, j.id, j.queue, SUBSTRING(j.error, 1, 300) AS error FROM (
                SELECT type, COUNT(*) AS jobs, MAX(id) AS newest
                FROM (SELECT id, type, died_at FROM baton_job WHERE state = 5 ORDER BY %s DESC LIMIT 10000) AS dead
                WHERE died_at > ? AND died_at <= ? GROUP BY type) AS died
            JOIN baton_job j ON j.id = died.newest ORDER BY died.jobs DESC, died.type""";

    private static final String LINE = """
            SELECT {until MIN(due_at)} FROM (
                SELECT due_at FROM baton_permit WHERE name = ? AND state = 1
                ORDER BY queue, place, job_rank, due_at, job_id LIMIT 1000) AS line""";

    private static final String BLOCKED_SEQUENCES = """
            SELECT COUNT(*) AS blocked, {until MIN(blocked_at)} AS first_in
            FROM (SELECT blocked_at FROM baton_sequence WHERE state >= 3 LIMIT %s) AS bounded""".formatted(QueueCounts.MOST_COUNTED);

    private static final String RELATIONS = """
            SELECT b.id, b.flow, s.name AS step, j.worker_id, j.trace
            FROM (
                SELECT worker_id, trace, batch_group FROM baton_job WHERE id = ?
                UNION ALL SELECT worker_id, NULL, NULL FROM baton_job_history WHERE id = ?) AS j
            LEFT JOIN baton_batch_group g ON g.id = j.batch_group
            LEFT JOIN baton_batch b ON b.id = g.batch_id
            LEFT JOIN baton_flow_step s ON s.batch_id = g.batch_id AND s.step = g.step""";

    private static final int MOST_PERMITS = 100;

    /** The number of permits of a limit that are read. The jobs with the earliest times are returned. */
    private static final int MOST_SORTED = 10_000;

    private final Database database;
    private final Calendars calendars;

    public Monitor(Database database, Calendars calendars) {
        this.database = database;
        this.calendars = calendars;
    }

    /** Returns the queues that have jobs, are paused or are served by a living node, by name. */
    public List<QueueStatus> queues() {
        return new QueueCounts(database, calendars).queues();
    }

    /** Returns until when a queue is paused, which is far in the future for a pause without an end; null if the queue is not paused. */
    public @Nullable Instant pausedUntil(String queue) {
        return database.first(
                        "SELECT paused_until FROM baton_pause WHERE queue = ? AND paused_until > {now} ORDER BY paused_until DESC LIMIT 1",
                        (row, number) -> requireNonNull(database.dialect().instant(row, "paused_until")),
                        queue)
                .orElse(null);
    }

    /** Returns living workers, then dead ones; of each those that started last come first. */
    public List<WorkerStatus> workers(int limit) {
        return workers("ORDER BY dead, started_at DESC, id LIMIT " + limit);
    }

    public Optional<WorkerStatus> worker(long id) {
        return workers("WHERE id = ?", id).stream().findFirst();
    }

    private List<WorkerStatus> workers(String which, Object... parameters) {
        String select =
                "SELECT id, name, host, pid, version, queues, types, started_at, dead, orderly, dead_after_millis, {until seen_at} AS silent,"
                        + " (SELECT COUNT(*) FROM baton_job j WHERE j.state = 2 AND j.worker_id = w.id) AS holding"
                        + " FROM baton_worker w ";
        return database.query(select + which, this::worker, parameters);
    }

    private WorkerStatus worker(ResultSet row, int number) throws SQLException {
        Long deadAfter = NullableColumn.number(row, "dead_after_millis");
        return new WorkerStatus(
                row.getLong("id"),
                row.getString("name"),
                row.getString("host"),
                row.getLong("pid"),
                row.getString("version"),
                row.getString("queues").lines().toList(),
                row.getString("types").lines().toList(),
                requireNonNull(database.dialect().instant(row, "started_at")),
                Micros.duration(Math.max(0, -row.getLong("silent"))),
                deadAfter == null ? null : Duration.ofMillis(deadAfter),
                row.getBoolean("dead"),
                row.getBoolean("orderly"),
                row.getLong("holding"));
    }

    /** Returns jobs that a worker has claimed, in the order of their claims. */
    public List<HeldJob> held(long worker, int limit) {
        return database.query(
                "SELECT id, type, queue, attempt, claimed_at, progress, progress_note FROM baton_job"
                        + " WHERE state = 2 AND worker_id = ? ORDER BY claimed_at, id LIMIT " + limit,
                (row, number) -> new HeldJob(
                        new JobId(row.getLong("id")),
                        row.getString("type"),
                        ShareNames.queue(row.getString("queue")),
                        row.getInt("attempt"),
                        requireNonNull(database.dialect().instant(row, "claimed_at")),
                        row.getObject("progress", Double.class),
                        row.getString("progress_note")),
                worker);
    }

    public Instant now() {
        return database.now();
    }

    /** Returns the newest part of a filter's jobs that one call may read. */
    public Window window(JobFilter filter) {
        return new JobWindows(database).of(filter);
    }

    /** Counts the jobs in the window of a filter. */
    public Matching matching(JobFilter filter) {
        return new JobWindows(database).count(filter);
    }

    /** Returns 100 jobs at most that hold permits of a limit, those first that have run or been due for longest. */
    public List<LimitedJob> holders(String key) {
        return limited(
                "SELECT job_id FROM baton_permit WHERE name = ? AND state = 2 LIMIT " + MOST_SORTED,
                "CASE WHEN j.state = 2 THEN j.claimed_at ELSE j.due_at END",
                key);
    }

    /** Returns 100 jobs at most that wait for a permit of a limit, of those next in line, by due time. */
    public List<LimitedJob> waiters(String key) {
        return limited(
                "SELECT job_id FROM baton_permit WHERE name = ? AND state = 1"
                        + " ORDER BY queue, place, job_rank, due_at, job_id LIMIT " + MOST_SORTED,
                "j.due_at",
                key);
    }

    private List<LimitedJob> limited(String permits, String since, String key) {
        return database.query(
                "SELECT j.id, j.type, j.queue, " + since + " AS since FROM (" + permits
                        + ") AS p JOIN baton_job j ON j.id = p.job_id ORDER BY since, j.id LIMIT " + MOST_PERMITS,
                (row, number) -> new LimitedJob(
                        new JobId(row.getLong("id")),
                        row.getString("type"),
                        ShareNames.queue(row.getString("queue")),
                        requireNonNull(database.dialect().instant(row, "since"))),
                key);
    }

    /** Returns the relations of a job; after its end only its worker. */
    public JobRelations relations(long job) {
        List<NeededPermit> permits = database.query(
                "SELECT name, state FROM baton_permit WHERE job_id = ? ORDER BY position LIMIT " + MOST_PERMITS,
                (row, number) -> new NeededPermit(Names.shownLimit(row.getString("name")), row.getInt("state") == 2),
                job);
        return database.first(
                        RELATIONS,
                        (row, number) -> {
                            Long batch = NullableColumn.number(row, "id");
                            return new JobRelations(
                                    batch == null ? null : new BatchId(batch),
                                    row.getBoolean("flow"),
                                    row.getString("step"),
                                    permits,
                                    NullableColumn.number(row, "worker_id"),
                                    traceId(row.getString("trace")));
                        },
                        job,
                        job)
                .orElseGet(() -> new JobRelations(null, false, null, permits, null, null));
    }

    /** Returns the second part of a traceparent, which is the id of the trace. */
    private static @Nullable String traceId(@Nullable String trace) {
        String[] parts = trace == null ? new String[0] : trace.split("-", -1);
        return parts.length < 2 ? null : parts[1];
    }

    public long living() {
        return count("SELECT 1 FROM baton_worker WHERE dead = FALSE");
    }

    /** Returns flows, or batches that are no flows, the newest first. */
    public List<BatchId> batches(@Nullable BatchId before, boolean flows, int limit) {
        String newest = "(SELECT id, flow FROM baton_batch WHERE id < ? ORDER BY id DESC LIMIT " + NEWEST_BATCHES
                + ") AS newest";
        String ids = "SELECT id FROM " + newest + " WHERE flow = " + (flows ? "TRUE" : "FALSE")
                + " ORDER BY id DESC LIMIT " + limit;
        return ids(database.list(ids, Long.class, before == null ? Long.MAX_VALUE : before.value()));
    }

    private static List<BatchId> ids(List<Long> ids) {
        return ids.stream().map(BatchId::new).toList();
    }

    /** Returns the stored names of limits after this one, ascending. */
    public List<String> limits(String after, int limit) {
        return database.list(
                "SELECT name FROM baton_limit WHERE name > ? ORDER BY name LIMIT " + limit, String.class, after);
    }

    /** Returns the names of recurring jobs after this one, ascending. */
    public List<String> schedules(String after, int limit) {
        return database.list(
                "SELECT name FROM baton_schedule WHERE name > ? ORDER BY name LIMIT " + limit, String.class, after);
    }

    /**
     * Returns changes of operators that match these terms, the newest first.
     *
     * @param before the id that all returned ids are below
     * @param terms the wanted values by name, which is one of {@link Change#TERMS}
     */
    public List<Change> changes(long before, Map<String, String> terms, int limit) {
        return new JdbcChangeStore(database).newest(before, terms, limit);
    }

    public Sample sample() {
        long open = count("SELECT 1 FROM " + NEWEST + " WHERE completed_at IS NULL");
        long[] sequences = new long[2];
        database.forEach(BLOCKED_SEQUENCES, row -> {
            sequences[0] = row.getLong("blocked");
            sequences[1] = row.getLong("first_in");
        });
        return new Sample(
                queues(),
                living(),
                limitUses(),
                open,
                open == 0 ? List.of() : ids(database.list(STUCK, Long.class)),
                count(DIED.formatted(database.dialect().indexedDeath())),
                sequences[0],
                Micros.duration(Math.max(0, -sequences[1])));
    }

    /** Returns how many jobs of each type died in a span, of the newest 10,000 dead ones, most of them first. */
    List<JobsDied> died(Instant after, Instant until) {
        return database.query(
                DEATHS.formatted(database.dialect().indexedDeath()),
                Monitor::died,
                database.dialect().timestamp(after),
                database.dialect().timestamp(until));
    }

    private static JobsDied died(ResultSet row, int number) throws SQLException {
        Matcher error = CLASS.matcher(requireNonNullElse(row.getString("error"), ""));
        return new JobsDied(
                LogText.of(row.getString("type")),
                LogText.of(ShareNames.queue(row.getString("queue"))),
                row.getLong("jobs"),
                new JobId(row.getLong("id")),
                error.lookingAt() ? error.group() : "");
    }

    /** Returns for how long the oldest of the next 1,000 jobs that wait for a permit of a limit has been due. */
    Duration oldestWaiter(String stored) {
        return Micros.duration(-requireNonNullElse(database.value(LINE, Long.class, stored), 0L));
    }

    private List<LimitUse> limitUses() {
        return database
                .query(
                        LIMITS,
                        (row, number) ->
                                new LimitUse(row.getString("name"), row.getObject("capacity", Integer.class), 0, 0))
                .stream()
                .map(limit -> new LimitUse(
                        Names.shownLimit(limit.name()),
                        limit.capacity(),
                        limit.capacity() == null ? 0 : count(OF_LIMIT + "2", limit.name()),
                        count(OF_LIMIT + "1", limit.name())))
                .toList();
    }

    /**
     * Returns the runs of each of the last spans of this many minutes, the oldest first. The last span has only begun. A node reports a minute up to
     * a minute later.
     *
     * @param minutes the length of a span: 1 within the last hour, else 15
     * @param queue the queue whose runs are counted; null for all
     * @param type the type whose runs are counted; null for all
     */
    public List<ActiveSpan> activity(int minutes, int spans, @Nullable String queue, @Nullable String type) {
        return new ActivityStore(database).spans(minutes, spans, queue, type);
    }

    /** Returns the queues and types with most runs within the last 24 hours. */
    public ActiveNames activeNames() {
        return new ActivityStore(database).names();
    }

    /** Returns how many jobs ended within the last seconds, of which there may be 59 at most. Counts up to {@link QueueCounts#MOST_COUNTED}. */
    public Ended endedWithin(int seconds) {
        String since = "{statementTime} - INTERVAL '" + seconds + "' SECOND";
        long[] ended = new long[7];
        database.forEach(
                "SELECT state, COUNT(*) AS jobs FROM (SELECT state FROM baton_job_history WHERE state IN (4, 6) AND ended_at > "
                        + since + " LIMIT " + QueueCounts.MOST_COUNTED + ") AS ended GROUP BY state",
                row -> ended[row.getInt("state")] = row.getLong("jobs"));
        long died = count("SELECT 1 FROM baton_job WHERE state = 5 AND died_at > " + since);
        return new Ended(ended[4], ended[6], died);
    }

    private long count(String rows, Object... parameters) {
        String counted = "SELECT COUNT(*) FROM (" + rows + " LIMIT " + QueueCounts.MOST_COUNTED + ") AS bounded";
        return requireNonNullElse(database.value(counted, Long.class, parameters), 0L);
    }

    /** A job that holds a permit, or waits for one, since its claim or, if it is not claimed, since its due time. */
    public record LimitedJob(JobId job, String type, String queue, Instant since) {}

    /**
     * The cluster at one moment. Every number is counted up to {@link QueueCounts#MOST_COUNTED}.
     *
     * @param limits the first 100 semaphores and the first 100 rates by name, without keys
     * @param openBatches how many of the newest batches are not complete
     * @param stuckBatches up to ten of the newest batches and flows that cannot continue because they have dead jobs
     * @param died how many jobs died within the last five minutes, of the newest 10,000 dead ones
     * @param blockedSequences how many sequences are blocked by dead jobs
     * @param longestBlock for how long the first of them has been blocked; zero if there is none
     */
    public record Sample(
            List<QueueStatus> queues,
            long workers,
            List<LimitUse> limits,
            long openBatches,
            List<BatchId> stuckBatches,
            long died,
            long blockedSequences,
            Duration longestBlock) {}

    /** How many jobs hold permits of a limit, and how many wait for one. A rate has no capacity, and its holders are not counted. */
    public record LimitUse(String name, @Nullable Integer capacity, long held, long waiting) {}

    /** Counts of ended jobs. Completed and cancelled jobs count only while the history has them. */
    public record Ended(long completed, long cancelled, long died) {}

    /**
     * A worker, as its row was read.
     *
     * @param silentFor the time since its last heartbeat
     * @param deadAfter how long it may be silent before it counts as dead; null if its row does not say
     * @param stopped whether it is dead because it was stopped in an orderly way
     */
    public record WorkerStatus(
            long id,
            String name,
            String host,
            long pid,
            String version,
            List<String> queues,
            List<String> types,
            Instant startedAt,
            Duration silentFor,
            @Nullable Duration deadAfter,
            boolean dead,
            boolean stopped,
            long holding) {}

    /** A job that a worker has claimed, with the last progress that its handler reported, from 0 to 1. */
    public record HeldJob(
            JobId id,
            String type,
            String queue,
            int attempt,
            Instant claimedAt,
            @Nullable Double progress,
            @Nullable String progressNote) {}

    /** The relations of a job beside its queue: its permits in the order in which it gets them, and the worker that claimed it last. */
    public record JobRelations(
            @Nullable BatchId batch,
            boolean flow,
            @Nullable String step,
            List<NeededPermit> permits,
            @Nullable Long workerId,
            @Nullable String traceId) {

        /** A permit that a job needs, and whether the job holds it. */
        public record NeededPermit(String limit, boolean held) {}
    }
}
