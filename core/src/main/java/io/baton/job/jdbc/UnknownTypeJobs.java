package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.RowsById;
import io.baton.job.JobSweeps.UnknownJobs;
import io.baton.job.Transition;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes jobs dead that no worker can run. Walks by id, so that a portion costs the same whatever the jobs are; leaves locked rows to the next walk.
 */
record UnknownTypeJobs(Database database, Transitions transitions) {

    UnknownJobs makeDead(Set<String> known, Duration readyFor, long afterId, int limit) {
        Long ago = -Micros.of(readyFor);
        String portion = "SELECT id, CASE WHEN " + old() + " THEN type END AS type FROM"
                + " (SELECT id, type, state, due_at, created_at FROM baton_job WHERE id > ? ORDER BY id LIMIT " + limit
                + ") AS p ORDER BY id";
        List<Candidate> seen = database.query(
                portion, (row, number) -> new Candidate(row.getLong("id"), row.getString("type")), ago, ago, afterId);
        Map<Long, String> unknown = new HashMap<>();
        for (Candidate each : seen) {
            if (each.type() != null && !known.contains(each.type())) {
                unknown.put(each.id(), each.type());
            }
        }
        Long last = seen.size() < limit ? null : seen.get(seen.size() - 1).id();
        List<LockedJob> locked = unknown.isEmpty() ? List.of() : lock(unknown.keySet());
        int dead = locked.isEmpty() ? 0 : makeDead(locked, readyFor);
        return new UnknownJobs(
                last,
                dead,
                locked.stream()
                        .map(job -> requireNonNull(unknown.get(job.id())))
                        .collect(Collectors.toSet()));
    }

    private String old() {
        return "state = 1 AND due_at <= " + database.dialect().nowPlusMicros() + " AND created_at <= "
                + database.dialect().nowPlusMicros();
    }

    private List<LockedJob> lock(Set<Long> ids) {
        RowsById byId = database.rows("baton_job");
        return database.query(
                "SELECT " + LockedJob.COLUMNS + " FROM " + byId.from() + " AND state = 1 ORDER BY id"
                        + database.dialect().skipLocked(),
                (row, number) -> LockedJob.read(row),
                byId.ids(ids));
    }

    private int makeDead(List<LockedJob> jobs, Duration readyFor) {
        String reason = "CONCAT('No worker has had a handler for the type ''', type, ''' for " + readyFor
                + ". Add one and revive the job, or cancel it')";
        String dead = "state = 5, crashes = 0, error = " + reason + ", died_at = "
                + database.dialect().now();
        Long ago = -Micros.of(readyFor);
        return transitions.change(Transition.DEAD, jobs, dead, List.of(), old(), ago, ago);
    }

    /** A job, with its type if it has waited long enough. */
    private record Candidate(long id, @Nullable String type) {}
}
