package io.baton.permit.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.type.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/** The permits of jobs whose rows the transaction has locked. */
record PermitRows(Database database) {

    private static final String RATE = "j.name LIKE '~%'";
    private static final int READY = 1;
    private static final int BLOCKED = 3;

    /** Removes all permits of these jobs; returns the limits of which some may have been held. */
    Set<String> remove(Collection<Long> jobs) {
        Map<String, List<Long>> names = names(jobs);
        if (byWholeKey()) {
            each("DELETE FROM baton_permit WHERE job_id = ? AND name = ?", names);
        } else if (!names.isEmpty()) {
            rows().delete(jobs, "TRUE");
        }
        return givenBack(names);
    }

    /**
     * Gives back the permits of those of these jobs that are in this state, which need them anew later; returns the limits of which some may have
     * been held.
     */
    Set<String> giveBack(Collection<Long> jobs, int jobState) {
        List<Long> giving = inState(jobs, "= " + jobState);
        Map<String, List<Long>> names = names(giving);
        change(giving, names, "state = 0, place = 0", "state <> 0");
        return givenBack(names);
    }

    /**
     * Lets these jobs begin anew, but for those that somebody has claimed by now: those that are ready wait for their first permits, and those
     * that are scheduled for their time. Returns the limits that may have room or waiters now.
     */
    Set<String> beginAnew(Collection<Long> jobs) {
        database.rows("baton_job").update(jobs, "state = 3", List.of(), "state = 1");
        List<Long> unclaimed = inState(jobs, "<> 2");
        Map<String, List<Long>> names = names(unclaimed);
        String due = "due_at = (SELECT b.due_at FROM baton_job b WHERE b.id = job_id)";
        change(unclaimed, names, "state = 0, place = 0, " + due, "TRUE");
        List<Long> waiting = inState(unclaimed, "= " + BLOCKED);
        change(waiting, names(waiting), "state = 1", "position = 0");
        Set<String> touched = givenBack(names);
        touched.addAll(awaited(waiting));
        return touched;
    }

    private List<String> awaited(List<Long> jobs) {
        return jobs.isEmpty()
                ? List.of()
                : database.list(
                        "SELECT DISTINCT j.name FROM " + rows().from() + " AND j.state = 1",
                        String.class,
                        rows().ids(jobs));
    }

    /**
     * On some databases a statement that reaches rows by the first column of their key keeps others from adding rows beside them, for as long as
     * the transaction of an application stays open.
     */
    private boolean byWholeKey() {
        return !database.dialect().verbsAreStatements();
    }

    private void change(Collection<Long> jobs, Map<String, List<Long>> names, String assignments, String condition) {
        if (byWholeKey()) {
            each("UPDATE baton_permit SET " + assignments + " WHERE job_id = ? AND name = ? AND " + condition, names);
        } else if (!jobs.isEmpty()) {
            rows().update(jobs, assignments, List.of(), condition);
        }
    }

    private void each(String statement, Map<String, List<Long>> names) {
        List<Object[]> keys = new ArrayList<>();
        names.forEach((name, jobs) -> jobs.forEach(job -> keys.add(new Object[] {job, name})));
        if (!keys.isEmpty()) {
            database.updateEach(statement, keys);
        }
    }

    /** What is used of a rate never comes back. All others, since the transaction of an application may see them as they were. */
    private static Set<String> givenBack(Map<String, List<Long>> names) {
        return names.keySet().stream()
                .filter(name -> !Names.isRate(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Lets those of these jobs that are ready wait for their rates again, which come after all others of their permits. Returns the limits that
     * have waiters now.
     */
    Set<String> askRatesAgain(Collection<Long> jobs) {
        Map<Long, Waiter> first = firstRates(jobs);
        List<Long> asking = first.isEmpty() ? List.of() : inState(first.keySet(), "= " + READY);
        if (asking.isEmpty()) {
            return Set.of();
        }
        change(asking, rateNames(asking), "state = 0, place = 0", "name LIKE '~%'");
        database.updateEach(
                "UPDATE baton_permit SET state = 1, place = ? WHERE job_id = ? AND name = ?",
                asking.stream()
                        .map(job -> requireNonNull(first.get(job)))
                        .map(rate -> new Object[] {-rate.position(), rate.job(), rate.name()})
                        .toList());
        database.rows("baton_job").update(asking, "state = 3", List.of(), "state = 1");
        return asking.stream().map(job -> requireNonNull(first.get(job)).name()).collect(Collectors.toSet());
    }

    private Map<String, List<Long>> rateNames(List<Long> jobs) {
        Map<String, List<Long>> names = names(jobs);
        names.keySet().removeIf(name -> !Names.isRate(name));
        return names;
    }

    private Map<Long, Waiter> firstRates(Collection<Long> jobs) {
        Map<Long, Waiter> first = new HashMap<>();
        if (jobs.isEmpty()) {
            return first;
        }
        database.forEach(
                "SELECT j.job_id, j.name, j.position FROM " + rows().from() + " AND " + RATE,
                row -> first.merge(
                        row.getLong("job_id"),
                        new Waiter(row.getLong("job_id"), row.getString("name"), row.getInt("position")),
                        BinaryOperator.minBy(Comparator.comparingInt(Waiter::position))),
                rows().ids(jobs));
        return first;
    }

    private record Waiter(long job, String name, int position) {}

    /** A question of its own: asked within the statement that writes, some databases would lock rows of other jobs for it. */
    private List<Long> inState(Collection<Long> jobs, String state) {
        if (jobs.isEmpty()) {
            return List.of();
        }
        RowsById byId = database.rows("baton_job");
        return database.list("SELECT j.id FROM " + byId.from() + " AND j.state " + state, Long.class, byId.ids(jobs));
    }

    /** Returns the names of the limits of these jobs, which never change, each with its jobs. */
    private Map<String, List<Long>> names(Collection<Long> jobs) {
        Map<String, List<Long>> names = new TreeMap<>();
        if (!jobs.isEmpty()) {
            RowsById rows = rows();
            database.forEach(
                    "SELECT j.job_id, j.name FROM " + rows.from(),
                    row -> names.computeIfAbsent(row.getString("name"), name -> new ArrayList<>())
                            .add(row.getLong("job_id")),
                    rows.ids(jobs));
        }
        return names;
    }

    private RowsById rows() {
        return database.rows("baton_permit", "job_id");
    }
}
