package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.JobSweeps;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.StateCode;
import io.baton.job.Transition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes due jobs ready and removes expired ones, in bounded portions, on any number of nodes at once. */
record DueAndExpiredJobs(Database database, Transitions transitions) implements JobSweeps {

    @Override
    public Promotion promoteDue(int limit) {
        String pick = "SELECT " + TiesRow.OF_JOB + ", queue, job_rank, {until due_at} AS until_due"
                + " FROM baton_job WHERE state = 0 AND due_at <= {statementTime} ORDER BY state, due_at, id LIMIT "
                + limit
                + " {skipLocked}";
        Map<String, ReadyJobs> readyJobs = new HashMap<>();
        List<TiedJob> due = database.query(pick, (row, number) -> {
            readyJobs.merge(row.getString("queue"), ready(row), ReadyJobs::and);
            return TiesRow.job(row);
        });
        int promoted = transitions.change(
                Transition.PROMOTED, due, "state = 1", List.of(), "state = 0 AND due_at <= {statementTime}");
        return new Promotion(promoted, Set.copyOf(readyJobs.values()), nextDue().orElse(null));
    }

    private static ReadyJobs ready(ResultSet row) throws SQLException {
        String queue = row.getString("queue");
        boolean late = row.getLong("until_due") < -Micros.of(ReadyJobs.LATE);
        return late ? ReadyJobs.outOfTurn(queue) : ReadyJobs.of(queue, ~row.getInt("job_rank"));
    }

    @Override
    public Optional<Duration> nextDue() {
        String select = "SELECT {until MIN(due_at)} FROM baton_job WHERE state = 0";
        Long micros = database.value(select, Long.class);
        return micros == null ? Optional.empty() : Optional.of(Micros.duration(Math.max(0, micros)));
    }

    @Override
    public int purge(Retention retention, int limit) {
        return purgeHistory(JobState.COMPLETED, retention.completed(), limit)
                + purgeHistory(JobState.CANCELLED, retention.cancelled(), limit)
                + purgeDead(retention.dead(), limit);
    }

    private int purgeHistory(JobState state, @Nullable Duration kept, int limit) {
        if (kept == null) {
            return 0;
        }
        String ended = "state = " + StateCode.of(state);
        String pick = "SELECT id FROM baton_job_history WHERE " + ended + " AND ended_at <= {now+?} LIMIT " + limit
                + " {skipLocked}";
        List<Long> ids = database.list(pick, Long.class, -Micros.of(kept));
        return ids.isEmpty() ? 0 : database.rows("baton_job_history").delete(ids, ended);
    }

    private int purgeDead(@Nullable Duration kept, int limit) {
        if (kept == null) {
            return 0;
        }
        String pick = "SELECT " + TiesRow.OF_JOB + " FROM baton_job WHERE state = 5 AND died_at <= {now+?} LIMIT "
                + limit + " {skipLocked}";
        return transitions.remove(database.query(pick, (row, number) -> TiesRow.job(row), -Micros.of(kept)));
    }

    @Override
    public @Nullable Long forgetAttempts(long afterId, int limit) {
        return new Attempts(database).forget(afterId, limit);
    }
}
