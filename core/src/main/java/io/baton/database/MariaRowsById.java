package io.baton.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A join in a fixed order, from the ids to the rows. MariaDB and MySQL scan for a list of ids where the table is small or the list
 * long, and only this prevents it in every statement. MySQL locks nothing beside a bare JSON_TABLE, hence the derived table.
 */
record MariaRowsById(RowsById.Updates updates, String table, String key, String index) implements RowsById {

    private static final String IDS =
            "(SELECT named FROM JSON_TABLE(?, '$[*]' COLUMNS (named bigint PATH '$')) listed) i STRAIGHT_JOIN ";

    @Override
    public String from() {
        return IDS + table + byKey() + amongIds();
    }

    @Override
    public Object ids(Collection<Long> ids) {
        return inOrder(ids.stream().sorted().toList());
    }

    @Override
    public Object inOrder(List<Long> ids) {
        return ids.toString();
    }

    @Override
    public int update(
            Collection<Long> ids, String assignments, List<?> values, String condition, Object... parameters) {
        List<Object> all = new ArrayList<>();
        all.add(ids(ids));
        all.addAll(values);
        all.addAll(Arrays.asList(parameters));
        String update = "UPDATE " + IDS + table + byKey() + " SET " + assignments + amongIds() + " AND " + condition;
        return updates.update(update, all.toArray());
    }

    @Override
    public int delete(Collection<Long> ids, String condition, Object... parameters) {
        List<Object> all = new ArrayList<>();
        all.add(ids(ids));
        all.addAll(Arrays.asList(parameters));
        return updates.update("DELETE j FROM " + from() + " AND " + condition, all.toArray());
    }

    private String byKey() {
        return " j FORCE INDEX (" + index + ")";
    }

    private String amongIds() {
        return " WHERE j." + key + " = i.named";
    }
}
