package io.baton.simulation;

import io.baton.JobState;
import io.baton.job.Fence;
import io.baton.testing.memory.BatchRow;
import io.baton.testing.memory.EndedRow;
import io.baton.testing.memory.JobPermits;
import io.baton.testing.memory.JobRow;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.WorkerRow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Knows what was enqueued, run and committed, and what must never happen. The first thing that did is thrown at the driver. */
final class Ledger implements MemoryDatabase.Observer {

    private static final long PROMPT_NANOS = 50_000_000;

    private final World world;
    private final Deque<Expected> expected = new ArrayDeque<>();
    private final Map<Long, Account> accounts = new TreeMap<>();
    private final Map<Long, Long> lastBeats = new HashMap<>();
    private final Set<Long> departing = new HashSet<>();
    private final Findings findings;
    private final RunRecords runs;
    private final JobChanges changes;
    private final BatchRecords batches;
    private int staged;
    private int open;

    Ledger(World world) {
        this.world = world;
        this.findings = new Findings(world.trace());
        this.runs = new RunRecords(world, this, findings);
        this.changes = new JobChanges(world, runs, findings);
        this.batches = new BatchRecords(world, findings);
    }

    /** A job that will be stored. */
    private record Expected(Behavior plan, @Nullable Stage stage) {}

    Findings findings() {
        return findings;
    }

    RunRecords runs() {
        return runs;
    }

    JobChanges changes() {
        return changes;
    }

    BatchRecords batches() {
        return batches;
    }

    Account account(long id) {
        return Objects.requireNonNull(accounts.get(id), () -> "job " + id);
    }

    Behavior plan(long id) {
        return account(id).plan;
    }

    int runs(long id) {
        return account(id).runs;
    }

    int enqueued() {
        return accounts.size();
    }

    /** The jobs that have not ended, the running ones three times as likely to be hit as others. */
    List<Long> waitingOrRunning() {
        List<Long> ids = new ArrayList<>();
        for (JobRow row : world.database().jobs()) {
            int weight = row.state() == JobState.CLAIMED ? 3 : row.state() == JobState.DEAD ? 0 : 1;
            ids.addAll(Collections.nCopies(weight, row.id()));
        }
        return ids;
    }

    boolean allEnded() {
        return open == 0
                && world.batches().areStarted()
                && accounts.size() == world.setup().jobs() + staged;
    }

    List<String> unfinished() {
        return accounts.entrySet().stream()
                .filter(entry -> !entry.getValue().ended)
                .map(entry -> world.database().job(entry.getKey()) + " " + entry.getValue().plan)
                .toList();
    }

    /** Nothing else is to be done and nothing goes wrong: a job that is announced runs at once. */
    void expectsPromptStart(long id) {
        int before = runs.starts();
        world.timeline()
                .in(
                        null,
                        PROMPT_NANOS,
                        () -> findings.require(
                                runs(id) > 0 || runs.starts() > before,
                                () -> "job " + id + " was announced, and nobody ran it"));
    }

    /** The next job to be stored has this plan. */
    void expects(Behavior plan) {
        expected.add(new Expected(plan, null));
    }

    /** The same for a job of a batch, or one that waits for a batch; returns its number. */
    int expects(Behavior plan, Stage stage) {
        expected.add(new Expected(plan, stage));
        return ++staged;
    }

    /** A person is about to cancel the job. */
    void cancelAsked(long id) {
        JobRow row = world.database().job(id);
        Account account = accounts.get(id);
        if (account != null && row != null) {
            account.cancelAsked = true;
        }
    }

    /** A transaction of the application was committed, with what handlers wrote in it. */
    void effects(List<Fence> written) {
        written.forEach(fence -> account(fence.id()).effects++);
    }

    /** A worker is about to declare itself dead. */
    void departs(long worker) {
        departing.add(worker);
    }

