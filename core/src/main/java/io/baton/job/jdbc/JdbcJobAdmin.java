package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.FailedAttempt;
import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.database.RowsById;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Due;
import io.baton.job.FoundJob;
import io.baton.job.JobAdmin;
import io.baton.job.JobReleases;
import io.baton.job.LatestStart;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import io.baton.job.ShareNames;
import io.baton.job.StateCode;
import io.baton.job.StateCode.States;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * Reads jobs without locks, changes jobs and queues, and ends the wait of jobs for others. Locks rows in ascending id. May wait for a row that a
 * settlement has locked, which does not take long.
 */
record JdbcJobAdmin(Database database, Transitions transitions, QueuePauses pauses) implements JobAdmin, JobReleases {

    private static final String WAITING_FOR_OTHERS = "state = 3 AND ties >= " + Ties.AWAITS;

    private static final String JOBS = "SELECT j.id, 0 AS ended FROM baton_job j";
    private static final String HISTORY = "SELECT j.id, 1 AS ended FROM baton_job_history j";

    private static final String DETAILS = """
            SELECT COALESCE(j.id, h.id) AS id, COALESCE(j.type, h.type) AS type, COALESCE(j.queue, h.queue) AS queue,
                COALESCE(j.job_rank, h.job_rank) AS job_rank, COALESCE(j.state, h.state) AS state,
                COALESCE(j.attempt, h.attempt) AS attempt, j.max_attempts, COALESCE(j.created_at, h.created_at) AS created_at,
                COALESCE(j.due_at, h.due_at) AS due_at, COALESCE(j.claimed_at, h.claimed_at) AS claimed_at,
                COALESCE(j.died_at, h.ended_at) AS ended_at, w.name AS worker, COALESCE(j.labels, h.labels) AS labels,
                (SELECT k.job_key FROM baton_key k WHERE k.job_id = COALESCE(j.id, h.id)) AS job_key,
                j.progress, j.progress_note, %s AS payload, h.result, j.error
            %s LEFT JOIN baton_worker w ON w.id = COALESCE(j.worker_id, h.worker_id)
            """;

    /** Finds each row by a parameter: with a join on a selected id, the database may plan to read the whole table. */
    private static final String OF_ID = DETAILS.formatted(
                    "j.payload",
                    "FROM (SELECT 1 AS one) AS p LEFT JOIN baton_job j ON j.id = ?"
                            + " LEFT JOIN baton_job_history h ON h.id = ? AND j.id IS NULL")
            + "WHERE j.id IS NOT NULL OR h.id IS NOT NULL";

    /** The jobs of a page, without payloads. The selection of the page says for each job whether it has ended. */
    private static final String OF_PAGE = DETAILS.formatted(
                    "NULL",
                    "FROM (%s) AS p LEFT JOIN baton_job j ON p.ended = 0 AND j.id = p.id"
                            + " LEFT JOIN baton_job_history h ON p.ended = 1 AND h.id = p.id")
            + "ORDER BY p.id DESC, p.ended";

    @Override
    public Optional<JobDetails> find(long id) {
        List<FailedAttempt> attempts = new Attempts(database).of(id);
        return database.first(OF_ID, (row, number) -> details(row, attempts), id, id);
    }

    private JobDetails details(ResultSet row, List<FailedAttempt> attempts) throws SQLException {
        Dialect dialect = database.dialect();
        return new FoundJob(
                new JobId(row.getLong("id")),
                row.getString("type"),
                ShareNames.queue(row.getString("queue")),
                ShareNames.share(row.getString("queue")),
                ~row.getInt("job_rank"),
                StateCode.state(row.getInt("state")),
                row.getInt("attempt"),
                NullableColumn.integer(row, "max_attempts"),
                requireNonNull(dialect.instant(row, "created_at")),
                requireNonNull(dialect.instant(row, "due_at")),
                dialect.instant(row, "claimed_at"),
                dialect.instant(row, "ended_at"),
                row.getString("worker"),
                Labels.read(row.getString("labels")),
                row.getString("job_key"),
                NullableColumn.decimal(row, "progress"),
                row.getString("progress_note"),
                row.getString("payload"),
                row.getString("result"),
                row.getString("error"),
                attempts);
    }

