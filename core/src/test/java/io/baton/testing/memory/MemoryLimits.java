package io.baton.testing.memory;

import io.baton.Rate;
import io.baton.permit.Limit;
import io.baton.type.Names;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of limits. */
record MemoryLimits(MemoryDatabase database) {

    boolean isThere(String name) {
        return database.limits.get(name) != null;
    }

    boolean knows(String name) {
        return isThere(Names.family(name)) || isThere(name);
    }

    void make(String name, Limit limit, @Nullable String declared) {
        database.limits.insert(name, new LimitRow(name, limit, declared, database.now()));
    }

    List<String> families(int limit) {
        return database.limits.seen().keySet().stream()
                .filter(name -> name.equals(Names.family(name)))
                .sorted()
                .limit(limit)
                .toList();
    }

    /** Makes the row of a key of a limit unless it is there. */
    void makeKey(String name) {
        if (!isThere(name) && isThere(Names.family(name))) {
            database.limits.insert(name, new LimitRow(name, null, null, database.now()));
        }
    }

    /** Says what a key allows that has what its family has; returns whether it does. */
    boolean fill(String name, Limit limit) {
        LimitRow row = database.limits.get(name);
        return row != null && row.own() == null && change(name, limit);
    }

    boolean change(String name, Limit limit) {
        LimitRow row = database.limits.get(name);
        if (row != null) {
            database.limits.put(name, row.allowing(limit));
        }
        return row != null;
    }

    /** Changes what a limit allows if the properties said something else before; returns whether they did. */
    boolean declare(String name, Limit limit) {
        LimitRow row = database.limits.get(name);
        if (row == null || limit.text().equals(row.declared())) {
            return false;
        }
        database.limits.put(name, row.declaredAs(limit));
        return true;
    }

    /** How many may hold a permit at once; a key has what its family has, unless it was given something of its own. */
    @Nullable
    Integer capacity(String name) {
        Integer own = own(name, Limit::capacity);
        return own != null || !isThere(name) ? own : Integer.valueOf(0);
    }

    @Nullable
    Rate rate(String name) {
        return own(name, Limit::rate);
    }

    private <T> @Nullable T own(String name, Function<Limit, @Nullable T> what) {
        LimitRow row = database.limits.get(name);
        if (row == null) {
            return null;
        }
        T own = row.own() == null ? null : what.apply(row.own());
        LimitRow family = database.limits.get(Names.family(name));
        return own != null || family == null || family.own() == null ? own : what.apply(family.own());
    }
}
