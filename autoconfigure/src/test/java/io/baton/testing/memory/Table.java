package io.baton.testing.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;

/**
 * Rows by id. A transaction sees what is committed and its own changes; what it changes it locks until its end. Nobody waits for a
 * lock: it can be skipped, or its holder be in the way, as after the timeout of a lock.
 */
final class Table<R> {

    private final int place;
    private final Supplier<MemoryTransaction> current;
    private final TreeMap<Long, R> committed = new TreeMap<>();
    private final Map<Long, MemoryTransaction> locks = new HashMap<>();
    private final Map<MemoryTransaction, TreeMap<Long, Optional<R>>> changes = new HashMap<>();
    private @Nullable Change<R> onCommit;
    private long lastId;

    Table(int place, Supplier<MemoryTransaction> current) {
        this.place = place;
        this.current = current;
    }

    /** Told of every row that a commit changed: as it was, and as it is. */
    @FunctionalInterface
    interface Change<R> {

        void changed(long id, @Nullable R before, @Nullable R after);
    }

    void onCommit(Change<R> observer) {
        onCommit = observer;
    }

    /** Where the table comes in a commit. */
    int place() {
        return place;
    }

    long nextId() {
        return ++lastId;
    }

    @Nullable
    R get(long id) {
        TreeMap<Long, Optional<R>> own = changes.get(current.get());
        Optional<R> changed = own == null ? null : own.get(id);
        return changed == null ? committed.get(id) : changed.orElse(null);
    }

    /** Every row that the transaction sees, by ascending id. */
    List<R> all() {
        TreeMap<Long, Optional<R>> own = changes.get(current.get());
        if (own == null) {
            return new ArrayList<>(committed.values());
        }
        TreeMap<Long, R> seen = new TreeMap<>(committed);
        own.forEach((id, row) -> row.ifPresentOrElse(changed -> seen.put(id, changed), () -> seen.remove(id)));
        return new ArrayList<>(seen.values());
    }

    /** Whether no other transaction holds the row. */
    boolean isFree(long id) {
        MemoryTransaction holder = locks.get(id);
        return holder == null || holder == current.get();
    }

    void lock(long id) {
        if (!isFree(id)) {
            throw new CannotAcquireLockException("Another transaction holds row " + id);
        }
        MemoryTransaction transaction = current.get();
        transaction.touches(this);
        locks.put(id, transaction);
    }

    void insert(long id, R row) {
        if (get(id) != null) {
            throw new DuplicateKeyException("There is a row " + id + " already");
        }
        put(id, row);
    }

    void put(long id, R row) {
        change(id, Optional.of(row));
    }

    void remove(long id) {
        change(id, Optional.empty());
    }

    private void change(long id, Optional<R> row) {
        lock(id);
        changes.computeIfAbsent(current.get(), transaction -> new TreeMap<>()).put(id, row);
    }

    void commit(MemoryTransaction transaction) {
        TreeMap<Long, Optional<R>> own = changes.remove(transaction);
        locks.values().removeIf(holder -> holder == transaction);
        if (own != null) {
            own.forEach((id, row) -> {
                R before = row.isPresent() ? committed.put(id, row.get()) : committed.remove(id);
                if (onCommit != null) {
                    onCommit.changed(id, before, row.orElse(null));
                }
            });
        }
    }

    void rollback(MemoryTransaction transaction) {
        changes.remove(transaction);
        locks.values().removeIf(holder -> holder == transaction);
    }
}
