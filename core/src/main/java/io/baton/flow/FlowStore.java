package io.baton.flow;

import io.baton.batch.BatchStore.StepPlace;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Fence;
import io.baton.job.Memberships.StepResults;
import io.baton.job.Ties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Stores the order of steps, and reads results. Each method runs in the transaction of its caller. Not final: tests have one in memory. */
public class FlowStore implements StepResults {

    private static final String ITEMS = """
            SELECT step, SUM(size) AS items, SUM(remaining) AS remaining, SUM(dead) AS dead, SUM(cancelled) AS cancelled,
              MAX(blocked) AS blocked
            FROM baton_batch_group WHERE batch_id = ? AND step IS NOT NULL""";

    private static final String LIVING_FLOWS = """
            SELECT b.id FROM baton_batch_group g JOIN baton_batch b ON b.parent_group = g.id
            WHERE g.batch_id = ? AND g.ended = FALSE AND g.remaining > 0 AND g.first_job IS NULL
              AND b.flow AND b.completed_at IS NULL AND b.cancelled_at IS NULL
            ORDER BY b.id LIMIT\s""";

    private static final String MEMBER = """
            SELECT g.batch_id, g.id, j.batch_index, g.step, j.ties
            FROM baton_job j JOIN baton_batch_group g ON g.id = j.batch_group
            WHERE j.id = ? AND j.lock_id = ? AND j.state = 2 AND g.step IS NOT NULL
            """;

    /** The number of results that one query reads. Each may be as large as a payload. */
    private static final int PORTION = 100;

    private static final String BEFORE = """
             FROM baton_batch_group mine
            JOIN baton_flow_edge e ON e.batch_id = mine.batch_id AND e.step = mine.step
            JOIN baton_flow_step s ON s.batch_id = e.batch_id AND s.step = e.after_step""";

    private final Database database;

    public FlowStore(Database database) {
        this.database = database;
    }

    /** Stores a step with the numbers of the steps that it waits for. */
    public void addStep(long batch, StoredStep step) {
        database.update(
                "INSERT INTO baton_flow_step (batch_id, step, name) VALUES (?, ?, ?)",
                batch,
                step.number(),
                step.name());
        database.updateEach(
                "INSERT INTO baton_flow_edge (batch_id, step, after_step) VALUES (?, ?, ?)", step.after(), before ->
                        new Object[] {batch, step.number(), before});
    }

    /** Returns the steps of a flow, ascending. */
    public List<StoredStep> steps(long batch) {
        Map<Integer, List<Integer>> after = new HashMap<>();
        database.forEach(
                "SELECT step, after_step FROM baton_flow_edge WHERE batch_id = ? ORDER BY step, after_step",
                row -> after.computeIfAbsent(row.getInt("step"), first -> new ArrayList<>())
                        .add(row.getInt("after_step")),
                batch);
        return database.query(
                "SELECT step, name FROM baton_flow_step WHERE batch_id = ? ORDER BY step",
                (row, number) -> {
                    int step = row.getInt("step");
                    return new StoredStep(step, row.getString("name"), after.getOrDefault(step, List.of()));
                },
                batch);
    }

    /** Returns the items of a flow by step, without steps that have none; {@code open} reads only groups that are open or blocked. */
    public Map<Integer, StepItems> items(long batch, boolean open) {
        Map<Integer, StepItems> items = new HashMap<>();
        database.forEach(
                ITEMS + (open ? " AND ended = FALSE" : "") + " GROUP BY step",
                row -> items.put(
                        row.getInt("step"),
                        new StepItems(
                                row.getLong("items"),
                                row.getLong("remaining"),
                                row.getLong("dead"),
                                row.getLong("cancelled"),
                                row.getInt("blocked") == 2)),
                batch);
        return items;
    }

    /**
     * Returns whether any step of these groups has no open group left. Runs one query for each step, because some databases would read all open groups
     * of the flow in a single query.
     */
    public boolean anyStepEnded(long batch, Collection<Long> groups) {
        RowsById byId = database.rows("baton_batch_group");
        return database
                .list(
                        "SELECT DISTINCT j.step FROM " + byId.from() + " AND j.step IS NOT NULL",
                        Integer.class,
                        byId.ids(groups))
                .stream()
                .anyMatch(step -> !database.finds(
                        "SELECT id FROM baton_batch_group WHERE batch_id = ? AND ended = FALSE AND step = ?"
                                + " AND remaining > 0 LIMIT 1",
                        batch,
                        step));
    }

    /**
     * Begins to release the jobs of a step. Updates by primary key: by the batch, some databases would wait for a transaction that adds groups and
     * itself waits for the batch.
     */
    public void unblock(long batch, int step) {
        List<Long> blocked = database.list(
                "SELECT id FROM baton_batch_group WHERE batch_id = ? AND ended = FALSE AND step = ? AND blocked = 2",
                Long.class,
                batch,
                step);
        database.rows("baton_batch_group").update(blocked, "blocked = 1");
    }

    /** Returns the groups of a flow that have jobs to be released, in order. */
    public List<Long> releasing(long batch) {
        return database.list(
                "SELECT id FROM baton_batch_group WHERE batch_id = ? AND ended = FALSE AND blocked = 1 ORDER BY step, id",
                Long.class,
                batch);
    }

    /** Returns up to {@code limit} jobs of a group that are to be released, in order. */
    public List<Long> blockedJobs(long group, int limit) {
        return jobs(group, "state = 3 AND ties >= " + Ties.AWAITS, limit);
    }

