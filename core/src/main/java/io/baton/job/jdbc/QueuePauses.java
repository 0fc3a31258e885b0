package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.Due;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pauses queues. Each pause adds a row, and the latest end counts: concurrent pauses do not wait for each other, and none shortens another. */
record QueuePauses(Database database) {

    void pause(String queue, @Nullable Due until) {
        remove(ids("queue = ?", queue));
        // without a time it is paused until it is resumed
        add(queue, until == null ? new Due.At(Due.LAST) : until);
    }

    void pauseAtLeast(String queue, Duration pause) {
        remove(ids("queue = ? AND paused_until <= {now}", queue));
        String longer = "SELECT id FROM baton_pause WHERE queue = ? AND paused_until >= {now+?}";
        if (!database.finds(longer, queue, Micros.of(pause))) {
            add(queue, new Due.After(pause));
        }
    }

    private void add(String queue, Due until) {
        DueColumns end = DueColumns.of(until, database, JobState.READY);
        List<Object> parameters = new ArrayList<>(List.of(queue));
        parameters.addAll(end.dueParameters());
        String insert = "INSERT INTO baton_pause (queue, paused_until) VALUES (?, " + end.due() + ")";
        database.update(insert, parameters.toArray());
    }

    boolean resume(String queue) {
        boolean paused = database.finds("SELECT id FROM baton_pause WHERE queue = ? AND paused_until > {now}", queue);
        remove(ids("queue = ?", queue));
        return paused;
    }

    /**
     * Returns the ids of the rows to change. Rows are selected first and then changed by id: some databases would otherwise block inserts for any
     * queue until the caller's transaction ends.
     */
    private List<Long> ids(String condition, String queue) {
        return database.list("SELECT id FROM baton_pause WHERE " + condition + " ORDER BY id", Long.class, queue);
    }

    private void remove(List<Long> ids) {
        database.rows("baton_pause").delete(ids, "TRUE");
    }

    Map<String, Duration> left() {
        Map<String, Duration> left = new HashMap<>();
        database.forEach("SELECT queue, {until MAX(paused_until)} AS micros FROM baton_pause GROUP BY queue", row -> {
            long micros = row.getLong("micros");
            if (micros > 0) {
                left.put(row.getString("queue"), Micros.duration(micros));
            }
        });
        return left;
    }
}
