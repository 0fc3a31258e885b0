package io.baton.faults.cluster;

import io.baton.JobContext;
import io.baton.history.HistoryWriter;
import io.baton.history.Word;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcOperations;

/** The runs of handlers in this process: their lines in the history, and their effects in tables that have no unique constraints, which would hide double effects. */
final class Runs {

    private final JdbcOperations jdbc;
    private final HistoryWriter history;
    private final String node;
    private final AtomicLong numbers = new AtomicLong();

    Runs(JdbcOperations jdbc, HistoryWriter history, String node) {
        this.jdbc = jdbc;
        this.history = history;
        this.node = node;
    }

    /** Calls a handler of an item with the name of its run, which no other run has. */
    void run(JobContext job, long item, Consumer<String> handler) {
        run(job, Map.of("item", item), handler);
    }

    /**
     * Calls a handler with the name of its run, which no other run has.
     *
     * @param fields what the history contains of it beside the job
     */
    void run(JobContext job, Map<String, Object> fields, Consumer<String> handler) {
        String run = node + "-" + numbers.incrementAndGet();
        Map<String, Object> all = new HashMap<>(fields);
        all.putAll(Map.of("run", run, "job", job.id().value(), "attempt", job.attempt()));
        history.write(Word.RUN, all);
        String outcome = "failed";
        try {
            handler.accept(run);
            outcome = "ok";
        } finally {
            history.write(Word.ENDED, Map.of("run", run, "outcome", outcome));
        }
    }

    /** Has the effect of an item. */
    void write(String run, JobContext job, long item) {
        write(run, job, item, 0);
    }

    /**
     * Has the effect of an item that comes after others.
     *
     * @param before the items of another kind of which it should see an effect each
     */
    void writeAfter(String run, JobContext job, long item, ClusterWork.Kind kind, ClusterWork.Items before) {
        Integer seen = jdbc.queryForObject(
                "SELECT COUNT(DISTINCT item) FROM effect WHERE kind = ? AND item BETWEEN ? AND ?",
                Integer.class,
                kind.type(),
                before.first(),
                before.last());
        write(run, job, item, before.count() - Objects.requireNonNull(seen));
    }

    private void write(String run, JobContext job, long item, int unseen) {
        jdbc.update(
                "INSERT INTO effect (kind, item, job_id, run, unseen) VALUES (?, ?, ?, ?, ?)",
                job.type(),
                item,
                job.id().value(),
                run,
                unseen);
    }

    /** Handles the items that were requested by a key and are not handled yet. */
    void handle(String run, String key) {
        List<Long> items = jdbc.queryForList(
                "SELECT item FROM request r WHERE unique_key = ?"
                        + " AND NOT EXISTS (SELECT 1 FROM handled h WHERE h.item = r.item)",
                Long.class,
                key);
        String list = items.stream().map(String::valueOf).collect(Collectors.joining(","));
        history.write(Word.SAW, items.isEmpty() ? Map.of("run", run) : Map.of("run", run, "items", list));
        jdbc.batchUpdate(
                "INSERT INTO handled (item, run) VALUES (?, ?)",
                items.stream().map(item -> new Object[] {item, run}).toList());
    }

    void note(Word word, Map<String, String> fields) {
        history.write(word, fields);
    }
}
