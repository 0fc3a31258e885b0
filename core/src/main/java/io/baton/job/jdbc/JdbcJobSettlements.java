package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.JobFailure;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.OwnTransactions;
import io.baton.database.StorableText;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Fence;
import io.baton.job.JobSettlements;
import io.baton.job.Outcome;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Ties;
import io.baton.job.Transition;
import io.baton.job.jdbc.RowLocks.LockedClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Writes to jobs whose claims stand, and ends the claims: all completions together, and the rest in one batch per kind. Skips locked rows. */
final class JdbcJobSettlements implements JobSettlements {

    private static final String AT_CLAIM = " WHERE id = ? AND lock_id = ?";

    /** The width of the column of progress notes. */
    private static final int NOTE = 200;

    private static final String BOTH_ERRORS =
            "CONCAT({?text}, ' Its steps are undone because of: ', SUBSTRING(COALESCE(error, ''), 1, 2000))";

    private static final String INTERRUPTED = "Interrupted: " + Outcome.Interrupted.MOST_IN_A_ROW
            + " times in a row the worker that ran this job was stopped before the job ended."
            + " Give it less to do at once, a checkpoint, or a longer shutdown; then revive it.";

    private final Database database;
    private final RowLocks locks;
    private final Transitions transitions;
    private final JdbcJobSteps steps;
    private final @Nullable PostgresCompletion inOneStatement;

    JdbcJobSettlements(Database database, Retention retention, Transitions transitions, JdbcJobSteps steps) {
        this.steps = steps;
        this.database = database;
        this.locks = new RowLocks(database);
        this.transitions = transitions;
        this.inOneStatement = database.dialect().verbsAreStatements()
                ? new PostgresCompletion(database, retention, transitions)
                : null;
    }

    @Override
    public Map<Fence, Settled> start(Collection<Fence> starting) {
        return transitions.start(starting);
    }

    @Override
    public Map<Fence, Settled> countCrash(Collection<Fence> starting) {
        Map<Fence, Settled> counted = lock(starting);
        List<Long> locked = counted.keySet().stream()
                .filter(fence -> counted.get(fence) == Settled.DONE)
                .map(Fence::id)
                .toList();
        database.rows("baton_job").update(locked, "crashes = LEAST(crashes, 999) + 1");
        return counted;
    }

    @Override
    public boolean sees(Fence claim) {
        return locks.standing(List.of(claim.id())).contains(claim)
                || database.finds("SELECT 1 FROM baton_job_history WHERE id = ?", claim.id());
    }

    @Override
    public Map<String, String> labels(long id) {
        List<@Nullable String> found = database.list("SELECT labels FROM baton_job WHERE id = ?", String.class, id);
        return found.isEmpty() ? Map.of() : Labels.read(found.get(0));
    }

    @Override
    public Optional<JobFailure> death(long id, Instant diedAt) {
        return database.first(
                "SELECT type, attempt, error FROM baton_job WHERE id = ? AND state = 5 AND died_at = ?",
                (row, number) -> new FoundFailure(
                        new JobId(id),
                        row.getString("type"),
                        row.getInt("attempt"),
                        Objects.requireNonNullElse(row.getString("error"), ""),
                        diedAt),
                id,
                database.dialect().timestamp(diedAt));
    }

