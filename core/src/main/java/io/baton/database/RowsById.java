package io.baton.database;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reaches rows by their ids, in ascending order, and locks no others, whatever the statistics of the database say: a statement that finds
 * its rows by a scan waits for each transaction that holds any row.
 */
public interface RowsById {

    /** Returns what follows FROM: the table under the name {@code j}, and a condition to which others may be added. Its one parameter is {@link #ids}. */
    String from();

    /** Returns the ids as a parameter. */
    Object ids(Collection<Long> ids);

    /** Returns the ids as a parameter, whose rows come in this order where the database supports it. */
    default Object inOrder(List<Long> ids) {
        return ids(ids);
    }

    /** Changes those of the rows that meet the condition; returns how many. */
    int update(Collection<Long> ids, String assignments, List<?> values, String condition, Object... parameters);

    /** Changes the rows; returns how many. */
    default int update(Collection<Long> ids, String assignments, Object... values) {
        return update(ids, assignments, List.of(values), "TRUE");
    }

    /** Deletes those of the rows that meet the condition; returns how many. */
    int delete(Collection<Long> ids, String condition, Object... parameters);

    /** Runs statements that change rows. */
    interface Updates {

        /** Runs a statement; returns how many rows it changed. */
        int update(String sql, @Nullable Object... parameters);
    }
}
