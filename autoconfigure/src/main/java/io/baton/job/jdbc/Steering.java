package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Due;
import io.baton.job.Retention;
import io.baton.job.StateCode;
import java.util.ArrayList;
import java.util.List;

/** What people do to jobs. Rows are locked in ascending id; a row that a settlement holds is waited for, which is short. */
record Steering(Database database, Retention retention) {

    int cancel(List<Long> ids) {
        List<Long> waiting = new ArrayList<>();
        List<Long> running = new ArrayList<>();
        RowsById byId = database.rows("baton_job");
        database.forEach(
                "SELECT id, state FROM " + byId.from() + " ORDER BY id FOR UPDATE",
                row -> {
                    switch (StateCode.state(row.getInt("state"))) {
                        case SCHEDULED, READY, BLOCKED -> waiting.add(row.getLong("id"));
                        case CLAIMED -> running.add(row.getLong("id"));
                        default -> {}
                    }
                },
                byId.ids(ids));
        if (!running.isEmpty()) {
            byId.update(running, "cancel_requested = TRUE");
        }
        new History(database).move(waiting, JobState.CANCELLED, retention.keeps(JobState.CANCELLED));
        return waiting.size() + running.size();
    }

    int revive(List<Long> ids) {
        String revived = "state = 1, due_at = " + database.dialect().now()
                + ", attempt = 0, crashes = 0, interruptions = 0, buried_at = NULL";
        return database.rows("baton_job").update(ids, revived, List.of(), "state = 5");
    }

    int reschedule(List<Long> ids, Due due) {
        DueColumns columns = DueColumns.of(due, database);
        List<Object> parameters = new ArrayList<>(columns.stateParameters());
        parameters.addAll(columns.dueParameters());
        String moved = "state = " + columns.state() + ", due_at = " + columns.due();
        return database.rows("baton_job").update(ids, moved, parameters, "state IN (0, 1)");
    }
}
