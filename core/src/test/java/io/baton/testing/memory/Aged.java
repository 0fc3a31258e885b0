package io.baton.testing.memory;

import io.baton.job.JobSteps.FoundStep;
import io.baton.job.NewJob;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Rows as time would have made them, for tests that cannot wait. */
public record Aged(MemoryDatabase database) {

    /** Whatever ended did so then; whatever waits has waited since. */
    public void everything(Instant then) {
        database.run(() -> {
            database.history.all().forEach(row -> database.history.put(row.last().id, row.endedAt(then)));
            database.jobs
                    .all()
                    .forEach(row -> database.jobs.put(row.id, row.with(aged -> {
                        aged.createdAt = then;
                        aged.dueAt = then;
                        aged.diedAt = aged.diedAt == null ? null : then;
                    })));
            return null;
        });
    }

    /** Every open wait is over since then. */
    public void waits(Instant then) {
        database.run(() -> {
            Map.copyOf(database.jobSteps.seen()).forEach((job, steps) -> {
                Map<String, FoundStep> aged = new TreeMap<>(steps);
                aged.replaceAll((name, step) -> step.waitsUntil() == null ? step : MemorySteps.until(step, then));
                database.jobSteps.put(job, aged);
            });
            return null;
        });
    }

    /** The job is due since then. */
    public void due(long id, Instant then) {
        database.run(() -> {
            JobRow row = database.jobs.get(id);
            if (row != null) {
                database.jobs.put(id, row.with(aged -> aged.dueAt = then));
            }
            return null;
        });
    }

    /** Every job has been through so many crashes. */
    public void crashes(int crashes) {
        database.run(() -> {
            database.jobs.all().forEach(row -> database.jobs.put(row.id, row.with(aged -> aged.crashes = crashes)));
            return null;
        });
    }

    /** Every job was interrupted so many times. */
    public void interruptions(int interruptions) {
        database.run(() -> {
            database.jobs
                    .all()
                    .forEach(row -> database.jobs.put(row.id, row.with(aged -> aged.interruptions = interruptions)));
            return null;
        });
    }

    /** The worker was last seen then. */
    public void seen(long workerId, Instant then) {
        database.run(() -> {
            WorkerRow row = database.workers.get(workerId);
            if (row != null) {
                database.workers.put(workerId, row.seenAt(then));
            }
            return null;
        });
    }

    /** No job was ever there. */
    public void clear() {
        database.pauses().clear();
        database.run(() -> {
            database.jobs.all().forEach(row -> database.jobs.remove(row.id));
            List.copyOf(database.permits.seen().keySet()).forEach(database.permits::remove);
            List.copyOf(database.limits.seen().keySet()).forEach(database.limits::remove);
            database.history.all().forEach(row -> database.history.remove(row.last().id));
            Stream.of(
                            database.batches,
                            database.groups,
                            database.acks,
                            database.steps,
                            database.results,
                            database.jobSteps,
                            database.signals)
                    .forEach(table -> List.copyOf(table.seen().keySet()).forEach(table::remove));
            return null;
        });
    }

    /** Makes a ready job under an id that was used before. */
    public void insertAgain(long id, NewJob job) {
        database.run(() -> {
            JobRow row = new JobRow(id, job, database.now());
            MemoryDue.put(row, job.due(), database.now());
            database.jobs.insert(id, row);
            return id;
        });
    }
}
