package io.baton.faults.cluster;

import io.baton.JobContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcOperations;

/** The runs of handlers in this process: their lines in the history, and their effects in tables that have no unique constraints, which would hide double effects. */
final class Runs {

    private final JdbcOperations jdbc;
    private final History history;
    private final String node;
    private final AtomicLong numbers = new AtomicLong();

    Runs(JdbcOperations jdbc, History history, String node) {
        this.jdbc = jdbc;
        this.history = history;
        this.node = node;
    }

    /**
     * Calls a handler with the name of its run, which no other run has.
     *
     * @param fields what the history contains of it beside the job
     */
    void run(JobContext job, Consumer<String> handler, Object... fields) {
        String run = node + "-" + numbers.incrementAndGet();
        List<Object> all =
                new ArrayList<>(List.of("run", run, "job", job.id(), "attempt", job.attempt()));
        all.addAll(Arrays.asList(fields));
        history.note("run", all.toArray());
        String outcome = "failed";
        try {
            handler.accept(run);
            outcome = "ok";
        } finally {
            history.note("ended", "run", run, "outcome", outcome);
        }
    }

    /** Has the effect of an item. */
    void write(String run, JobContext job, long item) {
        write(run, job, item, 0);
    }

    /**
     * Has the effect of an item that comes after others.
     *
     * @param before of which items of another kind there are effects now
     */
    void writeAfter(String run, JobContext job, long item, ClusterWork.Kind kind, ClusterWork.Items before) {
        Integer seen = jdbc.queryForObject(
                "SELECT COUNT(DISTINCT item) FROM effect WHERE kind = ? AND item BETWEEN ? AND ?",
                Integer.class,
                kind.type(),
                before.first(),
                before.last());
        write(run, job, item, Objects.requireNonNull(seen));
    }

    private void write(String run, JobContext job, long item, int seen) {
        jdbc.update(
                "INSERT INTO effect (kind, item, job_id, run, seen) VALUES (?, ?, ?, ?, ?)",
                job.type(),
                item,
                job.id().value(),
                run,
                seen);
    }

    /** Handles the items that were requested by a key and are not handled yet. */
    void handle(String run, String key) {
        List<Long> items = jdbc.queryForList(
                "SELECT item FROM request r WHERE unique_key = ?"
                        + " AND NOT EXISTS (SELECT 1 FROM handled h WHERE h.item = r.item)",
                Long.class,
                key);
        history.note(
                "saw",
                "run",
                run,
                "items",
                items.stream().map(String::valueOf).collect(Collectors.joining(",")));
        jdbc.batchUpdate(
                "INSERT INTO handled (item, run) VALUES (?, ?)",
                items.stream().map(item -> new Object[] {item, run}).toList());
    }

    void note(String event, Object... fields) {
        history.note(event, fields);
    }
}
