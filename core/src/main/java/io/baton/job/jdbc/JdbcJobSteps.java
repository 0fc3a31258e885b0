package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.JobState;
import io.baton.SignalResult;
import io.baton.StepDetails.Kind;
import io.baton.StepDetails.State;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.RowsById;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Fence;
import io.baton.job.JobSteps;
import io.baton.job.ReadyJobs;
import io.baton.job.Settled;
import io.baton.job.StateCode;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/** Stores steps and signals. What decides a wait locks the job's row in one statement, and reads in the next. */
record JdbcJobSteps(Database database, Transitions transitions) implements JobSteps {

    /** The stored code is the index. */
    private static final List<Kind> KINDS = List.of(Kind.CALL, Kind.TRANSACTION, Kind.SLEEP, Kind.AWAIT, Kind.DECISION);

    private static final List<State> STATES =
            List.of(State.BEGUN, State.DONE, State.WAITING, State.TIMED_OUT, State.UNREADABLE, State.UNDONE);

    private static final String COLUMNS = "job_id, name, kind, state, attempt, began_at, ended_at, until_at, result";

    /** Whether a wait is to end is decided by the clock of the database. */
    private static final String FIND = "SELECT name, kind, state, attempt, began_at, ended_at, until_at, result,"
            + " CASE WHEN until_at <= {now} THEN 1 ELSE 0 END AS due FROM baton_step WHERE job_id = ?";

    private static final String AT_CLAIM = " WHERE id = ? AND lock_id = ? AND state = 2";

    private static final String OF_NAME = " AND name = ?";

    private static final String DECIDED =
            "UPDATE baton_step SET state = ?, ended_at = {now}, until_at = NULL, result = ?"
                    + " WHERE job_id = ? AND name = ? AND state = 2";

    private static final String FIRST_SIGNAL = "SELECT id, payload FROM baton_signal WHERE job_id = ? AND name = ?"
            + " AND taken = FALSE ORDER BY id LIMIT 1";

    /** Changes the ties, so that the row is written. */
    private static final String WRITTEN = " + CASE WHEN " + Ties.sqlHas(Ties.STEPS_WRITTEN) + " THEN -"
            + Ties.STEPS_WRITTEN + " ELSE " + Ties.STEPS_WRITTEN + " END";

    private static final String TAKEN = "UPDATE baton_signal SET taken = TRUE, payload = NULL WHERE id = ?";

    private static final String JOB =
            "SELECT state, queue, " + TiesRow.OF_JOB + " FROM baton_job WHERE id = ? FOR UPDATE";

    private static final String DUE_WAITS =
            "SELECT job_id FROM baton_step WHERE until_at <= {statementTime} ORDER BY until_at, job_id LIMIT ";

    @Override
    public List<FoundStep> ofJob(long job) {
        return database.query(FIND + " ORDER BY began_at, name LIMIT " + (MOST + 1), this::step, job);
    }

    private FoundStep step(ResultSet row, int number) throws SQLException {
        return new FoundStep(
                row.getString("name"),
                KINDS.get(row.getInt("kind")),
                STATES.get(row.getInt("state")),
                row.getInt("attempt"),
                requireNonNull(database.dialect().instant(row, "began_at")),
                database.dialect().instant(row, "ended_at"),
                database.dialect().instant(row, "until_at"),
                row.getString("result"),
                row.getInt("due") == 1);
    }

    /** Is one statement where the database supports that. */
    @Override
    public Settled save(Fence fence, NewStep step) {
        if (database.dialect().verbsAreStatements()) {
            String claim = "id FROM baton_job" + AT_CLAIM + database.dialect().idleLimit() + " FOR UPDATE SKIP LOCKED";
            String job = step.ties() != 0
                    ? "UPDATE baton_job SET ties = " + tied(step.ties()) + " WHERE id = (SELECT " + claim
                            + ") RETURNING id"
                    : "SELECT " + claim;
            boolean saved =
                    write("WITH job AS (" + job + ") ", "id", " FROM job", step, fence.id(), fence.lockId()) > 0;
            return saved
                    ? Settled.DONE
                    : new RowLocks(database).explain(Set.of(fence)).getOrDefault(fence, Settled.FENCED);
        }
        Settled locked = lock(fence, step.ties());
        if (locked == Settled.DONE) {
            write("", "{?bigint}", "", step, fence.id());
        }
        return locked;
    }

    @Override
    public Settled free(Fence fence, String name) {
        return change(fence, "DELETE FROM baton_step WHERE state = 0", name);
    }

