package io.baton.faults.cluster;

import io.baton.Enqueued;
import io.baton.faults.cluster.ClusterWork.Items;
import io.baton.faults.cluster.ClusterWork.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.springframework.jdbc.core.JdbcOperations;

/** One attempt of a client to enqueue: its items, their lines in the history, and their rows. An attempt that is repeated is another one, with other items. */
final class Operation {

    private final long number;
    private final JdbcOperations jdbc;
    private final History history;
    private final AtomicLong numbers;
    private final List<Sent> items = new ArrayList<>();

    /**
     * Begins one.
     *
     * @param numbers of the items, no two of which have the same
     */
    Operation(long number, JdbcOperations jdbc, History history, AtomicLong numbers) {
        this.number = number;
        this.jdbc = jdbc;
        this.history = history;
        this.numbers = numbers;
    }

    /** Returns its name, which no other has. */
    String name() {
        return "op-" + number;
    }

    List<Sent> items() {
        return items;
    }

    /** Adds an item that belongs to no group. */
    long add(Kind kind) {
        return add(kind, 1, 0).first();
    }

    /**
     * Adds items, which are to be enqueued next, and writes a row of the client for each.
     *
     * @param seen how many effects each is to see
     * @param fields what the history contains of them beside the kind
     */
    Items add(Kind kind, int count, int seen, Object... fields) {
        Items added = new Items(numbers.getAndAdd(count), count);
        LongStream.rangeClosed(added.first(), added.last()).forEach(item -> {
            items.add(new Sent(item, kind, seen, true, Sent.Outcome.UNKNOWN));
            List<Object> all = new ArrayList<>(List.of("op", name(), "item", item, "kind", kind.checked()));
            all.addAll(Arrays.asList(fields));
            history.note("enqueue", all.toArray());
        });
        if (kind != Kind.DIRECT && kind != Kind.KEYED) {
            writeRows(added, "");
        }
        return added;
    }

    /** Adds an item of a key. */
    long addKeyed(String key) {
        Items added = add(Kind.KEYED, 1, 0, "key", key, "unique", "finish");
        writeRows(added, key);
        return added.first();
    }

    private void writeRows(Items added, String key) {
        jdbc.batchUpdate(
                "INSERT INTO request (op, item, unique_key) VALUES (?, ?, ?)",
                LongStream.rangeClosed(added.first(), added.last())
                        .mapToObj(item -> new Object[] {name(), item, key})
                        .toList());
    }

    /** Records the job of an item. One that runs already may not see the row of this transaction, so no effect is promised then. */
    void assigned(long item, Enqueued enqueued) {
        history.note(
                "assigned",
                "op",
                name(),
                "item",
                item,
                "job",
                enqueued.id(),
                "as",
                enqueued.outcome().name().toLowerCase(Locale.ROOT));
        if (enqueued.outcome() == Enqueued.Outcome.RUNNING) {
            items.replaceAll(Sent::withoutPromise);
        }
    }

    /** Records that a batch is sealed. */
    void sealed(String group) {
        history.note("seal", "op", name(), "group", group);
    }
}