    /** Uses one statement, so that a job that ends meanwhile is neither missed nor returned twice. */
    @Override
    public List<JobDetails> search(JobFilter filter, long offset, int limit) {
        List<Object> parameters = new ArrayList<>();
        String newest = Stream.of(
                        newest(JOBS, filter, States.LIVE, offset + limit, parameters),
                        newest(HISTORY, filter, States.OVER, offset + limit, parameters))
                .filter(selection -> !selection.isEmpty())
                .collect(Collectors.joining(" UNION ALL "));
        if (newest.isEmpty()) {
            return List.of();
        }
        String page = "SELECT id, ended FROM (" + newest + ") AS newest ORDER BY id DESC, ended LIMIT " + limit
                + " OFFSET " + offset;
        return database.query(OF_PAGE.formatted(page), (row, number) -> details(row, List.of()), parameters.toArray());
    }

    /** Returns a selection of the newest ids, and adds its parameters. For jobs of earlier pages, the database reads only the ids. */
    private String newest(String from, JobFilter filter, Set<JobState> within, long limit, List<Object> parameters) {
        Set<JobState> states = Condition.states(filter, within);
        if (states.isEmpty()) {
            return "";
        }
        Condition condition = Condition.of(filter, states, database.dialect());
        parameters.addAll(condition.parameters());
        return "(" + from + condition.text() + " ORDER BY " + Condition.orderById(states, database.dialect())
                + " DESC LIMIT " + limit + ")";
    }

    @Override
    public List<JobCount> counts() {
        String jobs = "(SELECT " + ShareNames.queueIn("queue") + " AS queue, state FROM baton_job) AS jobs";
        return database.query(
                "SELECT queue, state, COUNT(*) AS jobs FROM " + jobs + " GROUP BY queue, state ORDER BY queue, state",
                (row, number) -> new JobCount(
                        row.getString("queue"), StateCode.state(row.getInt("state")), row.getLong("jobs")));
    }

    @Override
    public boolean anyUnfinished(JobFilter filter) {
        Set<JobState> states = Condition.states(filter, States.UNFINISHED);
        if (states.isEmpty()) {
            return false;
        }
        List<Object> parameters = new ArrayList<>();
        String exists = states.stream()
                .map(state -> exists(Condition.of(filter, Set.of(state), database.dialect()), parameters))
                .collect(Collectors.joining(" OR "));
        String select = "SELECT CASE WHEN " + exists + " THEN 1 ELSE 0 END";
        return requireNonNull(database.value(select, Integer.class, parameters.toArray())) == 1;
    }

    /**
     * Reads one state at a time: on PostgreSQL each has its own index, and H2 returns a stale result for a repeated {@code state IN (..) LIMIT 1}
     * and, within a transaction, for {@code EXISTS}.
     */
    private static String exists(Condition condition, List<Object> parameters) {
        parameters.addAll(condition.parameters());
        return "(SELECT 1 FROM baton_job j" + condition.text() + " LIMIT 1) IS NOT NULL";
    }

    @Override
    public List<Long> ids(JobFilter filter, long afterId, int limit) {
        Set<JobState> states = Condition.states(filter, States.LIVE);
        if (states.isEmpty()) {
            return List.of();
        }
        JobId after = filter.after();
        JobFilter further = after != null && after.value() > afterId ? filter : filter.after(new JobId(afterId));
        Condition condition = Condition.of(further, states, database.dialect());
        return database.list(
                "SELECT j.id FROM baton_job j" + condition.text() + " ORDER BY "
                        + Condition.orderById(states, database.dialect()) + " LIMIT " + limit,
                Long.class,
                condition.parameters().toArray());
    }