    @Override
    public Settled undone(Fence fence, String name) {
        return change(fence, "UPDATE baton_step SET state = 5, ended_at = {now} WHERE state IN (0, 1, 4)", name);
    }

    private Settled change(Fence fence, String statement, String name) {
        Settled locked = lock(fence, 0);
        if (locked == Settled.DONE) {
            database.update(statement + " AND job_id = ? AND name = ?", fence.id(), name);
        }
        return locked;
    }

    @Override
    public Settled await(Fence fence, NewStep step, Consumer<FoundStep> decided) {
        Settled locked = lock(fence, step.ties());
        if (locked == Settled.DONE) {
            awaitLocked(fence, step);
            decided.accept(requireNonNull(named(fence.id(), step.name())));
        }
        return locked;
    }

    private void awaitLocked(Fence fence, NewStep step) {
        FoundStep known = named(fence.id(), step.name());
        if (known == null) {
            write("", "{?bigint}", "", step, fence.id());
        }
        if (known == null || known.state() == State.WAITING) {
            Optional<Signal> signal = database.first(
                    FIRST_SIGNAL,
                    (row, number) -> new Signal(row.getLong("id"), row.getString("payload")),
                    fence.id(),
                    JobSteps.signalOf(step.name()));
            if (signal.isPresent()) {
                database.update(TAKEN, signal.get().id());
                database.update(
                        "DELETE FROM baton_signal WHERE id = ? AND message_id IS NULL",
                        signal.get().id());
                decide(fence.id(), step.name(), State.DONE, signal.get().payload());
            } else if (known != null && known.due()) {
                decide(fence.id(), step.name(), State.TIMED_OUT, null);
            }
        }
    }

    private record Signal(long id, String payload) {}

    private @Nullable FoundStep named(long job, String name) {
        return database.first(FIND + OF_NAME, this::step, job, name).orElse(null);
    }

    /** Writes a step; returns the number of rows. */
    private int write(String with, String job, String from, NewStep step, Object... first) {
        List<Object> parameters = new ArrayList<>(List.of(first));
        parameters.addAll(List.of(
                step.name(),
                KINDS.indexOf(step.kind()),
                STATES.indexOf(step.state()),
                step.attempt(),
                -Micros.of(step.took())));
        String until = "NULL";
        if (step.until() != null) {
            DueColumns due = DueColumns.of(step.until(), database, JobState.READY);
            until = due.due();
            parameters.addAll(due.dueParameters());
        }
        parameters.add(new SqlParameterValue(Types.VARCHAR, step.result()));
        boolean ended = step.state() != State.BEGUN && step.state() != State.WAITING;
        String row = "SELECT " + job + ", {?varchar(200)}, {?smallint}, {?smallint}, {?integer}, {now+?}, "
                + (ended ? "{now}" : "NULL") + ", " + until + ", {?text}" + from;
        return database.update(
                with + database.dialect().insertOrReplace("baton_step", "job_id, name", COLUMNS, row),
                parameters.toArray());
    }

    /** Decides an open wait, under the lock of the job's row; returns zero if it is not open. */
    private int decide(long job, String name, State state, @Nullable String result) {
        return database.update(DECIDED, STATES.indexOf(state), new SqlParameterValue(Types.VARCHAR, result), job, name);
    }

    /**
     * Locks the row of a claimed job, and ties the job to its steps, so that no older node runs it. Where locks may be local, each transaction also
     * writes the row.
     */
    private Settled lock(Fence fence, int ties) {
        RowLocks locks = new RowLocks(database);
        if (locks.lock(Set.of(fence), false).isEmpty()) {
            return locks.explain(Set.of(fence)).getOrDefault(fence, Settled.FENCED);
        }
        if (ties == 0 && !database.dialect().locksMayBeLocal()) {
            return Settled.DONE;
        }
        int written = database.update(
                "UPDATE baton_job SET ties = " + tied(ties) + AT_CLAIM,
                fence.id(),
                database.dialect().uuid(fence.lockId()));
        return written == 1 ? Settled.DONE : Settled.FENCED;
    }

    /** Returns the ties of a job with steps, which differ from those before where its row must be written. */
    private String tied(int ties) {
        String tied = "COALESCE(ties, 0)" + adding(Ties.STEPS) + ((ties & Ties.UNDO) == 0 ? "" : adding(Ties.UNDO));
        return database.dialect().locksMayBeLocal() ? tied + WRITTEN : tied;
    }

