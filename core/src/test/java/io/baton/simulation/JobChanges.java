package io.baton.simulation;

import io.baton.JobState;
import io.baton.job.Fence;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.testing.memory.JobRow;
import io.baton.testing.memory.WorkerRow;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a job may become, and by whose doing. */
final class JobChanges {

    private static final int CRASHES_TO_DIE = 5;

    private final World world;
    private final RunRecords runs;
    private final Findings findings;
    private final Set<Fence> settling = new HashSet<>();

    JobChanges(World world, RunRecords runs, Findings findings) {
        this.world = world;
        this.runs = runs;
        this.findings = findings;
    }

    /** The store has answered a settlement, which is not committed yet. */
    void settled(Settlement settlement, @Nullable Settled answer, @Nullable UUID holder) {
        Fence fence = settlement.fence();
        world.trace()
                .say(() -> "job " + fence.id() + " is settled under " + fence.lockId() + " as "
                        + settlement.outcome().getClass().getSimpleName() + ": " + answer);
        findings.require(answer != null, () -> "no answer for " + settlement);
        if (answer == Settled.FENCED || answer == Settled.BUSY) {
            findings.met(answer == Settled.FENCED ? Probe.FENCED : Probe.BUSY);
        }
        if (answer == Settled.DONE) {
            findings.require(
                    fence.lockId().equals(holder),
                    () -> "an outcome counts that is not the holder's: " + settlement + ", but held under " + holder);
            settling.add(fence);
        }
    }

    /** A change of a job's row was committed. */
    void changed(Account account, JobRow before, JobRow after) {
        findings.require(
                (after.state() == JobState.CLAIMED) == (after.lockId() != null),
                () -> "state and lock differ: " + after);
        findings.require(after.attempt() >= 0, () -> "attempts are fewer than none: " + after);
        move(account, before, after);
    }

    private void move(Account account, JobRow before, JobRow after) {
        switch (before.state()) {
            case SCHEDULED ->
                findings.require(
                        after.state() == JobState.SCHEDULED || isReadyOrBlocked(after),
                        () -> before + " became " + after);
            case BLOCKED ->
                findings.require(
                        after.state() == JobState.SCHEDULED || isReadyOrBlocked(after),
                        () -> before + " became " + after);
            case READY -> findings.require(after.state() != JobState.DEAD, () -> before + " became " + after);
            case CLAIMED -> claimedBecame(account, before, after);
            case DEAD -> {
                findings.require(isReadyOrBlocked(after), () -> before + " became " + after);
                findings.met(account.stage == null ? Probe.REVIVED : Probe.MEMBER_REVIVED);
                account.failures = 0;
                account.forgiveCrashes();
            }
            default -> findings.violated(before + " is where no job should be");
        }
    }

    private static boolean isReadyOrBlocked(JobRow row) {
        return row.state() == JobState.READY
                || (row.state() == JobState.BLOCKED && !row.permits().isEmpty());
    }

    private void claimedBecame(Account account, JobRow before, JobRow after) {
        if (after.state() == JobState.CLAIMED) {
            findings.require(
                    Objects.equals(before.lockId(), after.lockId()),
                    () -> before + " was claimed while claimed: " + after);
            return;
        }
        if (before.permits().isEmpty() && !after.permits().isEmpty()) {
            findings.met(Probe.LACKING);
        }
        boolean settled = letGo(before, after);
        if (settled && after.attempt() < before.attempt()) {
            findings.met(Probe.HANDED_BACK);
        }
        if (settled && after.attempt() == before.attempt()) {
            failed(account, before);
        }
        if (settled && after.crashes() == 0) {
            account.forgiveCrashes();
        }
        if (settled) {
            uncharged(before, after);
        } else {
            takenBack(account, before, after);
        }
        if (after.state() == JobState.DEAD) {
            dead(account, settled, after);
        }
    }

    /** Its holder ended the claim: either all is forgiven, or it is as it was before the claim. */
    private void uncharged(JobRow before, JobRow after) {
        int atClaim = runs.crashesAtClaim(new Fence(before.id(), Objects.requireNonNull(before.lockId())));
        findings.require(
                after.crashes() == 0 || after.crashes() == atClaim,
                () -> before + " was let go, but " + atClaim + " crashes stood against it before: " + after);
        if (after.interruptions() > before.interruptions()) {
            findings.met(Probe.INTERRUPTED);
        }
    }

