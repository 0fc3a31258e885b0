package io.baton.job.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** A list of values as parameters: {@code (?, ?, ?)}. */
final class In {

    private In() {}

    static String marks(Collection<?> values) {
        return "(" + String.join(", ", Collections.nCopies(values.size(), "?")) + ")";
    }

    /** What stands before the list, then the list. */
    static Object[] parameters(Collection<?> values, Object... before) {
        List<Object> all = new ArrayList<>(before.length + values.size());
        Collections.addAll(all, before);
        all.addAll(values);
        return all.toArray();
    }
}
