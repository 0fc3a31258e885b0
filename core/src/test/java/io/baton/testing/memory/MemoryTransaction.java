package io.baton.testing.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A transaction: which tables it has touched, what follows its commit, and whether it is over. */
public final class MemoryTransaction {

    private final Set<Table<?, ?>> touched = new TreeSet<>(Comparator.comparingInt(Table::place));
    private final List<Runnable> following = new ArrayList<>();
    private boolean over;

    void touches(Table<?, ?> table) {
        if (over) {
            throw new IllegalStateException("The transaction is over");
        }
        touched.add(table);
    }

    void afterCommit(Runnable action) {
        following.add(action);
    }

    /** Whether it was committed or rolled back. */
    public boolean isOver() {
        return over;
    }

    void commit() {
        over = true;
        touched.forEach(table -> table.commit(this));
        following.forEach(Runnable::run);
    }

    void rollback() {
        over = true;
        touched.forEach(table -> table.rollback(this));
    }
}
