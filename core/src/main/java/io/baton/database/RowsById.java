package io.baton.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntBiFunction;

/**
 * Accesses rows by their ids in ascending order, and locks no other rows, whatever the statistics of the database are. A statement that finds its
 * rows by a scan would wait for each transaction that has locked any row.
 *
 * <p>Most databases take an array of any size as one parameter, and lock only rows that meet the whole condition. MariaDB and MySQL scan for a list
 * of ids if the table is small or the list is long; only a join in a fixed order, from the ids to the rows, prevents this in every statement. MySQL
 * locks no rows in a join with a bare JSON_TABLE, so the JSON_TABLE is in a derived table.
 */
public record RowsById(
        ToIntBiFunction<String, Object[]> update, String table, String key, String index, boolean arrays) {

    private static final String LISTED =
            "(SELECT named FROM JSON_TABLE(?, '$[*]' COLUMNS (named bigint PATH '$')) listed) i STRAIGHT_JOIN ";

    /** Returns the text after FROM: the table, named {@code j}, and a condition that can be extended. Its only parameter is {@link #ids}. */
    public String from() {
        return arrays ? table + " j WHERE j." + key + " = ANY (?)" : joined() + amongListed();
    }

    /** Returns the ids as a parameter. */
    public Object ids(Collection<Long> ids) {
        List<Long> sorted = ids.stream().sorted().toList();
        return arrays ? sorted.toArray(Long[]::new) : sorted.toString();
    }

    /** Returns the ids as a parameter. Where the database supports it, the rows come in this order. */
    public Object inOrder(List<Long> ids) {
        return arrays ? ids(ids) : ids.toString();
    }

    /** Changes the rows that meet the condition; returns how many. Runs no statement if there are no ids. */
    public int update(
            Collection<Long> ids, String assignments, List<?> values, String condition, Object... parameters) {
        String set = " SET " + assignments;
        return run(
                ids,
                arrays
                        ? "UPDATE " + table + " j" + set + " WHERE " + condition + " AND j." + key + " = ANY (?)"
                        : "UPDATE " + joined() + set + amongListed() + " AND " + condition,
                values,
                parameters);
    }

    /** Changes the rows; returns how many. */
    public int update(Collection<Long> ids, String assignments, Object... values) {
        return update(ids, assignments, List.of(values), "TRUE");
    }

    /** Deletes the rows that meet the condition; returns how many. Runs no statement if there are no ids. */
    public int delete(Collection<Long> ids, String condition, Object... parameters) {
        return run(
                ids,
                arrays
                        ? "DELETE FROM " + table + " WHERE " + condition + " AND " + key + " = ANY (?)"
                        : "DELETE j FROM " + from() + " AND " + condition,
                List.of(),
                parameters);
    }

    private int run(Collection<Long> ids, String statement, List<?> values, Object... parameters) {
        if (ids.isEmpty()) {
            return 0;
        }
        List<Object> all = new ArrayList<>(values);
        all.addAll(Arrays.asList(parameters));
        all.add(arrays ? all.size() : 0, ids(ids));
        return update.applyAsInt(statement, all.toArray());
    }

    private String joined() {
        return LISTED + table + " j FORCE INDEX (" + index + ")";
    }

    private String amongListed() {
        return " WHERE j." + key + " = i.named";
    }
}
