package io.baton.testing.memory;

import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;

/** A transaction: which tables it has touched, and whether it is over. */
public final class MemoryTransaction {

    private final Set<Table<?>> touched = new TreeSet<>(Comparator.comparingInt(Table::place));
    private boolean over;

    void touches(Table<?> table) {
        if (over) {
            throw new IllegalStateException("The transaction is over");
        }
        touched.add(table);
    }

    /** Whether it was committed or rolled back. */
    public boolean isOver() {
        return over;
    }

    void commit() {
        over = true;
        touched.forEach(table -> table.commit(this));
    }

    void rollback() {
        over = true;
        touched.forEach(table -> table.rollback(this));
    }
}