    /** Marks a group as released, after all of its jobs were. */
    public void released(long group) {
        database.update("UPDATE baton_batch_group SET blocked = 0, ended = (remaining = 0) WHERE id = ?", group);
    }

    /**
     * Returns up to {@code limit} groups of a flow with jobs that have neither ended nor died. Groups of the last steps come first. A sort by id as
     * well would read all groups of a step, because it is not the order of an index.
     */
    public List<Long> openGroups(long batch, int limit) {
        return database.list(
                "SELECT id FROM baton_batch_group WHERE batch_id = ? AND ended = FALSE AND remaining > dead"
                        + " AND first_job IS NOT NULL ORDER BY step DESC LIMIT " + limit,
                Long.class,
                batch);
    }

    /** Returns up to {@code limit} flows within a flow that are neither complete nor cancelled. */
    public List<Long> livingFlows(long batch, int limit) {
        return database.list(LIVING_FLOWS + limit, Long.class, batch);
    }

    /** Returns up to {@code limit} jobs of a group that either wait or run without a request to stop, and whose steps are not being undone. */
    public List<Long> livingJobs(long group, int limit) {
        return jobs(
                group,
                "(state IN (0, 1, 3, 7) OR (state = 2 AND NOT cancel_requested)) AND NOT " + Ties.sqlHas(Ties.UNDOING),
                limit);
    }

    /** Reads the group's jobs by their first and last id. */
    private List<Long> jobs(long group, String condition, int limit) {
        return database.list(
                "SELECT id FROM baton_job WHERE id BETWEEN (SELECT first_job FROM baton_batch_group WHERE id = ?)"
                        + " AND (SELECT last_job FROM baton_batch_group WHERE id = ?) AND batch_group = ? AND "
                        + condition + " ORDER BY id LIMIT " + limit,
                Long.class,
                group,
                group,
                group);
    }

    /** Returns the position of a job in its flow; empty if this claim was lost, or the job belongs to no flow. */
    public Optional<Member> member(Fence claim) {
        return database.first(
                MEMBER,
                (row, number) -> new Member(
                        row.getLong("batch_id"),
                        row.getLong("id"),
                        row.getInt("batch_index"),
                        row.getInt("step"),
                        (row.getInt("ties") & Ties.RESULT) != 0),
                claim.id(),
                database.dialect().uuid(claim.lockId()));
    }

    /**
     * Removes up to {@code limit} results of these groups; returns whether none is left. Reads the keys of results without locks and without an order,
     * since a sort would read all of them each time. Deletes by primary key, as {@link #forget} does: some databases would scan, and wait for rows
     * that others have just inserted.
     */
    public boolean forgetGroups(Collection<Long> groups, int limit) {
        RowsById results = database.rows("baton_result", "group_id");
        Map<Long, List<Integer>> found = new TreeMap<>();
        database.forEach(
                "SELECT j.group_id, j.item FROM " + results.from() + " LIMIT " + limit,
                row -> found.computeIfAbsent(row.getLong("group_id"), first -> new ArrayList<>())
                        .add(row.getInt("item")),
                results.ids(groups));
        if (found.values().stream().mapToInt(List::size).sum() == limit) {
            found.forEach((group, items) ->
                    results.delete(List.of(group), "item IN (" + Database.marks(items) + ")", items.toArray()));
            return false;
        }
        results.delete(found.keySet(), "TRUE");
        return true;
    }

    /** Removes the steps of a flow and their order. */
    public void forget(long batch) {
        database.rows("baton_flow_edge", "batch_id").delete(List.of(batch), "TRUE");
        database.rows("baton_flow_step", "batch_id").delete(List.of(batch), "TRUE");
    }

    @Override
    public List<Long> groupsBefore(long group, @Nullable String step) {
        String groups = "SELECT g.id" + BEFORE
                + " JOIN baton_batch_group g ON g.batch_id = s.batch_id AND g.step = s.step WHERE mine.id = ?";
        return step == null
                ? database.list(groups + " ORDER BY g.step, g.id", Long.class, group)
                : database.list(groups + " AND s.name = ? ORDER BY g.id", Long.class, group, step);
    }

    @Override
    public List<String> stepsBefore(long group) {
        return database.list("SELECT s.name" + BEFORE + " WHERE mine.id = ? ORDER BY s.step", String.class, group);
    }

    @Override
    public List<StepResult> portion(long group, int after) {
        return database.query(
                "SELECT item, result FROM baton_result WHERE group_id = ? AND item > ? ORDER BY item LIMIT " + PORTION,
                (row, number) -> new StepResult(row.getInt("item"), row.getString("result")),
                group,
                after);
    }

    /** The position of a job in a flow, and whether other steps wait for the results of its step. */
    public record Member(long batch, long group, int index, int step, boolean awaited) {

        /** Returns the position of jobs that are added to the same step, which has started. */
        StepPlace running() {
            return new StepPlace(step, awaited, false);
        }
    }

    /** The items of a step, which is blocked if it waits for other steps. */
    public record StepItems(long items, long remaining, long dead, long cancelled, boolean blocked) {

        public static final StepItems NONE = new StepItems(0, 0, 0, 0, false);
    }

    /**
     * A step of a flow.
     *
     * @param number the number of the step, from 0; it is above the numbers of all steps that this one waits for
     * @param after the numbers of the steps that it waits for
     */
    public record StoredStep(int number, String name, List<Integer> after) {}
}