    private static String adding(int bit) {
        return " + CASE WHEN " + Ties.sqlHas(bit) + " THEN 0 ELSE " + bit + " END";
    }

    @Override
    public Sent send(long job, String name, String value, @Nullable String messageId) {
        // without a lock for a job that has ended: on some databases that would hold up new jobs
        boolean known = database.finds("SELECT 1 FROM baton_job WHERE id = ?", job);
        boolean ended = !known && database.finds("SELECT 1 FROM baton_job_history WHERE id = ?", job);
        Locked locked = ended ? null : lockJob(job);
        List<Boolean> before = messageId == null
                ? List.of()
                : database.query(
                        "SELECT taken FROM baton_signal WHERE job_id = ? AND message_id = ?",
                        (row, number) -> row.getBoolean("taken"),
                        job,
                        messageId);
        if (!before.isEmpty()) {
            return new Sent(before.get(0) ? SignalResult.DELIVERED : SignalResult.STORED, null);
        }
        if (locked == null) {
            return new Sent(known || ended ? SignalResult.TOO_LATE : SignalResult.UNKNOWN, null);
        }
        // what an older snapshot of the caller lacks, a run that has not suspended yet finds by itself
        String newest = locked.state() == JobState.WAITING ? " FOR UPDATE" : "";
        List<FoundStep> waits =
                database.query(FIND + " AND kind = 3 AND state IN (2, 3)" + newest, this::step, job).stream()
                        .filter(step -> JobSteps.signalOf(step.name()).equals(name))
                        .toList();
        ReadyJobs ready = null;
        boolean late = false;
        String open = null;
        for (FoundStep wait : waits) {
            if (wait.state() == State.WAITING && !wait.due()) {
                open = wait.name();
            } else {
                boolean isOver = wait.state() == State.TIMED_OUT || decide(job, wait.name(), State.TIMED_OUT, null) > 0;
                // only a plain name has no further wait
                late |= isOver && wait.name().equals(name);
                ready = wait.state() == State.WAITING ? wakeOrTouch(locked) : ready;
            }
        }
        if (locked.state() == JobState.DEAD || locked.job().ties().has(Ties.UNDOING) || (late && open == null)) {
            return new Sent(SignalResult.TOO_LATE, ready);
        }
        // an older snapshot of the caller may have a wait that another signal has ended since
        boolean delivered = open != null && decide(job, open, State.DONE, value) > 0;
        if (!delivered || messageId != null) {
            if (!delivered) {
                requireRoom(job);
            }
            database.update(
                    "INSERT INTO baton_signal (job_id, name, message_id, taken, sent_at, payload) VALUES (?, ?, ?, ?, {now}, ?)",
                    job,
                    name,
                    new SqlParameterValue(Types.VARCHAR, messageId),
                    delivered,
                    new SqlParameterValue(Types.VARCHAR, delivered ? null : value));
        }
        if (delivered) {
            return new Sent(SignalResult.DELIVERED, wakeOrTouch(locked));
        }
        touch(List.of(job));
        return new Sent(SignalResult.STORED, ready);
    }

    /** Writes the locked rows of jobs where their locks may be local, so that a settlement on another server collides with this transaction. */
    private void touch(Collection<Long> jobs) {
        if (database.dialect().locksMayBeLocal()) {
            database.rows("baton_job").update(jobs, "ties = COALESCE(ties, 0)" + WRITTEN);
        }
    }

    private void requireRoom(long job) {
        Long stored = database.value(
                "SELECT COUNT(*) FROM (SELECT id FROM baton_signal WHERE job_id = ? AND taken = FALSE LIMIT "
                        + MOST_SIGNALS + ") AS s",
                Long.class,
                job);
        if (stored != null && stored >= MOST_SIGNALS) {
            throw new BatonException("Job " + job + " was sent " + MOST_SIGNALS
                    + " signals that it has not taken. Give many messages a job each, or a table of the application");
        }
    }

    private @Nullable Locked lockJob(long job) {
        return database.first(
                        JOB,
                        (row, number) -> new Locked(
                                TiesRow.job(row), StateCode.state(row.getInt("state")), row.getString("queue")),
                        job)
                .orElse(null);
    }

    private record Locked(TiedJob job, JobState state, String queue) {}

    private @Nullable ReadyJobs wakeOrTouch(Locked locked) {
        if (wake(List.of(locked.job())) > 0) {
            return ReadyJobs.outOfTurn(locked.queue());
        }
        touch(List.of(locked.job().id()));
        return null;
    }

