package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.AfterCommit;
import io.baton.job.Capability.TransitionStep;
import io.baton.job.JobSettlements.FoundFailure;
import io.baton.job.ReadyJobs;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.util.List;
import java.util.Set;

/**
 * Stores a job after the death of each job that is tied to this, in the transaction in which it dies. The new job has payload, place, labels and
 * trace of the dead one, whose id is in a label, and was created when that one died: thus it belongs to this death alone. It has no ties.
 *
 * @param suffix what the name of its type has more
 * @param ready receives the new jobs, for workers
 */
public record AfterDeaths(Database database, String suffix, AfterCommit<Set<ReadyJobs>> ready)
        implements TransitionStep {

    private static final String INSERT =
            "INSERT INTO baton_job (type, queue, job_rank, due_at, state, labels, created_at, trace, payload)"
                    + " SELECT CONCAT(type, {?text}), queue, job_rank, died_at, 1,"
                    + " CONCAT(COALESCE(labels, {?text}), {?text}, id, {?text}), died_at, trace, payload FROM ";

    @Override
    public int tie() {
        return Ties.AFTER_DEATH;
    }

    @Override
    public void follow(Transition transition, List<TiedJob> jobs) {
        if (transition != Transition.DEAD) {
            return;
        }
        RowsById rows = database.rows("baton_job");
        String dead = rows.from() + " AND state = 5";
        Object ids = rows.ids(TiesRow.ids(jobs));
        List<ReadyJobs> stored = database.query(
                "SELECT DISTINCT queue, job_rank FROM " + dead,
                (row, number) -> ReadyJobs.of(row.getString("queue"), ~row.getInt("job_rank")),
                ids);
        database.update(INSERT + dead, suffix, "\n", FoundFailure.LABEL + "=", "\n", ids);
        ready.add(all -> all.addAll(stored));
    }
}