    @Override
    public Map<Long, String> lock(List<Long> ids, JobFilter filter) {
        RowsById byId = database.rows("baton_job");
        Condition condition = Condition.ofTheMoment(filter, Condition.states(filter, States.LIVE));
        List<Object> parameters = new ArrayList<>(List.of(byId.ids(ids)));
        parameters.addAll(condition.parameters());
        Map<Long, String> locked = new LinkedHashMap<>();
        database.forEach(
                "SELECT j.id, j.queue FROM " + byId.from() + " AND " + condition.text() + " ORDER BY j.id FOR UPDATE",
                row -> locked.put(row.getLong("id"), row.getString("queue")),
                parameters.toArray());
        return locked;
    }

    @Override
    public int cancel(List<Long> ids, boolean evenDead) {
        return cancel(ids, evenDead, "");
    }

    @Override
    public int cancelFree(List<Long> ids) {
        return cancel(ids, false, " SKIP LOCKED");
    }

    private int cancel(List<Long> ids, boolean evenDead, String orNot) {
        if (ids.isEmpty()) {
            return 0;
        }
        List<TiedJob> waiting = new ArrayList<>();
        List<TiedJob> dead = new ArrayList<>();
        List<Long> running = new ArrayList<>();
        RowsById byId = database.rows("baton_job");
        database.forEach(
                "SELECT state, " + TiesRow.OF_JOB + " FROM " + byId.from() + " ORDER BY id FOR UPDATE" + orNot,
                row -> {
                    TiedJob job = TiesRow.job(row);
                    JobState state = StateCode.state(row.getInt("state"));
                    if (state == JobState.DEAD ? evenDead : !job.ties().has(Ties.UNDOING)) {
                        if (state == JobState.CLAIMED) {
                            running.add(job.id());
                        } else {
                            (state == JobState.DEAD ? dead : waiting).add(job);
                        }
                    }
                },
                byId.ids(ids));
        byId.update(running, "cancel_requested = TRUE");
        transitions.cancel(waiting, "TRUE");
        transitions.end(dead, JobState.CANCELLED, Set.of());
        return waiting.size() + dead.size() + running.size();
    }

    @Override
    public int revive(List<Long> ids) {
        String revived = "state = 1, due_at = {now}, attempt = 0, crashes = 0, interruptions = 0, died_at = NULL";
        return transitions.change(Transition.REVIVED, lock(ids, "state = 5"), revived, List.of(), "state = 5");
    }

    @Override
    public int reschedule(List<Long> ids, Due due) {
        DueColumns columns = DueColumns.of(due, database, JobState.READY);
        List<Object> parameters = new ArrayList<>(columns.stateParameters());
        parameters.addAll(columns.dueParameters());
        String moved = "state = " + columns.state() + ", due_at = " + columns.due();
        String waiting = "state IN (0, 1, 3) AND (state = 0 OR ties IS NULL OR ties < " + Ties.AWAITS + ")";
        return transitions.change(Transition.RESCHEDULED, lock(ids, waiting), moved, parameters, waiting);
    }