    private int wake(Collection<TiedJob> jobs) {
        return transitions.change(Transition.PROMOTED, jobs, "state = 1, due_at = {now}", List.of(), "state = 7");
    }

    @Override
    public boolean forget(long job, String name) {
        Locked locked = lockJob(job);
        if (locked == null || locked.state() == JobState.CLAIMED) {
            return false;
        }
        touch(List.of(job));
        String forget = locked.job().ties().has(Ties.UNDOING)
                ? "UPDATE baton_step SET state = 5 WHERE job_id = ? AND kind IN (0, 1) AND state <> 5"
                : "DELETE FROM baton_step WHERE job_id = ? AND state <> 2";
        return database.update(forget + OF_NAME, job, name) > 0;
    }

    @Override
    public boolean endWait(long job, String name, Consumer<ReadyJobs> ready) {
        Locked locked = lockJob(job);
        List<FoundStep> open = locked == null || locked.job().ties().has(Ties.UNDOING)
                ? List.of()
                : database.query(FIND + " AND state = 2" + OF_NAME + " FOR UPDATE", this::step, job, name);
        open.forEach(step -> {
            decide(job, name, step.kind() == Kind.SLEEP ? State.DONE : State.TIMED_OUT, null);
            ReadyJobs jobs = wakeOrTouch(requireNonNull(locked));
            if (jobs != null) {
                ready.accept(jobs);
            }
        });
        return !open.isEmpty();
    }

    /** Makes the jobs among these ready whose waits, of which these are the names by job, are decided; their rows are locked. Returns their ids. */
    Set<Long> wakeIfDecided(Collection<TiedJob> suspended, Map<Long, String> waits) {
        RowsById byJob = database.rows("baton_step", "job_id");
        Set<Long> decided = new HashSet<>(waits.keySet());
        Set<Long> awaiting = new HashSet<>();
        database.forEach(
                "SELECT j.job_id, j.name, j.kind FROM " + byJob.from() + " AND j.state = 2 AND j.until_at > {now}",
                row -> {
                    long job = row.getLong("job_id");
                    if (row.getString("name").equals(waits.get(job))
                            && decided.remove(job)
                            && row.getInt("kind") == 3) {
                        awaiting.add(job);
                    }
                },
                byJob.ids(waits.keySet()));
        // a sender with an older snapshot did not see the wait
        RowsById signals = database.rowsBy("baton_signal", "job_id", "baton_signal_job");
        if (!awaiting.isEmpty()) {
            database.forEach(
                    "SELECT j.job_id, j.name FROM " + signals.from() + " AND j.taken = FALSE",
                    row -> {
                        if (row.getString("name")
                                .equals(JobSteps.signalOf(waits.getOrDefault(row.getLong("job_id"), "")))) {
                            decided.add(row.getLong("job_id"));
                        }
                    },
                    signals.ids(awaiting));
        }
        wake(suspended.stream().filter(job -> decided.contains(job.id())).toList());
        return decided;
    }

    /** Ends waits whose time has come, and makes their jobs ready. Skips jobs with locked rows. Returns the queues of the jobs. */
    Map<Long, String> endDueWaits(int limit) {
        Set<Long> due = new HashSet<>(database.list(DUE_WAITS + limit, Long.class));
        if (due.isEmpty()) {
            return Map.of();
        }
        RowsById byId = database.rows("baton_job");
        Map<Long, String> queues = new TreeMap<>();
        List<TiedJob> waiting = new ArrayList<>();
        Set<Long> busy = new HashSet<>(database.ids("baton_job", due, ""));
        database.forEach(
                "SELECT state, queue, " + TiesRow.OF_JOB + " FROM " + byId.from()
                        + " ORDER BY id FOR UPDATE SKIP LOCKED",
                row -> {
                    busy.remove(row.getLong("id"));
                    if (StateCode.state(row.getInt("state")) == JobState.WAITING) {
                        waiting.add(TiesRow.job(row));
                        queues.put(row.getLong("id"), row.getString("queue"));
                    }
                },
                byId.ids(due));
        due.removeAll(busy);
        if (database.dialect().locksMayBeLocal()) {
            touch(database.ids("baton_job", due, " AND j.state <> 7"));
        }
        database.rows("baton_step", "job_id")
                .update(
                        due,
                        "state = CASE WHEN kind = 2 THEN 1 ELSE 3 END, ended_at = {now}, until_at = NULL",
                        List.of(),
                        "j.until_at <= {now}");
        wake(waiting);
        return queues;
    }
}
