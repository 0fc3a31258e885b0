package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.job.Due;
import io.baton.job.Retention;
import io.baton.job.StateCode;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/** What people do to jobs. Rows are locked in ascending id; a row that a settlement holds is waited for, which is short. */
record Steering(JdbcOperations jdbc, Tables tables, Database database, Retention retention) {

    int cancel(List<Long> ids) {
        List<Long> waiting = new ArrayList<>();
        List<Long> running = new ArrayList<>();
        jdbc.query(
                tables.in("SELECT id, state FROM baton_job WHERE id IN ") + In.marks(ids) + " ORDER BY id FOR UPDATE",
                row -> {
                    switch (StateCode.state(row.getInt("state"))) {
                        case SCHEDULED, READY, BLOCKED -> waiting.add(row.getLong("id"));
                        case CLAIMED -> running.add(row.getLong("id"));
                        default -> {}
                    }
                },
                ids.toArray());
        if (!running.isEmpty()) {
            jdbc.update(
                    tables.in("UPDATE baton_job SET cancel_requested = TRUE WHERE id IN ") + In.marks(running),
                    running.toArray());
        }
        new History(jdbc, tables, database).move(waiting, JobState.CANCELLED, retention.keeps(JobState.CANCELLED));
        return waiting.size() + running.size();
    }

    int revive(List<Long> ids) {
        String revive = "UPDATE baton_job SET state = 1, due_at = " + database.now()
                + ", attempt = 0, crashes = 0, buried_at = NULL WHERE state = 5 AND id IN ";
        return jdbc.update(tables.in(revive) + In.marks(ids), ids.toArray());
    }

    int reschedule(List<Long> ids, Due due) {
        DueColumns columns = DueColumns.of(due, database);
        List<Object> parameters = new ArrayList<>(columns.stateParameters());
        parameters.addAll(columns.dueParameters());
        String move = "UPDATE baton_job SET state = " + columns.state() + ", due_at = " + columns.due()
                + " WHERE state IN (0, 1) AND id IN ";
        return jdbc.update(tables.in(move) + In.marks(ids), In.parameters(ids, parameters.toArray()));
    }
}
