package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.StateCode;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.SqlParameterValue;

/** Changes jobs for operators and applications. Locks rows in ascending id; waits for a row that a settlement holds, which is short. */
record JobCommands(Database database, Transitions transitions) {

    int cancel(List<Long> ids, boolean evenDead) {
        return cancel(ids, evenDead, "");
    }

    /** Cancels jobs that are neither dead nor locked. */
    int cancelFree(List<Long> ids) {
        return cancel(ids, false, " SKIP LOCKED");
    }

    private int cancel(List<Long> ids, boolean evenDead, String orNot) {
        List<LockedJob> waiting = new ArrayList<>();
        List<Long> running = new ArrayList<>();
        RowsById byId = database.rows("baton_job");
        database.forEach(
                "SELECT state, " + LockedJob.COLUMNS + " FROM " + byId.from() + " ORDER BY id FOR UPDATE" + orNot,
                row -> {
                    switch (StateCode.state(row.getInt("state"))) {
                        case SCHEDULED, READY, BLOCKED -> waiting.add(LockedJob.read(row));
                        case CLAIMED -> running.add(row.getLong("id"));
                        case DEAD -> {
                            if (evenDead) {
                                waiting.add(LockedJob.read(row));
                            }
                        }
                        default -> {}
                    }
                },
                byId.ids(ids));
        if (!running.isEmpty()) {
            byId.update(running, "cancel_requested = TRUE");
        }
        transitions.cancel(waiting);
        return waiting.size() + running.size();
    }

    int revive(List<Long> ids) {
        String revived = "state = 1, due_at = {now}, attempt = 0, crashes = 0, interruptions = 0, died_at = NULL";
        return transitions.change(Transition.REVIVED, lock(ids, "state = 5"), revived, List.of(), "state = 5");
    }

    int reschedule(List<Long> ids, Due due) {
        DueColumns columns = DueColumns.of(due, database);
        List<Object> parameters = new ArrayList<>(columns.stateParameters());
        parameters.addAll(columns.dueParameters());
        String moved = "state = " + columns.state() + ", due_at = " + columns.due();
        String waiting = "state IN (0, 1, 3) AND (ties IS NULL OR ties < " + Ties.AWAITS + ")";
        return transitions.change(Transition.RESCHEDULED, lock(ids, waiting), moved, parameters, waiting);
    }

    boolean replace(long id, NewJob by, boolean evenClaimed) {
        DueColumns columns = DueColumns.of(by.due(), database);
        List<Object> values = new ArrayList<>(columns.stateParameters());
        values.addAll(columns.dueParameters());
        values.add(new SqlParameterValue(Types.VARCHAR, by.payload()));
        String replaced = "attempt = 0, crashes = 0, interruptions = 0, error = NULL, state = " + columns.state()
                + ", due_at = " + columns.due()
                + ", payload = ?, checkpoint = NULL, progress = NULL, progress_note = NULL,"
                + " lock_id = NULL, worker_id = NULL";
        String waiting = "type = ? AND state IN (" + (evenClaimed ? "0, 1, 2, 3" : "0, 1, 3") + ")";
        List<LockedJob> locked = lock(List.of(id), "TRUE");
        boolean done = transitions.change(Transition.RESCHEDULED, locked, replaced, values, waiting, by.type()) > 0;
        if (done) {
            new Attempts(database).forgetAllOf(id);
        }
        return done;
    }

    private List<LockedJob> lock(List<Long> ids, String condition) {
        RowsById byId = database.rows("baton_job");
        return database.query(
                "SELECT " + LockedJob.COLUMNS + " FROM " + byId.from() + " AND " + condition
                        + " ORDER BY id FOR UPDATE",
                (row, number) -> LockedJob.read(row),
                byId.ids(ids));
    }
}
