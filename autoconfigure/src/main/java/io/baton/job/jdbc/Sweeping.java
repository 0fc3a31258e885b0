package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.Promotion;
import io.baton.job.Retention;
import io.baton.job.Ring;
import io.baton.job.StateCode;
import io.baton.job.UnknownJobs;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What time does to jobs, in bounded portions, on any number of nodes at once. */
record Sweeping(Database database) {

    Promotion promoteDue(int limit) {
        String pick = "SELECT id, queue, job_rank, " + database.dialect().microsUntil("due_at") + " AS until_due"
                + " FROM baton_job WHERE state = 0 AND due_at <= "
                + database.dialect().statementTime()
                + " ORDER BY state, due_at, id LIMIT " + limit
                + database.dialect().skipLocked();
        Map<String, Ring> rings = new HashMap<>();
        List<Long> ids = database.query(pick, (row, number) -> {
            rings.merge(row.getString("queue"), ring(row), Ring::and);
            return row.getLong("id");
        });
        int promoted = ids.isEmpty() ? 0 : promote(ids);
        return new Promotion(promoted, Set.copyOf(rings.values()), nextDue().orElse(null));
    }

    private static Ring ring(ResultSet row) throws SQLException {
        String queue = row.getString("queue");
        boolean late = row.getLong("until_due") < -Micros.of(Ring.LATE);
        return late ? Ring.outOfTurn(queue) : Ring.of(queue, ~row.getInt("job_rank"));
    }

    private int promote(List<Long> ids) {
        return database.rows("baton_job")
                .update(
                        ids,
                        "state = 1",
                        List.of(),
                        "state = 0 AND due_at <= " + database.dialect().statementTime());
    }

    Optional<Duration> nextDue() {
        String ask = "SELECT " + database.dialect().microsUntil("MIN(due_at)") + " FROM baton_job WHERE state = 0";
        Long micros = database.value(ask, Long.class);
        return micros == null ? Optional.empty() : Optional.of(Micros.duration(Math.max(0, micros)));
    }

    UnknownJobs buryUnknown(Set<String> known, Duration readyFor, long afterId, int limit) {
        return new UnknownTypes(database).bury(known, readyFor, afterId, limit);
    }

    int purge(Retention retention, int limit) {
        int purged = purge("baton_job_history", "ended_at", JobState.COMPLETED, retention.completed(), limit);
        purged += purge("baton_job_history", "ended_at", JobState.CANCELLED, retention.cancelled(), limit);
        return purged + purge("baton_job", "buried_at", JobState.DEAD, retention.dead(), limit);
    }

    private int purge(String table, String ended, JobState state, @Nullable Duration kept, int limit) {
        if (kept == null) {
            return 0;
        }
        String pick = "SELECT id FROM " + table + " WHERE state = " + StateCode.of(state) + " AND " + ended + " <= "
                + database.dialect().nowPlusMicros() + " LIMIT " + limit
                + database.dialect().skipLocked();
        List<Long> ids = database.list(pick, Long.class, -Micros.of(kept));
        return ids.isEmpty() ? 0 : database.rows(table).delete(ids, "state = " + StateCode.of(state));
    }
}
