package io.baton.faults.cluster;

import io.baton.Enqueued;
import io.baton.faults.cluster.ClusterWork.Items;
import io.baton.faults.cluster.ClusterWork.Kind;
import io.baton.history.HistoryWriter;
import io.baton.history.Word;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * One attempt of a client to enqueue, which is an operation of the history: writes its lines, and the rows of the client. An attempt that is repeated is
 * another one, with other items.
 */
final class Attempt {

    private final String name;
    private final JdbcOperations jdbc;
    private final HistoryWriter history;
    private final AtomicLong numbers;

    /**
     * Begins one.
     *
     * @param name of the operation, which no other has
     * @param numbers of the items, no two of which have the same
     */
    Attempt(String name, JdbcOperations jdbc, HistoryWriter history, AtomicLong numbers) {
        this.name = name;
        this.jdbc = jdbc;
        this.history = history;
        this.numbers = numbers;
    }

    String name() {
        return name;
    }

    /** Adds an item that has no other fields. */
    long add(Kind kind) {
        return add(kind, 1, Map.of()).first();
    }

    /**
     * Adds items, which are to be enqueued next, and writes a row of the client for each.
     *
     * @param fields what the history contains of them beside the kind
     */
    Items add(Kind kind, int count, Map<String, Object> fields) {
        Items added = new Items(numbers.getAndAdd(count), count);
        added.numbers().forEach(item -> {
            Map<String, Object> all = new HashMap<>(fields);
            all.putAll(Map.of("op", name, "item", item, "kind", kind.checked()));
            history.write(Word.ENQUEUE, all);
        });
        if (kind != Kind.DIRECT) {
            writeRows(added, fields.getOrDefault("key", ""));
        }
        return added;
    }

    private void writeRows(Items added, Object key) {
        jdbc.batchUpdate(
                "INSERT INTO request (op, item, unique_key) VALUES (?, ?, ?)",
                added.numbers().mapToObj(item -> new Object[] {name, item, key}).toList());
    }

    /** Records the job of an item. */
    void assigned(long item, Enqueued enqueued) {
        String outcome = enqueued.outcome().name().toLowerCase(Locale.ROOT);
        history.write(
                Word.ASSIGNED,
                Map.of("op", name, "item", item, "job", enqueued.id().value(), "as", outcome));
    }

    /** Records that a batch is sealed. */
    void sealed(String group) {
        history.write(Word.SEAL, Map.of("op", name, "group", group));
    }
}
