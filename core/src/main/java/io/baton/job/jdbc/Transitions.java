package io.baton.job.jdbc;

import io.baton.BatonException;
import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Capability;
import io.baton.job.Capability.InsertStep;
import io.baton.job.Capability.TransitionStep;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.JobReleases.Released;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * Changes the states of jobs. Every change goes through this class, except the claim, the completion of plain jobs, and the moves between READY and
 * BLOCKED, which {@code permit} and {@code sequence} make under the lock of the job's row (no other capability follows these). The callers choose the
 * jobs and hold the locks of their rows. The steps of the capabilities follow in the same transaction.
 */
final class Transitions {

    /** The state of a stored job for its permits. A job that waits for others requests no permit yet, as if it were scheduled. */
    static final String STATE_OF_STORED =
            "CASE WHEN ties >= " + Ties.AWAITS + " THEN 0 ELSE state END AS state, state AS stored_state";

    /** Lets a job begin anew to undo its steps; bits of its ties follow. */
    static final String UNDOES =
            "attempt = 0, crashes = LEAST(crashes, 1), interruptions = 0, cancel_requested = FALSE, ties = ties + ";

    private static final int OF_WORKERS =
            Ties.STEPS + Ties.STEPS_WRITTEN + Ties.UNDO + Ties.UNDOING + Ties.START_BEFORE;

    private static final String WAITS_FOR_TURN = "state = 3 AND ties >= " + (Ties.AWAITS + Ties.SEQUENCE)
            + " AND MOD(ties, " + 2 * Ties.SEQUENCE + ") >= " + Ties.SEQUENCE;

    private static final String STORED = "(SELECT 1 AS job_number, id, queue, job_rank, due_at, " + STATE_OF_STORED
            + " FROM baton_job WHERE id = ?)";

    private final Database database;
    private final History history;
    private final List<TransitionStep> steps;
    private final int knownTies;

    Transitions(Database database, Retention retention, Collection<Capability> capabilities) {
        this.database = database;
        this.history = new History(database, retention);
        this.steps = capabilities.stream()
                .map(capability -> capability.on(database))
                .sorted(Comparator.comparingInt(TransitionStep::tie))
                .toList();
        this.knownTies = steps.stream().mapToInt(TransitionStep::tie).reduce(OF_WORKERS, (a, b) -> a | b);
    }

    /** Returns whether this node has every capability in these ties. A job of a sequence may lack its turn if another node made it ready. */
    boolean knows(Ties ties) {
        return (ties.bits() & ~knownTies) == 0 && (!ties.has(Ties.SEQUENCE) || ties.has(Ties.TURN));
    }

    /** Returns the step that inserts the permits of new jobs. */
    InsertStep permitInserts() {
        return inserts(Ties.LIMITS).findFirst().orElseThrow();
    }

    /** Returns the steps that insert rows about a new job, that of permits first. */
    List<InsertStep> inserts(NewJob job) {
        int ties = job.ties();
        if ((ties & Ties.LIMITS & ~knownTies) != 0) {
            throw new BatonException("Jobs that need permits cannot be stored here: nothing gives permits");
        }
        return Stream.concat(inserts(ties), job.key() == null ? Stream.empty() : Stream.of(new KeyInserts(database)))
                .toList();
    }

    private Stream<InsertStep> inserts(int ties) {
        return steps.stream()
                .filter(step -> (ties & step.tie()) != 0)
                .map(TransitionStep::inserts)
                .filter(Objects::nonNull);
    }

    /** Inserts the rows of a capability about a stored job. */
    void insert(InsertStep step, long id, NewJob job) {
        List<Object> parameters = new ArrayList<>(List.of(id));
        parameters.addAll(step.parameters(List.of(job)));
        database.update(step.insert(STORED, List.of(job)), parameters.toArray());
    }

    /** Makes a job that had no permits need these. */
    void tie(long id, List<String> permits) {
        NewJob job = new NewJob("", "", 0, Due.NOW, null, Map.of(), null, permits);
        InsertStep step = permitInserts();
        insert(step, id, job);
        step.stored(List.of(job));
    }

    /** Moves cancelled jobs into history, or removes them, except for those whose steps are undone first if they meet the condition. */
    void cancel(Collection<TiedJob> jobs, String condition, Object... parameters) {
        end(undo(jobs, Ties.UNDOING, null, condition, parameters), JobState.CANCELLED, Set.of());
    }

    /**
     * Makes those of these jobs ready whose steps are undone before they end, if they meet the condition; adds this to their ties. Returns the
     * jobs without such steps.
     */
    List<TiedJob> undo(
            Collection<TiedJob> jobs, int bits, @Nullable String error, String condition, Object... parameters) {
        List<TiedJob> undone = jobs.stream().filter(job -> job.ties().undoes()).toList();
        if (undone.isEmpty()) {
            return List.copyOf(jobs);
        }
        String begun = UNDOES + bits + ", error = COALESCE({?text}, error)";
        List<?> values = List.of(new SqlParameterValue(Types.VARCHAR, error));
        // no bit is added to the ties twice
        String and = " AND NOT " + Ties.sqlHas(Ties.UNDOING) + " AND " + condition;
        change(
                Transition.PROMOTED,
                undone,
                begun + ", state = 1, due_at = {now}",
                values,
                "state IN (0, 7)" + and,
                parameters);
        change(
                Transition.UNLOCKED,
                undone,
                begun + ", state = 1, lock_id = NULL, worker_id = NULL",
                values,
                "state = 2" + and,
                parameters);
        database.rows("baton_job").update(TiesRow.ids(undone), begun, values, "state IN (1, 3)" + and, parameters);
        return jobs.stream().filter(job -> !job.ties().undoes()).toList();
    }

