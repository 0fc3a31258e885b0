package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.job.JobSweeps.Unlocked;
import io.baton.job.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Takes jobs back from workers that are no more. */
record MemoryUnlocking(MemoryDatabase database, MemoryTransitions transitions) {

    private static final int CRASHES_TO_DIE = 5;

    Unlocked unlock(long workerId, int limit) {
        WorkerRow worker = database.workers.get(workerId);
        if (worker == null || !worker.dead() || !database.workers.isFree(workerId)) {
            return Unlocked.NOTHING;
        }
        return takeBack(row -> row.isHeldBy(workerId), limit, worker.orderly());
    }

    /** Of workers that have no row. */
    Unlocked unlockStrays(int limit) {
        return takeBack(row -> row.state == JobState.CLAIMED && isNobodys(row.workerId), limit, false);
    }

    private boolean isNobodys(@Nullable Long workerId) {
        WorkerRow worker = workerId == null ? null : database.workers.get(workerId);
        return worker == null || worker.released();
    }

    private Unlocked takeBack(Predicate<JobRow> condition, int limit, boolean orderly) {
        List<JobRow> held = database.jobs.all().stream()
                .filter(condition)
                .filter(row -> database.jobs.isFree(row.id))
                .limit(limit)
                .toList();
        Set<String> queues = new TreeSet<>();
        List<Long> dead = new ArrayList<>();
        for (JobRow row : held) {
            JobState became = takeBack(row, orderly);
            if (became == JobState.DEAD) {
                dead.add(row.id);
            }
            if (became == JobState.READY) {
                queues.add(row.queue());
            }
        }
        return new Unlocked(held.size(), dead, queues);
    }

    private JobState takeBack(JobRow row, boolean orderly) {
        if (row.cancelRequested) {
            transitions.end(Transition.CANCELLED, row, null);
            return JobState.CANCELLED;
        }
        boolean undoes = row.ties.undoes();
        JobState becomes = row.crashes - (orderly ? 1 : 0) >= CRASHES_TO_DIE ? JobState.DEAD : JobState.READY;
        Transition transition = becomes == JobState.DEAD ? Transition.DEAD : Transition.UNLOCKED;
        transitions.change(transition, row, free -> {
            free.state = becomes;
            free.lockId = null;
            free.attempt--;
            if (becomes == JobState.DEAD) {
                free.attempt += free.crashes;
                free.error = "Worker lost: four workers in a row died while they ran this job";
                free.diedAt = database.now();
            } else {
                free.workerId = null;
                free.crashes = orderly ? Math.max(free.crashes - 1, 0) : Math.max(free.crashes, 1);
            }
        });
        return undoes && becomes == JobState.DEAD ? JobState.CANCELLED : becomes;
    }
}
