package io.baton.testing.memory;

import io.baton.FailedAttempt;
import io.baton.JobState;
import io.baton.database.StorableText;
import io.baton.job.Fence;
import io.baton.job.FoundJob.FoundAttempt;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The ends of claims. */
record MemorySettling(
        MemoryDatabase database, MemoryTransitions transitions, MemorySteps steps, BiPredicate<JobRow, Fence> isOurs) {

    Map<Fence, Settled> settle(List<Settlement> settlements) {
        Map<Fence, Settled> settled = new LinkedHashMap<>();
        for (Settlement settlement : settlements) {
            settled.put(settlement.fence(), settle(settlement));
        }
        return settled;
    }

    private Settled settle(Settlement requested) {
        JobRow row = database.jobs.get(requested.fence().id());
        if (row == null || !isOurs.test(row, requested.fence())) {
            return Settled.FENCED;
        }
        Settlement settlement = requested.outcome() instanceof Outcome.Rejected rejected
                ? requested.with(rejected.after(row.interruptions))
                : requested;
        if (!database.jobs.isFree(row.id)) {
            return Settled.BUSY;
        }
        if (settlement.isPlainCompletion() && settlement.outcome() instanceof Outcome.Completed completed) {
            transitions.endPlain(row, completed.result());
        } else {
            write(row, settlement);
        }
        return settlement.outcome() instanceof Outcome.Suspended waits && steps.wakeIfDecided(row.id, waits.step())
                ? Settled.WOKEN
                : Settled.DONE;
    }

    private void write(JobRow row, Settlement settlement) {
        Outcome outcome = settlement.outcome();
        if (outcome instanceof Outcome.Completed completed) {
            transitions.end(Transition.COMPLETED, row, completed.result());
        } else if (row.cancelRequested || outcome instanceof Outcome.Cancelled) {
            transitions.end(Transition.CANCELLED, row, null);
        } else if (outcome instanceof Outcome.Blocked blocked) {
            JobRow waiting = transitions.change(Transition.BLOCKED, row, changed -> end(changed, settlement));
            transitions.limited().tied(waiting, blocked.permits());
        } else {
            transitions.change(transition(row, outcome), row, changed -> end(changed, settlement));
        }
    }

    private static Transition transition(JobRow row, Outcome outcome) {
        if (outcome instanceof Outcome.Retried) {
            return Transition.RETRIED;
        } else if (outcome instanceof Outcome.Snoozed) {
            return Transition.SNOOZED;
        } else if (outcome instanceof Outcome.Suspended) {
            return Transition.SUSPENDED;
        }
        boolean tooOften =
                outcome instanceof Outcome.Interrupted && row.interruptions + 1 >= Outcome.Interrupted.MOST_IN_A_ROW;
        return outcome instanceof Outcome.Dead || tooOften ? Transition.DEAD : Transition.HANDED_BACK;
    }

    private void failed(JobRow row, String error) {
        WorkerRow worker = row.workerId == null ? null : database.workers.get(row.workerId);
        List<FailedAttempt> all = new ArrayList<>(row.failures);
        all.removeIf(each -> each.attempt() % FoundAttempt.MOST == row.attempt % FoundAttempt.MOST);
        all.add(new FoundAttempt(
                row.attempt,
                Objects.requireNonNull(row.claimedAt),
                database.now(),
                worker == null ? null : worker.info().name(),
                StorableText.of(error, FoundAttempt.LONGEST_ERROR)));
        row.failures = List.copyOf(all);
    }

    private void end(JobRow row, Settlement settlement) {
        Outcome outcome = settlement.outcome();
        row.lockId = null;
        if (outcome instanceof Outcome.Retried retried) {
            forgive(row);
            row.error = row.ties.keepsError() ? row.error : MemoryText.kept(retried.error());
            failed(row, retried.error());
            row.attempt = settlement.anew() ? 0 : row.attempt;
            await(row, retried.delay());
        } else if (outcome instanceof Outcome.Snoozed snoozed) {
            forgive(row);
            unspend(row, settlement);
            await(row, snoozed.delay());
        } else if (outcome instanceof Outcome.Suspended) {
            forgive(row);
            unspend(row, settlement);
            row.state = JobState.WAITING;
        } else if (outcome instanceof Outcome.Dead dead) {
            forgive(row);
            if (dead.error() != null) {
                row.error = row.ties.keepsError()
                        ? MemoryText.kept(dead.error()) + " Its steps are undone because of: " + row.error
                        : MemoryText.kept(dead.error());
                failed(row, dead.error());
            }
            row.state = JobState.DEAD;
            row.diedAt = database.now();
        } else if (outcome instanceof Outcome.HandedBack handedBack) {
            unspend(row, settlement);
            restoreCrashes(row, settlement.crashes());
            row.error = reason(row, handedBack);
            await(row, handedBack.delay());
        } else if (outcome instanceof Outcome.Interrupted interrupted) {
            unspend(row, settlement);
            restoreCrashes(row, settlement.crashes());
            interrupt(row, interrupted);
        } else if (outcome instanceof Outcome.Blocked blocked) {
            unspend(row, settlement);
            restoreCrashes(row, settlement.crashes());
            row.ties = new Ties(row.ties.bits() | Ties.LIMITS, row.ties.batchGroup(), row.ties.batchIndex());
            row.permits = blocked.permits();
            row.state = JobState.BLOCKED;
        } else {
            throw new IllegalArgumentException("A claim cannot end as " + outcome);
        }
    }

    private static void unspend(JobRow row, Settlement settlement) {
        row.attempt = settlement.anew() ? 0 : row.attempt - 1;
    }

    private static void forgive(JobRow row) {
        row.crashes = 0;
        row.interruptions = 0;
    }

    private static void restoreCrashes(JobRow row, @Nullable Integer crashes) {
        row.crashes = crashes == null ? row.crashes : crashes;
    }

    private void interrupt(JobRow row, Outcome.Interrupted interrupted) {
        row.interruptions++;
        boolean dies = row.interruptions >= Outcome.Interrupted.MOST_IN_A_ROW;
        if (interrupted.reason() != null && (dies || !row.ties.keepsError())) {
            row.error = MemoryText.kept(interrupted.reason());
        }
        if (row.interruptions < Outcome.Interrupted.MOST_IN_A_ROW) {
            await(row, interrupted.delay());
        } else {
            row.state = JobState.DEAD;
            row.diedAt = database.now();
            if (interrupted.reason() == null) {
                row.error = "Interrupted: " + row.interruptions + " times in a row";
            }
        }
    }

    private static @Nullable String reason(JobRow row, Outcome.HandedBack handedBack) {
        return handedBack.reason() == null || row.ties.keepsError() ? row.error : MemoryText.kept(handedBack.reason());
    }

    private void await(JobRow row, Duration delay) {
        if (delay.isZero() || delay.isNegative()) {
            row.state = JobState.READY;
        } else {
            row.state = JobState.SCHEDULED;
            row.dueAt = MemoryDue.after(delay, database.now());
        }
    }
}