    @Override
    public Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress) {
        Map<Fence, Settled> saved = lock(progress.keySet());
        List<Object[]> rows = progress.entrySet().stream()
                .filter(each -> saved.get(each.getKey()) == Settled.DONE)
                .sorted(Map.Entry.comparingByKey(Comparator.comparingLong(Fence::id)))
                .map(each -> new Object[] {
                    each.getValue().fraction(),
                    StorableText.of(each.getValue().note(), NOTE),
                    each.getKey().id(),
                    database.dialect().uuid(each.getKey().lockId())
                })
                .toList();
        database.updateEach("UPDATE baton_job SET progress = ?, progress_note = ?" + AT_CLAIM, rows);
        return saved;
    }

    @Override
    public Settled saveCheckpoint(Fence fence, String checkpoint) {
        Settled locked = lock(Set.of(fence)).getOrDefault(fence, Settled.FENCED);
        if (locked == Settled.DONE) {
            database.update(
                    "UPDATE baton_job SET checkpoint = ?" + AT_CLAIM,
                    checkpoint,
                    fence.id(),
                    database.dialect().uuid(fence.lockId()));
        }
        return locked;
    }

    @Override
    public Map<Fence, Settled> lock(Collection<Fence> claims) {
        if (claims.isEmpty()) {
            return Map.of();
        }
        Set<Fence> locked = locks.lock(claims, false).keySet();
        Map<Fence, Settled> all = new HashMap<>();
        locked.forEach(fence -> all.put(fence, Settled.DONE));
        all.putAll(locks.explain(
                claims.stream().filter(fence -> !locked.contains(fence)).toList()));
        return all;
    }

    @Override
    public Map<Fence, Settled> settle(List<Settlement> settlements) {
        boolean tied = settlements.stream().anyMatch(Settlement::tied);
        Map<Fence, @Nullable String> completed = new LinkedHashMap<>();
        Map<Fence, Settlement> others =
                new TreeMap<>(Comparator.comparingLong(Fence::id).thenComparing(Fence::lockId));
        for (Settlement settlement : settlements) {
            if (settlement.outcome() instanceof Outcome.Completed outcome) {
                completed.put(settlement.fence(), outcome.result());
            } else {
                others.put(settlement.fence(), settlement);
            }
        }
        Map<Fence, Settled> settled = new HashMap<>();
        if (!completed.isEmpty()) {
            Set<Fence> done = inOneStatement != null
                    ? inOneStatement.complete(completed, tied)
                    : completeByLocks(completed, tied);
            done.forEach(fence -> settled.put(fence, Settled.DONE));
        }
        if (!others.isEmpty()) {
            settled.putAll(end(others, tied));
        }
        if (settled.size() < completed.size() + others.size()) {
            List<Fence> missing = new ArrayList<>(completed.keySet());
            missing.addAll(others.keySet());
            missing.removeAll(settled.keySet());
            settled.putAll(explain(missing));
        }
        return settled;
    }

    /** Explains claims. Outside of a transaction it repeats only this read, since a repeated completion would not find the completed jobs. */
    private Map<Fence, Settled> explain(List<Fence> missing) {
        return TransactionSynchronizationManager.isActualTransactionActive()
                ? locks.explain(missing)
                : OwnTransactions.repeated(() -> locks.explain(missing));
    }

    /** Locks the jobs, copies them to history, deletes them, and then adds the results to the copies. */
    private Set<Fence> completeByLocks(Map<Fence, @Nullable String> results, boolean tied) {
        Map<Fence, LockedClaim> standing = locks.lock(results.keySet(), tied);
        List<TiedJob> jobs = new ArrayList<>();
        standing.forEach(
                (fence, claim) -> jobs.add(new TiedJob(fence.id(), claim.job().ties(), results.get(fence))));
        transitions.end(jobs, JobState.COMPLETED, standing.keySet());
        return standing.keySet();
    }

    private Map<Fence, Settled> end(Map<Fence, Settlement> settlements, boolean tied) {
        boolean counts = settlements.values().stream()
                .anyMatch(each ->
                        each.outcome() instanceof Outcome.Interrupted || each.outcome() instanceof Outcome.Rejected);
        Map<Fence, LockedClaim> locked = locks.lock(settlements.keySet(), tied || counts);
        Map<Kind, Map<Fence, List<Object>>> writes = new LinkedHashMap<>();
        Map<Fence, TiedJob> cancelled = new LinkedHashMap<>();
        Map<Fence, String> errors = new LinkedHashMap<>();
        settlements.forEach((fence, requested) -> {
            LockedClaim claim = locked.get(fence);
            if (claim == null) {
                return;
            }
            Settlement settlement = requested.outcome() instanceof Outcome.Rejected rejected
                    ? requested.with(rejected.after(claim.interruptions()))
                    : requested;
            Outcome outcome = settlement.outcome();
            boolean cancels = claim.cancelRequested() || outcome instanceof Outcome.Cancelled;
            if (cancels && !claim.job().ties().undoes()) {
                cancelled.put(fence, claim.job());
            } else {
                if (outcome instanceof Outcome.Retried retried) {
                    errors.put(fence, retried.error());
                } else if (outcome instanceof Outcome.Dead dead && dead.error() != null) {
                    errors.put(fence, dead.error());
                }
                List<Object> parameters = new ArrayList<>();
                Kind kind = cancels ? undo(Ties.UNDOING, null, parameters) : kind(settlement, claim, parameters);
                writes.computeIfAbsent(kind, fresh -> new LinkedHashMap<>()).put(fence, parameters);
            }
        });
        new Attempts(database).failed(errors);
        writes.forEach((kind, claims) -> transitions.endClaims(
                kind.transition(),
                kind.assignments(),
                claims,
                claims.keySet().stream()
                        .map(fence -> requireNonNull(locked.get(fence)).job())
                        .toList()));
        transitions.end(cancelled.values(), JobState.CANCELLED, cancelled.keySet());
        settlements.forEach((fence, settlement) -> {
            LockedClaim claim = locked.get(fence);
            if (claim != null && !claim.cancelRequested() && settlement.outcome() instanceof Outcome.Blocked blocked) {
                transitions.tie(fence.id(), blocked.permits());
            }
        });
        Map<Fence, Settled> ended = new HashMap<>();
        locked.keySet().forEach(fence -> ended.put(fence, Settled.DONE));
        List<TiedJob> suspended = new ArrayList<>();
        Map<Long, String> waits = new HashMap<>();
        locked.forEach((fence, claim) -> {
            if (!claim.cancelRequested()
                    && requireNonNull(settlements.get(fence)).outcome() instanceof Outcome.Suspended suspension) {
                suspended.add(claim.job());
                waits.put(fence.id(), suspension.step());
            }
        });
        if (!suspended.isEmpty()) {
            Set<Long> woken = steps.wakeIfDecided(suspended, waits);
            ended.replaceAll((fence, done) -> woken.contains(fence.id()) ? Settled.WOKEN : done);
        }
        return ended;
    }

    /** Returns the kind of the claim's end, and adds the parameters of its assignments. */
    private static Kind kind(Settlement settlement, LockedClaim claim, List<Object> parameters) {
        Ties ties = claim.job().ties();
        Outcome outcome = settlement.outcome();
        if (outcome instanceof Outcome.Retried retried) {
            String assignments = "crashes = 0, interruptions = 0, " + (settlement.anew() ? "attempt = 0, " : "")
                    + error(retried.error(), ties, parameters);
            return waiting(Transition.RETRIED, retried.delay(), assignments, parameters);
        }
        if (outcome instanceof Outcome.Snoozed snoozed) {
            String assignments = "crashes = 0, interruptions = 0, " + notSpent(settlement);
            return waiting(Transition.SNOOZED, snoozed.delay(), assignments, parameters);
        }
        if (outcome instanceof Outcome.Suspended) {
            return new Kind(
                    Transition.SUSPENDED, "crashes = 0, interruptions = 0, " + notSpent(settlement) + "state = 7");
        }
        if (outcome instanceof Outcome.Dead dead) {
            return ties.undoes()
                    ? undo(Ties.UNDOING - Ties.UNDO, dead.error(), parameters)
                    : dead("crashes = 0, interruptions = 0, "
                            + error(dead.error(), ties.keepsError() ? BOTH_ERRORS : "?", parameters));
        }
        if (outcome instanceof Outcome.HandedBack handedBack) {
            String assignments = unspent(settlement, parameters) + error(handedBack.reason(), ties, parameters);
            return waiting(Transition.HANDED_BACK, handedBack.delay(), assignments, parameters);
        }
        if (outcome instanceof Outcome.Interrupted interrupted) {
            boolean dies = claim.interruptions() >= Outcome.Interrupted.MOST_IN_A_ROW - 1;
            String reason = dies && interrupted.reason() == null ? INTERRUPTED : interrupted.reason();
            if (dies && ties.undoes()) {
                return undo(Ties.UNDOING - Ties.UNDO, reason, parameters);
            }
            String assignments = unspent(settlement, parameters)
                    + (dies ? error(reason, "?", parameters) : error(reason, ties, parameters))
                    + "interruptions = LEAST(interruptions, 999) + 1, ";
            return dies
                    ? dead(assignments)
                    : waiting(Transition.HANDED_BACK, interrupted.delay(), assignments, parameters);
        }
        if (outcome instanceof Outcome.Blocked) {
            return new Kind(
                    Transition.BLOCKED,
                    unspent(settlement, parameters) + "ties = CASE WHEN MOD(COALESCE(ties, 0), 2) = " + Ties.LIMITS
                            + " THEN ties ELSE COALESCE(ties, 0) + " + Ties.LIMITS + " END, state = 3");
        }
        throw new IllegalArgumentException("A claim cannot end as " + outcome);
    }

    /** The claim ends, and the steps of the job are undone before it is dead or cancelled. */
    private static Kind undo(int bits, @Nullable String error, List<Object> parameters) {
        return new Kind(Transition.RETRIED, error(error, "?", parameters) + Transitions.UNDOES + bits + ", state = 1");
    }

    private static Kind dead(String assignments) {
        return new Kind(Transition.DEAD, assignments + "state = 5, died_at = {now}");
    }

    /** Returns the assignment for a job that goes on. If its steps are undone because of an error, it keeps that. */
    private static String error(@Nullable String error, Ties ties, List<Object> parameters) {
        return error(ties.keepsError() ? null : error, "?", parameters);
    }

    private static String error(@Nullable String error, String value, List<Object> parameters) {
        if (error == null) {
            return "";
        }
        parameters.add(StorableText.of(error));
        return "error = " + value + ", ";
    }

    /** Returns the assignments for a job whose attempt does not count. If its start was counted as a crash, it does not count either. */
    private static String unspent(Settlement settlement, List<Object> parameters) {
        if (settlement.crashes() == null) {
            return notSpent(settlement);
        }
        parameters.add(settlement.crashes());
        return notSpent(settlement) + "crashes = ?, ";
    }

    private static String notSpent(Settlement settlement) {
        return settlement.anew() ? "attempt = 0, " : "attempt = attempt - 1, ";
    }

    /** Returns the assignments for a job that waits. Without a delay, the job keeps its due time and thus its place in the queue. */
    private static Kind waiting(Transition transition, Duration delay, String assignments, List<Object> parameters) {
        if (delay.isZero() || delay.isNegative()) {
            return new Kind(transition, assignments + "state = 1");
        }
        parameters.add(Micros.of(delay));
        return new Kind(transition, assignments + "state = 0, due_at = {now+?}");
    }

    /** A kind of write; all writes of one kind are one batch. */
    private record Kind(Transition transition, String assignments) {}
}
