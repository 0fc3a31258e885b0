package io.baton.testing.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;

/**
 * Rows by key. A transaction sees what is committed and its own changes; what it changes it locks until its end. Nobody waits for a
 * lock: it can be skipped, or its holder be in the way, as after the timeout of a lock.
 */
final class Table<K extends Comparable<K>, R> {

    private final int place;
    private final Supplier<MemoryTransaction> current;
    private final TreeMap<K, R> committed = new TreeMap<>();
    private final Map<K, MemoryTransaction> locks = new HashMap<>();
    private final Map<MemoryTransaction, TreeMap<K, Optional<R>>> changes = new HashMap<>();
    private @Nullable Change<K, R> onCommit;
    private long lastId;

    Table(int place, Supplier<MemoryTransaction> current) {
        this.place = place;
        this.current = current;
    }

    /** Told of every row that a commit changed: as it was, and as it is. */
    @FunctionalInterface
    interface Change<K, R> {

        void changed(K key, @Nullable R before, @Nullable R after);
    }

    void onCommit(Change<K, R> observer) {
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
    R get(K key) {
        TreeMap<K, Optional<R>> own = changes.get(current.get());
        Optional<R> changed = own == null ? null : own.get(key);
        return changed == null ? committed.get(key) : changed.orElse(null);
    }

    /** Every row that the transaction sees, by ascending key. */
    List<R> all() {
        return changes.get(current.get()) == null
                ? new ArrayList<>(committed.values())
                : new ArrayList<>(seen().values());
    }

    /** Every row that the transaction sees at this moment; what others commit later does not show in it. */
    SortedMap<K, R> seen() {
        TreeMap<K, R> seen = new TreeMap<>(committed);
        TreeMap<K, Optional<R>> own = changes.get(current.get());
        if (own != null) {
            own.forEach((key, row) -> row.ifPresentOrElse(changed -> seen.put(key, changed), () -> seen.remove(key)));
        }
        return seen;
    }

    /** Whether no other transaction holds the row. */
    boolean isFree(K key) {
        MemoryTransaction holder = locks.get(key);
        return holder == null || holder == current.get();
    }

    void lock(K key) {
        if (!isFree(key)) {
            throw new CannotAcquireLockException("Another transaction holds row " + key);
        }
        MemoryTransaction transaction = current.get();
        transaction.touches(this);
        locks.put(key, transaction);
    }

    void insert(K key, R row) {
        if (get(key) != null) {
            throw new DuplicateKeyException("There is a row " + key + " already");
        }
        put(key, row);
    }

    void put(K key, R row) {
        change(key, Optional.of(row));
    }

    void remove(K key) {
        change(key, Optional.empty());
    }

    private void change(K key, Optional<R> row) {
        lock(key);
        changes.computeIfAbsent(current.get(), transaction -> new TreeMap<>()).put(key, row);
    }

    void commit(MemoryTransaction transaction) {
        TreeMap<K, Optional<R>> own = changes.remove(transaction);
        locks.values().removeIf(holder -> holder == transaction);
        if (own != null) {
            own.forEach((key, row) -> {
                R before = row.isPresent() ? committed.put(key, row.get()) : committed.remove(key);
                if (onCommit != null) {
                    onCommit.changed(key, before, row.orElse(null));
                }
            });
        }
    }

    void rollback(MemoryTransaction transaction) {
        changes.remove(transaction);
        locks.values().removeIf(holder -> holder == transaction);
    }
}
