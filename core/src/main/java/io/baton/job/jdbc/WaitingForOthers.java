package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.JobReleases;
import io.baton.job.ReadyJobs;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs that wait for others to end. */
record WaitingForOthers(Database database, Transitions transitions, JobCommands commands) implements JobReleases {

    private static final String WAITING = "state = 3 AND ties >= " + Ties.AWAITS;

    @Override
    public Released release(List<Long> ids) {
        if (ids.isEmpty()) {
            return Released.NONE;
        }
        Map<String, ReadyJobs> ready = new HashMap<>();
        List<LockedJob> locked = lock(ids, ready);
        Set<Long> busy = busy(ids, locked);
        transitions.change(
                Transition.RELEASED,
                locked,
                "state = 1, due_at = {now}, ties = ties - " + Ties.AWAITS,
                List.of(),
                WAITING);
        return new Released(Set.copyOf(ready.values()), busy);
    }

    @Override
    public Released dismiss(List<Long> ids) {
        if (ids.isEmpty()) {
            return Released.NONE;
        }
        List<LockedJob> locked = lock(ids, new HashMap<>());
        Set<Long> busy = busy(ids, locked);
        transitions.cancel(locked);
        return new Released(Set.of(), busy);
    }

    @Override
    public int cancelFree(List<Long> ids) {
        return ids.isEmpty() ? 0 : commands.cancelFree(ids);
    }

    private List<LockedJob> lock(List<Long> ids, Map<String, ReadyJobs> places) {
        RowsById byId = database.rows("baton_job");
        return database.query(
                "SELECT " + LockedJob.COLUMNS + ", queue, job_rank FROM " + byId.from() + " AND " + WAITING
                        + " ORDER BY id FOR UPDATE SKIP LOCKED",
                (row, number) -> {
                    ReadyJobs jobs = ReadyJobs.of(row.getString("queue"), ~row.getInt("job_rank"));
                    places.merge(jobs.queue(), jobs, ReadyJobs::and);
                    return LockedJob.read(row);
                },
                byId.ids(ids));
    }

    private Set<Long> busy(List<Long> ids, List<LockedJob> locked) {
        RowsById byId = database.rows("baton_job");
        Set<Long> waiting = new HashSet<>(
                database.list("SELECT id FROM " + byId.from() + " AND " + WAITING, Long.class, byId.ids(ids)));
        locked.forEach(job -> waiting.remove(job.id()));
        return waiting;
    }
}
