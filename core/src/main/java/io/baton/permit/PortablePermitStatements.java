package io.baton.permit;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.permit.WaitingLine.Waiting;
import io.baton.type.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The statements that every database understands. An admission gives permits of one limit after the other. */
record PortablePermitStatements(Database database, LimitRows limits) implements PermitStatements {

    @Override
    public Admitted admit(Collection<String> names, Set<String> queues, int most) {
        List<WaitingLine> locked = new TreeSet<>(names)
                .stream()
                        .map(name -> new WaitingLine(database, name, queues))
                        .filter(this::lock)
                        .toList();
        Admission admission = new Admission(this, queues);
        Map<String, Bucket> buckets = admission.buckets(
                locked.stream().map(WaitingLine::name).filter(Names::isRate).toList());
        Set<String> used = new TreeSet<>();
        for (WaitingLine line : locked) {
            Bucket bucket = buckets.get(line.name());
            int free = bucket != null
                    ? bucket.free()
                    : limits.room(List.of(line.name())).getOrDefault(line.name(), 0);
            int given = give(line, free, most, admission);
            admission.give(line.name(), given);
            // the rows of rates are written when permits are taken from them
            if (given > 0 && bucket == null) {
                used.add(line.name());
            }
        }
        limits.used(used);
        return admission.end();
    }

    private int give(WaitingLine line, int free, int most, Admission admission) {
        int wanted = Math.min(free, most);
        if (wanted <= 0) {
            return 0;
        }
        List<Waiting> admitted = line.lock(wanted);
        give(line.name(), admitted, admission);
        if (admitted.size() == wanted) {
            if (free > most) {
                admission.further.add(line.name());
            }
        } else if (line.isAwaited()) {
            admission.busy.add(line.name());
        } else if (line.isAwaitedAnywhere()) {
            admission.otherQueues.add(line.name());
        }
        return admitted.size();
    }

    /** Locks the row of a limit. Creates the row of a key that a job waits for, if it does not exist yet or any more. */
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

    /** Gives each job a permit. Then the job waits for its next permit, whose limit is recorded, or becomes ready, and its queue is recorded. */
    private void give(String name, List<Waiting> jobs, Admission admission) {
        if (jobs.isEmpty()) {
            return;
        }
        database.updateEach("UPDATE baton_permit SET state = 2 WHERE job_id = ? AND name = ?", jobs, job ->
                new Object[] {job.job(), name});
        Map<Long, String> next = next(jobs);
        List<Object[]> waiting = new ArrayList<>();
        List<Long> complete = new ArrayList<>();
        for (Waiting job : jobs) {
            String missing = next.get(job.job());
            if (missing == null) {
                complete.add(job.job());
                admission.ready.add(job.queue());
            } else {
                waiting.add(new Object[] {-(job.position() + 1), job.job(), missing});
                admission.further.add(missing);
            }
        }
        database.updateEach("UPDATE baton_permit SET state = 1, place = ? WHERE job_id = ? AND name = ?", waiting);
        database.rows("baton_job").update(complete, "state = 1", List.of(), "state = 3");
    }

    /** Returns, for each job that needs a further permit, the limit of that permit. */
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