    boolean replace(long id, NewJob by, boolean evenClaimed) {
        DueColumns columns = DueColumns.of(by.due(), database, JobState.READY);
        List<Object> values = new ArrayList<>(columns.stateParameters());
        values.addAll(columns.dueParameters());
        Duration most = by.unique() == null ? null : by.unique().most();
        String due = columns.due();
        if (most != null) {
            // a job that has failed is a new request, whose time begins now
            due = "LEAST(" + due + ", CASE WHEN attempt = 0 THEN "
                    + database.dialect().plusMicros("created_at") + " ELSE ? END)";
            values.add(Micros.of(most));
            values.add(database.dialect().timestamp(Due.LAST));
        }
        values.add(new SqlParameterValue(Types.VARCHAR, by.payload()));
        boolean limited = (by.ties() & Ties.START_BEFORE) != 0;
        Map<String, String> labels = limited ? LatestStart.enqueued(by.labels(), database.now()) : by.labels();
        values.add(new SqlParameterValue(Types.VARCHAR, Labels.written(labels)));
        StringBuilder bits = new StringBuilder();
        for (int bit : new int[] {Ties.START_BEFORE, Ties.AFTER_DEATH}) {
            if ((by.ties() & bit) != 0) {
                bits.append(" + CASE WHEN ")
                        .append(Ties.sqlHas(bit))
                        .append(" THEN 0 ELSE ")
                        .append(bit)
                        .append(" END");
            }
        }
        // the time before the attempt, since some databases assign from left to right
        String replaced = "state = " + columns.state() + ", due_at = " + due
                + ", attempt = 0, crashes = 0, interruptions = 0, error = NULL"
                + ", payload = ?, labels = ?, checkpoint = NULL, progress = NULL, progress_note = NULL,"
                + " lock_id = NULL, worker_id = NULL" + (bits.isEmpty() ? "" : ", ties = ties" + bits);
        // a job with steps is under way
        String waiting = "type = ? AND state IN (" + (evenClaimed ? "0, 1, 2, 3" : "0, 1, 3") + ") AND NOT "
                + Ties.sqlHas(Ties.STEPS);
        List<TiedJob> locked = lock(List.of(id), "TRUE");
        boolean done = transitions.change(Transition.RESCHEDULED, locked, replaced, values, waiting, by.type()) > 0;
        if (done) {
            new Attempts(database).forgetAllOf(id);
            if (by.key() != null) {
                transitions.insert(new KeyInserts(database), id, by);
            }
        }
        return done;
    }

    private List<TiedJob> lock(List<Long> ids, String condition) {
        if (ids.isEmpty()) {
            return List.of();
        }
        RowsById byId = database.rows("baton_job");
        String lock =
                "SELECT " + TiesRow.OF_JOB + " FROM " + byId.from() + " AND " + condition + " ORDER BY id FOR UPDATE";
        return database.query(lock, (row, number) -> TiesRow.job(row), byId.ids(ids));
    }

    @Override
    public Released release(List<Long> ids) {
        String ready = "state = 1, due_at = {now}, ties = ties - " + Ties.AWAITS;
        return endWait(
                ids, jobs -> transitions.change(Transition.RELEASED, jobs, ready, List.of(), WAITING_FOR_OTHERS));
    }

    @Override
    public Released giveTurn(List<Long> ids) {
        return transitions.giveTurn(ids);
    }

    @Override
    public Released dismiss(List<Long> ids) {
        Released dismissed = endWait(ids, jobs -> transitions.cancel(jobs, "TRUE"));
        return new Released(Set.of(), dismissed.busy());
    }

    private Released endWait(List<Long> ids, Consumer<List<TiedJob>> end) {
        if (ids.isEmpty()) {
            return Released.NONE;
        }
        RowsById byId = database.rows("baton_job");
        Map<String, ReadyJobs> places = new HashMap<>();
        List<TiedJob> locked = database.query(
                "SELECT " + TiesRow.OF_JOB + ", queue, job_rank FROM " + byId.from() + " AND " + WAITING_FOR_OTHERS
                        + " ORDER BY id FOR UPDATE SKIP LOCKED",
                (row, number) -> {
                    ReadyJobs jobs = ReadyJobs.of(row.getString("queue"), ~row.getInt("job_rank"));
                    places.merge(jobs.queue(), jobs, ReadyJobs::and);
                    return TiesRow.job(row);
                },
                byId.ids(ids));
        Set<Long> busy = new HashSet<>(database.ids("baton_job", ids, " AND " + WAITING_FOR_OTHERS));
        locked.forEach(job -> busy.remove(job.id()));
        end.accept(locked);
        return new Released(Set.copyOf(places.values()), busy);
    }

    @Override
    public void pause(String queue, @Nullable Due until) {
        pauses.pause(queue, until);
    }

    @Override
    public boolean resume(String queue) {
        return pauses.resume(queue);
    }
}
