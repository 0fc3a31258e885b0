package io.baton.permit;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.permit.PermitStore.Admitted;
import io.baton.permit.WaitingLine.Waiting;
import io.baton.type.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Statements that every database understands. Admits for one limit after the other. */
record PortablePermitStatements(Database database, LimitRows limits) implements PermitStatements {

    @Override
    public Admitted admit(Collection<String> names, Set<String> queues, int most) {
        List<WaitingLine> locked = new TreeSet<>(names)
                .stream()
                        .map(name -> new WaitingLine(database, name, queues))
                        .filter(this::lock)
                        .toList();
        Buckets rates = new Buckets(database);
        Map<String, Bucket> buckets = rates.read(
                locked.stream().map(WaitingLine::name).filter(Names::isRate).toList());
        AdmissionResult result = new AdmissionResult(new HeldPermits(database, this));
        Map<String, Integer> given = new HashMap<>();
        for (WaitingLine line : locked) {
            Bucket bucket = buckets.get(line.name());
            int free = bucket != null ? bucket.free() : limits.room(line.name());
            given.put(line.name(), give(line, free, most, result));
        }
        limits.used(semaphoresThatGave(given));
        rates.take(buckets.values(), given)
                .forEach(left -> result.keepWaiting(left, new WaitingLine(database, left.name(), queues)));
        return result.admitted();
    }

    /** The rows of rates are written with what was taken from them. */
    private static List<String> semaphoresThatGave(Map<String, Integer> given) {
        return given.entrySet().stream()
                .filter(each -> each.getValue() > 0 && !Names.isRate(each.getKey()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private int give(WaitingLine line, int free, int most, AdmissionResult result) {
        int wanted = Math.min(free, most);
        if (wanted <= 0) {
            return 0;
        }
        List<Waiting> admitted = line.lock(wanted);
        give(line.name(), admitted, result);
        result.given(admitted.size());
        if (admitted.size() == wanted) {
            if (free > most) {
                result.further.add(line.name());
            }
        } else if (line.isAwaited()) {
            result.busy.add(line.name());
        } else if (line.isAwaitedAnywhere()) {
            result.otherQueues.add(line.name());
        }
        return admitted.size();
    }

    /** The row of a key is created when a job waits for it first, and again after it was removed. */
    private boolean lock(WaitingLine line) {
        String name = line.name();
        if (limits.lock(name)) {
            return true;
        }
        if (!line.isAwaitedAnywhere()) {
            return false;
        }
        limits.makeKey(name);
        return limits.lock(name);
    }

    /** Gives each job a permit, and lets it wait for its next one or makes it ready; records the limits of the former and the queues of the latter. */
    private void give(String name, List<Waiting> jobs, AdmissionResult result) {
        if (jobs.isEmpty()) {
            return;
        }
        database.updateEach(
                "UPDATE baton_permit SET state = 2 WHERE job_id = ? AND name = ?",
                jobs.stream().map(job -> new Object[] {job.job(), name}).toList());
        Map<Long, String> next = next(jobs);
        List<Object[]> waiting = new ArrayList<>();
        List<Long> complete = new ArrayList<>();
        for (Waiting job : jobs) {
            String missing = next.get(job.job());
            if (missing == null) {
                complete.add(job.job());
                result.queues.add(job.queue());
            } else {
                waiting.add(new Object[] {-(job.position() + 1), job.job(), missing});
                result.further.add(missing);
            }
        }
        if (!waiting.isEmpty()) {
            database.updateEach("UPDATE baton_permit SET state = 1, place = ? WHERE job_id = ? AND name = ?", waiting);
        }
        if (!complete.isEmpty()) {
            database.rows("baton_job").update(complete, "state = 1", List.of(), "state = 3");
        }
    }

    /** Returns the next limit of each job that needs a further permit. */
    private Map<Long, String> next(List<Waiting> jobs) {
        Map<Long, Integer> positions = new HashMap<>();
        jobs.forEach(job -> positions.put(job.job(), job.position() + 1));
        RowsById permits = database.rows("baton_permit", "job_id");
        Map<Long, String> next = new HashMap<>();
        database.forEach(
                "SELECT job_id, name, position FROM " + permits.from() + " AND j.state = 0",
                row -> {
                    long job = row.getLong("job_id");
                    if (row.getInt("position") == positions.getOrDefault(job, -1)) {
                        next.put(job, row.getString("name"));
                    }
                },
                permits.ids(positions.keySet()));
        return next;
    }
}