    /** What killed its worker is charged for it, the first time excepted, and nothing else is. */
    private void takenBack(Account account, JobRow before, JobRow after) {
        WorkerRow worker = world.database().worker(Objects.requireNonNull(before.workerId()));
        if (after.state() == JobState.READY && !after.permits().isEmpty()) {
            findings.met(Probe.TAKEN_BACK_WITH_PERMITS);
        }
        if (worker != null && worker.orderly()) {
            leftInOrder(account, before, after);
            return;
        }
        Fence fence = new Fence(before.id(), Objects.requireNonNull(before.lockId()));
        account.deathsWhileStarted += runs.wasRun(fence) ? 1 : 0;
        account.deathsWhileCharged += before.crashes() > runs.crashesAtClaim(fence) ? 1 : 0;
        findings.require(
                after.crashes() == Math.max(1, before.crashes()) && after.crashes() == 1 + account.deathsWhileCharged,
                () -> before + " was charged " + account.deathsWhileCharged + " times, and became " + after);
        findings.require(
                after.state() == JobState.DEAD || account.deathsWhileStarted < CRASHES_TO_DIE,
                () -> account.deathsWhileStarted + " workers died of " + before + ", but it became " + after);
    }

    /** Its worker ended, but not because of it: it is charged less than before, if it was. */
    private void leftInOrder(Account account, JobRow before, JobRow after) {
        findings.require(
                after.crashes() == Math.max(0, before.crashes() - 1),
                () -> before + " was left by a worker that ended in good order, and became " + after);
        account.deathsWhileCharged = Math.max(0, after.crashes() - 1);
        account.deathsWhileStarted = Math.min(account.deathsWhileStarted, after.crashes());
    }

    /** A claim ended; answers whether its holder ended it. */
    boolean letGo(JobRow before, @Nullable JobRow after) {
        UUID lock = before.lockId();
        if (lock == null) {
            return false;
        }
        // a settlement may have been rolled back since it was answered
        boolean settled = settling.remove(new Fence(before.id(), lock)) && !isTakenBack(after);
        if (!settled) {
            findings.met(Probe.TAKEN_BACK);
            WorkerRow worker = world.database().worker(Objects.requireNonNull(before.workerId()));
            findings.require(
                    worker != null && worker.dead(),
                    () -> before + " was taken from a worker that lives, and became " + after);
        }
        return settled;
    }

    private static boolean isTakenBack(@Nullable JobRow row) {
        return row != null
                && (row.state() == JobState.DEAD
                        ? row.crashes() >= CRASHES_TO_DIE
                        : isReadyOrBlocked(row) && row.workerId() == null);
    }

    private void failed(Account account, JobRow before) {
        findings.met(Probe.RETRIED);
        account.failures++;
        Fence fence = new Fence(before.id(), Objects.requireNonNull(before.lockId()));
        findings.require(runs.wasRun(fence), () -> before + " failed, but was not run");
        findings.require(
                !runs.hasCompleted(fence)
                        || account.plan.isTransactional()
                        || account.plan.kind() == Behavior.Kind.IS_REFUSED
                        || account.plan.type().equals(Behavior.HURRIED)
                        || account.plan.type().equals(Behavior.MANY),
                () -> before + " failed, but its run completed");
    }

    private void dead(Account account, boolean settled, JobRow after) {
        findings.met(settled ? Probe.DEAD : Probe.DEAD_BY_CRASHES);
        account.hasDied = true;
        if (settled) {
            findings.require(
                    account.failures >= Behavior.MAX_ATTEMPTS
                            || account.plan.kind() == Behavior.Kind.REJECTS
                            || account.plan.kind() == Behavior.Kind.IS_REFUSED,
                    () -> after + " is dead after " + account.failures + " failures: " + account.plan);
        } else {
            findings.require(
                    after.crashes() >= CRASHES_TO_DIE && account.deathsWhileCharged == CRASHES_TO_DIE - 1,
                    () -> after + " is dead of crashes, but only " + account.deathsWhileCharged
                            + " workers died while they ran it: " + account.plan);
        }
    }
}
