package io.baton.permit.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives permits of one limit, whose row is locked, to jobs whose rows are. */
record PermitChanges(Database database, String name) {

    /** Gives each a permit, and lets it wait for its next one or makes it ready; notes the queues of the latter and the limits of the former. */
    void give(List<Waiting> jobs, AdmissionResult result) {
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

    /** Returns the name of the next limit of each that needs a further permit. */
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
