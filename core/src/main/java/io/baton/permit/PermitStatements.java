package io.baton.permit;

import io.baton.database.Database;
import io.baton.database.RowsById;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The statements about permits that differ between databases. The default methods fit most databases. */
interface PermitStatements {

    /** The part of a permit that never changes, with the id of its job, or the number of a new one. */
    record Permit(long job, String name, int position) {

        static Permit read(ResultSet row, int number) throws SQLException {
            return new Permit(row.getLong("job_id"), row.getString("name"), row.getInt("position"));
        }
    }

    Database database();

    /** Locks the rows of these limits, counts the held permits in the next statement, and gives the free ones. */
    Admitted admit(Collection<String> names, Set<String> queues, int most);

    /** Returns a selection of this many new permits with {@code job_number}, {@code name} and {@code position}. */
    default String selection(int permits) {
        String row = "SELECT {?integer} AS job_number, {?varchar(202)} AS name, {?integer} AS position";
        return String.join(" UNION ALL ", Collections.nCopies(permits, row));
    }

    /** Returns the parameters of that selection. */
    default List<Object> parameters(List<Permit> permits) {
        return permits.stream()
                .<Object>flatMap(permit -> Stream.of((int) permit.job(), permit.name(), permit.position()))
                .toList();
    }

    /**
     * Changes these permits if they meet the condition, which no other permit of their jobs meets. Names the whole key: on some databases, a
     * statement by a prefix of the key blocks inserts beside the rows until the application's transaction ends.
     */
    default void change(List<Permit> permits, String assignments, String condition) {
        updateEach(
                "UPDATE baton_permit SET " + assignments + " WHERE job_id = ? AND name = ? AND " + condition, permits);
    }

    default List<Permit> of(Collection<Long> jobs) {
        if (jobs.isEmpty()) {
            return List.of();
        }
        RowsById rows = database().rows("baton_permit", "job_id");
        return database().query("SELECT job_id, name, position FROM " + rows.from(), Permit::read, rows.ids(jobs));
    }

    /** Removes and returns all permits of these jobs. */
    default List<Permit> remove(Collection<Long> jobs) {
        List<Permit> permits = of(jobs);
        updateEach("DELETE FROM baton_permit WHERE job_id = ? AND name = ?", permits);
        return permits;
    }

    private void updateEach(String statement, List<Permit> permits) {
        database().updateEach(statement, permits, permit -> new Object[] {permit.job(), permit.name()});
    }
}
