package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.job.ClaimedJob;
import io.baton.job.Unlocked;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Takes jobs back from a dead worker, and charges the crash to those that it may have started: to a suspect only if it was alone. */
record MemoryUnlocking(MemoryDatabase database, MemoryHistory history) {

    private static final int CRASHES_TO_BURY = 4;
    private static final Comparator<JobRow> AS_CLAIMED = Comparator.comparing(
                    (JobRow row) -> Objects.requireNonNull(row.claimedAt))
            .thenComparingInt(JobRow::rank)
            .thenComparing(row -> row.dueAt)
            .thenComparingLong(JobRow::id);

    Unlocked unlock(long workerId, int limit) {
        WorkerRow worker = database.workers.get(workerId);
        if (worker == null || !worker.dead() || !database.workers.isFree(workerId)) {
            return Unlocked.NOTHING;
        }
        int buried = worker.charged() ? 0 : charge(worker);
        Set<String> queues = new TreeSet<>();
        List<JobRow> held = held(workerId)
                .filter(row -> database.jobs.isFree(row.id))
                .limit(limit)
                .toList();
        held.forEach(row -> {
            takeBack(row);
            queues.add(row.queue());
        });
        return new Unlocked(held.size() + buried, buried, queues);
    }

    /** Of workers that have no row. */
    Unlocked unlockStrays(int limit) {
        List<JobRow> strays = database.jobs.all().stream()
                .filter(row -> row.state == JobState.CLAIMED && isNobodys(row.workerId))
                .filter(row -> database.jobs.isFree(row.id))
                .limit(limit)
                .toList();
        Set<String> queues = new TreeSet<>();
        strays.forEach(row -> {
            takeBack(row);
            queues.add(row.queue());
        });
        return new Unlocked(strays.size(), 0, queues);
    }

    private boolean isNobodys(@Nullable Long workerId) {
        WorkerRow worker = workerId == null ? null : database.workers.get(workerId);
        return worker == null || worker.released();
    }

    private Stream<JobRow> held(long workerId) {
        return database.jobs.all().stream().filter(row -> row.isHeldBy(workerId));
    }

    /** Answers how many were buried. */
    private int charge(WorkerRow worker) {
        database.workers.put(worker.id(), worker.dead(true));
        List<JobRow> started = started(worker);
        boolean alone = started.size() == 1;
        return started.stream()
                .filter(row -> alone || row.crashes < ClaimedJob.CRASHES_OF_SUSPECTS)
                .filter(row -> database.jobs.isFree(row.id))
                .mapToInt(row -> charge(row) ? 1 : 0)
                .sum();
    }

    private List<JobRow> started(WorkerRow worker) {
        return new TreeMap<>(worker.info().capacities())
                .entrySet().stream()
                        .flatMap(queue -> held(worker.id())
                                .filter(row -> row.queue().equals(queue.getKey()))
                                .sorted(AS_CLAIMED)
                                .limit(queue.getValue()))
                        .toList();
    }

    private boolean charge(JobRow row) {
        boolean bury = row.crashes + 1 >= CRASHES_TO_BURY && !row.cancelRequested;
        database.jobs.put(row.id, row.with(charged -> {
            charged.crashes++;
            if (bury) {
                charged.state = JobState.DEAD;
                charged.lockId = null;
                charged.attempt--;
                charged.error = "Worker lost: " + CRASHES_TO_BURY + " workers died while they ran this job";
                charged.buriedAt = database.now();
            }
        }));
        return bury;
    }

    private void takeBack(JobRow row) {
        if (row.cancelRequested) {
            history.move(row, JobState.CANCELLED, null);
            return;
        }
        database.jobs.put(row.id, row.with(free -> {
            free.state = JobState.READY;
            free.lockId = null;
            free.workerId = null;
            free.attempt--;
        }));
    }
}
