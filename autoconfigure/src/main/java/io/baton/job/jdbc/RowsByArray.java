package io.baton.job.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/** Rows of databases that take an array of any size as one parameter, and lock no row but those that meet the whole condition. */
record RowsByArray(JdbcOperations jdbc, Tables tables) implements RowsById {

    private static final String AMONG_IDS = "id = ANY (?)";

    @Override
    public String from(String table) {
        return table + " j WHERE j." + AMONG_IDS;
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
        String update = "UPDATE baton_job j SET " + assignments + " WHERE " + condition + " AND j." + AMONG_IDS;
        return jdbc.update(tables.in(update), all.toArray());
    }

    @Override
    public int delete(String table, Collection<Long> ids, String condition) {
        String delete = "DELETE FROM " + table + " WHERE " + condition + " AND " + AMONG_IDS;
        return jdbc.update(tables.in(delete), ids(ids));
    }
}
