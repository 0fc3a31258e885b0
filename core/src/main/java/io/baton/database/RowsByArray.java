package io.baton.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Rows of databases that take an array of any size as one parameter, and lock no row but those that meet the whole condition. */
record RowsByArray(RowsById.Updates updates, String table, String key) implements RowsById {

    @Override
    public String from() {
        return table + " j WHERE j." + amongIds();
    }

    @Override
    public Object ids(Collection<Long> ids) {
        return ids.stream().sorted().toArray(Long[]::new);
    }

    @Override
    public int update(
            Collection<Long> ids, String assignments, List<?> values, String condition, Object... parameters) {
        List<Object> all = new ArrayList<>(values);
        all.addAll(Arrays.asList(parameters));
        all.add(ids(ids));
        String update = "UPDATE " + table + " j SET " + assignments + " WHERE " + condition + " AND j." + amongIds();
        return updates.update(update, all.toArray());
    }

    @Override
    public int delete(Collection<Long> ids, String condition, Object... parameters) {
        List<Object> all = new ArrayList<>(Arrays.asList(parameters));
        all.add(ids(ids));
        String delete = "DELETE FROM " + table + " WHERE " + condition + " AND " + amongIds();
        return updates.update(delete, all.toArray());
    }

    private String amongIds() {
        return key + " = ANY (?)";
    }
}