    @Override
    public void job(long id, @Nullable JobRow before, @Nullable JobRow after) {
        if (before == null) {
            stored(id);
            return;
        }
        Account account = account(id);
        if (after == null) {
            findings.require(
                    account.state == JobState.COMPLETED || account.state == JobState.CANCELLED,
                    () -> "job " + id + " is lost");
            changes.letGo(before, null);
            return;
        }
        world.trace().say(() -> before + " -> " + after);
        changes.changed(account, before, after);
        if (before.awaits() && !after.awaits()) {
            findings.met(Probe.RELEASED);
            batches.mayStart(id, account, "is released");
        }
        runs.permits().fitting(after);
        boolean dead = after.state() == JobState.DEAD;
        if (dead != account.ended) {
            account.ended = dead;
            open += dead ? -1 : 1;
        }
        account.state = after.state();
    }

    private void stored(long id) {
        Expected next = Objects.requireNonNull(expected.poll());
        Account account = new Account(id, next.plan, next.stage);
        if (next.stage != null) {
            next.stage.add(account);
            account.cancelAsked = next.stage.mayBeDismissed();
        }
        accounts.put(id, account);
        open++;
    }

    @Override
    public void batch(long id, @Nullable BatchRow before, @Nullable BatchRow after) {
        batches.changed(id, before, after);
    }

    @Override
    public void ended(long id, @Nullable EndedRow before, @Nullable EndedRow after) {
        Account account = account(id);
        findings.require(before == null, () -> "job " + id + " ended twice");
        findings.require(after != null, () -> "job " + id + " vanished from history");
        if (after == null) {
            return;
        }
        world.trace().say(() -> "job " + id + " ended: " + after.state());
        if (after.state() == JobState.COMPLETED) {
            findings.met(Probe.COMPLETED);
            account.completions++;
            UUID lock = after.last().lockId();
            findings.require(
                    lock != null && runs.hasCompleted(new Fence(id, lock)),
                    () -> "job " + id + " is completed, but no run of its last claim was");
            findings.require(
                    !account.plan.neverCompletes(),
                    () -> "job " + id + " is completed, which it cannot: " + account.plan);
        } else {
            findings.met(after.last().lockId() == null ? Probe.CANCELLED : Probe.CANCELLED_WHILE_RUNNING);
            findings.require(account.cancelAsked, () -> "job " + id + " is cancelled, though nobody asked for it");
        }
        if (!account.ended) {
            open--;
        }
        account.ended = true;
        account.state = after.state();
    }

    @Override
    public void permits(long job, @Nullable JobPermits before, @Nullable JobPermits after) {
        runs.permits().changed(job, before, after);
    }

    @Override
    public void worker(long id, @Nullable WorkerRow before, @Nullable WorkerRow after) {
        if (after == null) {
            return;
        }
        long now = world.timeline().now();
        if (before == null || !before.seenAt().equals(after.seenAt())) {
            lastBeats.put(id, now);
        }
        if (before != null && !before.dead() && after.dead()) {
            boolean ownWish = departing.contains(id);
            world.trace().say(() -> "worker " + id + (ownWish ? " departed" : " is declared dead"));
            if (!ownWish) {
                declaredDead(id, after.info().deadAfter(), now);
            }
        }
    }

    private void declaredDead(long id, Duration deadAfter, long now) {
        findings.met(Probe.DECLARED_DEAD);
        world.nodeOf(id).ifPresent(node -> findings.met(Probe.DECLARED_DEAD_THOUGH_ALIVE));
        long since = world.weather().countsSince(Objects.requireNonNull(lastBeats.get(id)));
        findings.require(
                now - since >= deadAfter.toNanos(),
                () -> "worker " + id + " is declared dead, but its silence counts for " + (now - since) / 1_000_000
                        + " ms");
    }

    /** All is over. */
    void close() {
        accounts.forEach((id, account) -> {
            findings.require(
                    account.completions == (account.state == JobState.COMPLETED ? 1 : 0),
                    () -> "job " + id + " completed " + account.completions + " times");
            if (account.plan.isTransactional()) {
                findings.require(
                        account.effects == account.completions,
                        () -> "job " + id + " has " + account.effects + " effects, but is " + account.state);
            }
        });
        runs.permits().close();
        batches.close();
        findings.check();
    }
}
