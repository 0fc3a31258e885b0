package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Due;
import io.baton.job.JobReleases;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import io.baton.job.StateCode;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * Changes jobs for operators and applications, and ends the wait of jobs for others. Locks rows in ascending id. May wait for a row that a settlement
 * has locked, which does not take long.
 */
record JobCommands(Database database, Transitions transitions) implements JobReleases {

    private static final String WAITING_FOR_OTHERS = "state = 3 AND ties >= " + Ties.AWAITS;

    int cancel(List<Long> ids, boolean evenDead) {
        return cancel(ids, evenDead, "");
    }

    @Override
    public int cancelFree(List<Long> ids) {
        return cancel(ids, false, " SKIP LOCKED");
    }

    private int cancel(List<Long> ids, boolean evenDead, String orNot) {
        if (ids.isEmpty()) {
            return 0;
        }
        List<TiedJob> waiting = new ArrayList<>();
        List<Long> running = new ArrayList<>();
        RowsById byId = database.rows("baton_job");
        database.forEach(
                "SELECT state, " + TiesRow.OF_JOB + " FROM " + byId.from() + " ORDER BY id FOR UPDATE" + orNot,
                row -> {
                    switch (StateCode.state(row.getInt("state"))) {
                        case SCHEDULED, READY, BLOCKED -> waiting.add(TiesRow.job(row));
                        case CLAIMED -> running.add(row.getLong("id"));
                        case DEAD -> {
                            if (evenDead) {
                                waiting.add(TiesRow.job(row));
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
        DueColumns columns = DueColumns.of(due, database, JobState.READY);
        List<Object> parameters = new ArrayList<>(columns.stateParameters());
        parameters.addAll(columns.dueParameters());
        String moved = "state = " + columns.state() + ", due_at = " + columns.due();
        String waiting = "state IN (0, 1, 3) AND (ties IS NULL OR ties < " + Ties.AWAITS + ")";
        return transitions.change(Transition.RESCHEDULED, lock(ids, waiting), moved, parameters, waiting);
    }

    boolean replace(long id, NewJob by, boolean evenClaimed) {
        DueColumns columns = DueColumns.of(by.due(), database, JobState.READY);
        List<Object> values = new ArrayList<>(columns.stateParameters());
        values.addAll(columns.dueParameters());
        values.add(new SqlParameterValue(Types.VARCHAR, by.payload()));
        String replaced = "attempt = 0, crashes = 0, interruptions = 0, error = NULL, state = " + columns.state()
                + ", due_at = " + columns.due()
                + ", payload = ?, checkpoint = NULL, progress = NULL, progress_note = NULL,"
                + " lock_id = NULL, worker_id = NULL";
        String waiting = "type = ? AND state IN (" + (evenClaimed ? "0, 1, 2, 3" : "0, 1, 3") + ")";
        List<TiedJob> locked = lock(List.of(id), "TRUE");
        boolean done = transitions.change(Transition.RESCHEDULED, locked, replaced, values, waiting, by.type()) > 0;
        if (done) {
            new Attempts(database).forgetAllOf(id);
        }
        return done;
    }

    private List<TiedJob> lock(List<Long> ids, String condition) {
        if (ids.isEmpty()) {
            return List.of();
        }
        RowsById byId = database.rows("baton_job");
        String lock =
                "SELECT " + TiesRow.OF_JOB + " FROM " + byId.from() + " AND " + condition + " ORDER BY id FOR UPDATE";
        return database.query(lock, (row, number) -> TiesRow.job(row), byId.ids(ids));
    }

    @Override
    public Released release(List<Long> ids) {
        String ready = "state = 1, due_at = {now}, ties = ties - " + Ties.AWAITS;
        return endWait(
                ids, jobs -> transitions.change(Transition.RELEASED, jobs, ready, List.of(), WAITING_FOR_OTHERS));
    }

    @Override
    public Released dismiss(List<Long> ids) {
        Released dismissed = endWait(ids, transitions::cancel);
        return new Released(Set.of(), dismissed.busy());
    }

    private Released endWait(List<Long> ids, Consumer<List<TiedJob>> end) {
        if (ids.isEmpty()) {
            return Released.NONE;
        }
        RowsById byId = database.rows("baton_job");
        Map<String, ReadyJobs> places = new HashMap<>();
        List<TiedJob> locked = database.query(
                "SELECT " + TiesRow.OF_JOB + ", queue, job_rank FROM " + byId.from() + " AND " + WAITING_FOR_OTHERS
                        + " ORDER BY id FOR UPDATE SKIP LOCKED",
                (row, number) -> {
                    ReadyJobs jobs = ReadyJobs.of(row.getString("queue"), ~row.getInt("job_rank"));
                    places.merge(jobs.queue(), jobs, ReadyJobs::and);
                    return TiesRow.job(row);
                },
                byId.ids(ids));
        String all = "SELECT id FROM " + byId.from() + " AND " + WAITING_FOR_OTHERS;
        Set<Long> busy = new HashSet<>(database.list(all, Long.class, byId.ids(ids)));
        locked.forEach(job -> busy.remove(job.id()));
        end.accept(locked);
        return new Released(Set.copyOf(places.values()), busy);
    }
}
