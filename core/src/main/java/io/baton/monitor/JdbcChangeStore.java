package io.baton.monitor;

import io.baton.database.Database;
import io.baton.database.NullableColumn;
import io.baton.database.StorableText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stores the changes of operators. */
public record JdbcChangeStore(Database database) {

    private static final int WIDTH = 200;
    private static final int DAYS_KEPT = 90;
    private static final int MOST_KEPT = 10_000;

    /** Writes a change with the time of the database. Cuts texts to the width of their columns. */
    public void write(Change change) {
        database.update(
                "INSERT INTO baton_change (changed_at, principal, resource, target, action, new_value, old_value, jobs) VALUES ({now}, ?, ?, ?, ?, ?, ?, ?)",
                cut(change.principal()),
                change.resource(),
                cut(change.target()),
                change.action(),
                cut(change.value()),
                cut(change.was()),
                change.jobs());
    }

    private static @Nullable String cut(@Nullable String text) {
        return text == null ? null : StorableText.of(text, WIDTH);
    }

    /** Returns changes as {@link Monitor#changes} does. */
    public List<Change> newest(long before, Map<String, String> terms, int limit) {
        StringBuilder where = new StringBuilder("id < ?");
        List<@Nullable Object> parameters = new ArrayList<>(List.of(before));
        for (String column : Change.TERMS) {
            if (terms.containsKey(column)) {
                where.append(" AND ").append(column).append(" = ?");
                parameters.add(cut(terms.get(column)));
            }
        }
        return database.query(
                "SELECT id, changed_at, principal, resource, target, action, new_value, old_value, jobs FROM baton_change WHERE "
                        + where + " ORDER BY id DESC LIMIT " + limit,
                this::change,
                parameters.toArray());
    }

    private Change change(ResultSet row, int number) throws SQLException {
        return new Change(
                row.getString("id"),
                database.dialect().instant(row, "changed_at"),
                row.getString("principal"),
                row.getString("resource"),
                row.getString("target"),
                row.getString("action"),
                row.getString("new_value"),
                row.getString("old_value"),
                NullableColumn.number(row, "jobs"));
    }

    /**
     * Removes up to this many rows that are older than 90 days, or than the newest 10,000. Returns how many. Finds them by id, which grows with the
     * time, so that no further index is needed.
     */
    public int purge(int limit) {
        long last = database.first(
                        "SELECT id FROM baton_change ORDER BY id DESC LIMIT 1 OFFSET " + MOST_KEPT,
                        (row, number) -> row.getLong("id"))
                .orElse(0L);
        List<Long> old = database.list(
                "SELECT id FROM baton_change WHERE id <= ? OR changed_at < {statementTime} - INTERVAL '" + DAYS_KEPT
                        + "' DAY ORDER BY id LIMIT " + limit + " {skipLocked}",
                Long.class,
                last);
        return old.isEmpty() ? 0 : database.rows("baton_change").delete(old, "TRUE");
    }
}
