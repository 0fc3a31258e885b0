package io.baton.faults.cluster;

import io.baton.JobContext;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;

/** What handlers write: their effects to a table of the application, their runs to the history. The table has no unique constraint beside its own key, which would hide double effects. */
record Effects(JdbcOperations jdbc, History history, String node) {

    /** Has the effect of an item. */
    void write(JobContext job, long item) {
        write(job, item, 0);
    }

    /**
     * Has the effect of an item that comes after others.
     *
     * @param before of which items of another type there are effects now
     */
    void writeAfter(JobContext job, long item, String type, ClusterWork.Items before) {
        Integer seen = jdbc.queryForObject(
                "SELECT COUNT(DISTINCT item) FROM effect WHERE kind = ? AND item BETWEEN ? AND ?",
                Integer.class,
                type,
                before.first(),
                before.last());
        write(job, item, Objects.requireNonNull(seen));
    }

    private void write(JobContext job, long item, int seen) {
        jdbc.update(
                "INSERT INTO effect (kind, item, job_id, node, seen) VALUES (?, ?, ?, ?, ?)",
                job.type(),
                item,
                job.id().value(),
                node,
                seen);
        history.note("effect", job.type(), item, job.id(), job.attempt(), node);
    }

    /** Returns the items that were requested by a key and have no effect. */
    List<Long> requested(String key) {
        return jdbc.queryForList(
                "SELECT item FROM request r WHERE unique_key = ?"
                        + " AND NOT EXISTS (SELECT 1 FROM effect e WHERE e.item = r.item AND e.kind = 'keyed')",
                Long.class,
                key);
    }

    /** Records in the history when a handler starts and how it ends. What it wrote in its transaction may be rolled back after that. */
    void run(JobContext job, Runnable handler) {
        history.note("run-start", job.type(), job.id(), job.attempt(), node);
        boolean returned = false;
        try {
            handler.run();
            returned = true;
        } finally {
            history.note("run-end", job.type(), job.id(), job.attempt(), node, returned ? "returned" : "failed");
        }
    }
}