    /** Moves cancelled or completed jobs, which these claims hold, into history, or removes them; does nothing if there are no jobs. */
    void end(Collection<TiedJob> jobs, JobState state, Collection<Fence> claims) {
        if (!jobs.isEmpty()) {
            history.move(jobs, state, claims);
            follow(state == JobState.COMPLETED ? Transition.COMPLETED : Transition.CANCELLED, jobs);
        }
    }

    /** Changes the jobs that meet the condition; returns how many. */
    int change(
            Transition transition,
            Collection<TiedJob> jobs,
            String assignments,
            List<?> values,
            String condition,
            Object... parameters) {
        List<TiedJob> tied = meeting(condition, tied(jobs), parameters);
        Set<Long> refused = refused(transition, tied);
        List<Long> ids = TiesRow.ids(jobs);
        if (!refused.isEmpty()) {
            ids = ids.stream().filter(id -> !refused.contains(id)).toList();
            tied = tied.stream().filter(job -> !refused.contains(job.id())).toList();
        }
        int changed = database.rows("baton_job").update(ids, assignments, values, condition, parameters);
        follow(transition, tied);
        return changed;
    }

    private Set<Long> refused(Transition transition, Collection<TiedJob> jobs) {
        Set<Long> refused = new HashSet<>();
        forEachStep(jobs, (step, tied) -> refused.addAll(step.refused(transition, tied)));
        return refused;
    }

    /** Returns the result of every job that is about to start. */
    Map<Fence, Settled> start(Collection<Fence> jobs) {
        Map<Fence, Settled> results = new HashMap<>();
        jobs.forEach(job -> results.put(job, Settled.DONE));
        steps.forEach(step -> step.start(jobs).forEach((job, result) -> {
            if (result != Settled.DONE) {
                results.put(job, result);
            }
        }));
        return results;
    }

    /** Ends claims with the same assignments for all, and with separate parameters for each. */
    void endClaims(
            Transition transition, String assignments, Map<Fence, List<Object>> claims, Collection<TiedJob> jobs) {
        List<Object[]> rows = claims.entrySet().stream()
                .map(claim -> parameters(claim.getKey(), claim.getValue()))
                .toList();
        int[] ended = database.updateEach(
                "UPDATE baton_job SET lock_id = NULL, " + assignments + " WHERE id = ? AND lock_id = ?", rows);
        History.requireAll(IntStream.of(ended).noneMatch(count -> count == 0));
        follow(transition, jobs);
    }

    private Object[] parameters(Fence fence, List<Object> values) {
        Object[] all = values.toArray(new Object[values.size() + 2]);
        all[values.size()] = fence.id();
        all[values.size() + 1] = database.dialect().uuid(fence.lockId());
        return all;
    }

    /** Removes dead jobs; returns how many. */
    int remove(Collection<TiedJob> jobs) {
        String dead = "state = 5";
        List<TiedJob> tied = meeting(dead, tied(jobs));
        int removed = database.rows("baton_job").delete(TiesRow.ids(jobs), dead);
        follow(Transition.REMOVED, tied);
        return removed;
    }

    private static List<TiedJob> tied(Collection<TiedJob> jobs) {
        return jobs.stream().filter(job -> job.ties().any()).toList();
    }

    /** Returns the tied jobs that meet the condition: some databases have not locked what the caller selected, and steps need the changed jobs. */
    private List<TiedJob> meeting(String condition, List<TiedJob> tied, Object... parameters) {
        Set<Long> meeting = Set.copyOf(
                database.ids("baton_job", TiesRow.ids(tied), " AND " + condition + " FOR UPDATE", parameters));
        return tied.stream().filter(job -> meeting.contains(job.id())).toList();
    }

    /** Runs the steps for jobs that have made a transition. */
    void follow(Transition transition, Collection<TiedJob> jobs) {
        forEachStep(jobs, (step, tied) -> step.follow(transition, tied, this::giveTurn));
    }

    /** Makes jobs ready that wait for their turn, unless their rows are locked or the steps refuse it. */
    Released giveTurn(List<Long> ids) {
        Map<Long, String> queues = new HashMap<>();
        RowsById byId = database.rows("baton_job");
        List<TiedJob> waiting = ids.isEmpty()
                ? List.of()
                : database.query(
                        "SELECT " + TiesRow.OF_JOB + ", queue FROM " + byId.from() + " AND " + WAITS_FOR_TURN
                                + " ORDER BY id FOR UPDATE SKIP LOCKED",
                        (row, number) -> {
                            queues.put(row.getLong("id"), row.getString("queue"));
                            return TiesRow.job(row);
                        },
                        byId.ids(ids));
        queues.keySet().removeAll(refused(Transition.RELEASED, waiting));
        String released = "state = 1, ties = ties - " + Ties.AWAITS + " + " + Ties.TURN;
        database.rows("baton_job").update(queues.keySet(), released);
        follow(
                Transition.RELEASED,
                waiting.stream().filter(job -> queues.containsKey(job.id())).toList());
        Set<Long> busy = new HashSet<>(ids);
        busy.removeAll(queues.keySet());
        return new Released(queues.values().stream().map(ReadyJobs::outOfTurn).collect(Collectors.toSet()), busy);
    }

    private void forEachStep(Collection<TiedJob> jobs, BiConsumer<TransitionStep, List<TiedJob>> action) {
        for (TransitionStep step : steps) {
            List<TiedJob> tied = jobs.stream()
                    .filter(job -> job.ties().has(step.tie()))
                    .sorted(Comparator.comparingLong(TiedJob::id))
                    .toList();
            if (!tied.isEmpty()) {
                action.accept(step, tied);
            }
        }
    }
}
