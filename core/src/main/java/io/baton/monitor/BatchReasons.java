package io.baton.monitor;

import io.baton.BatchId;
import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.batch.BatchStore;
import io.baton.batch.FoundBatch;
import io.baton.database.Database;
import io.baton.job.StateCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Explains why a batch or flow has not ended. */
record BatchReasons(Database database) {

    private static final String OPEN_JOBS = """
            FROM baton_batch_group g
            JOIN baton_job j ON j.id BETWEEN g.first_job AND g.last_job AND j.batch_group = g.id
            WHERE g.batch_id = ? AND g.ended = FALSE""";

    private static final String STATES = """
            SELECT state, COUNT(*) AS jobs FROM (SELECT j.state %s LIMIT %s) AS jobs
            GROUP BY state ORDER BY state""".formatted(OPEN_JOBS, Reasons.MOST_COUNTED);

    private static final String DEAD_JOBS = "SELECT j.id " + OPEN_JOBS + " AND g.dead > 0 AND j.state = 5 LIMIT 5";

    /** Selects the open steps, running ones first. Each has a row for every open step that it waits for. */
    private static final String STEPS = """
            SELECT part.name, part.remaining, part.dead, part.blocked, awaited.name AS after_name
            FROM (
                SELECT s.step, s.name, SUM(g.remaining) AS remaining, SUM(g.dead) AS dead, MAX(g.blocked) AS blocked
                FROM baton_batch_group g JOIN baton_flow_step s ON s.batch_id = g.batch_id AND s.step = g.step
                WHERE g.batch_id = ? AND g.ended = FALSE%s
                GROUP BY s.step, s.name ORDER BY MAX(g.blocked), s.step LIMIT 10) AS part
            LEFT JOIN (
                SELECT DISTINCT e.step, e.after_step
                FROM baton_flow_edge e
                JOIN baton_batch_group b ON b.batch_id = e.batch_id AND b.ended = FALSE AND b.step = e.after_step
                WHERE e.batch_id = ?) AS edge ON edge.step = part.step
            LEFT JOIN baton_flow_step awaited ON awaited.batch_id = ? AND awaited.step = edge.after_step
            ORDER BY part.blocked, part.step, awaited.step LIMIT 10000""";

    /** Explains a batch or flow; {@code requested} is the word for it if it does not exist. */
    Diagnosis of(BatchId id, String requested) {
        FoundBatch batch = new BatchStore(database).status(id.value()).orElse(null);
        if (batch == null) {
            return Reasons.only(
                    Cause.UNKNOWN_OR_UNCOMMITTED,
                    "There is no " + requested + " " + id
                            + ": its transaction is not committed or was rolled back, or it was removed",
                    "Check whether that transaction has committed; baton.batches.retention says how long ended ones are kept");
        }
        String kind = batch.flow() ? "flow" : "batch";
        if (batch.complete()) {
            return Reasons.only(
                    Cause.ENDED,
                    "The " + kind + " " + id + " has ended" + (batch.wasCancelled() ? ": it was cancelled" : ""),
                    null);
        }
        Reasons reasons = new Reasons();
        if (batch.wasCancelled()) {
            reasons.add(
                    Cause.CANCEL_REQUESTED,
                    "The " + kind + " " + id + " was cancelled, and " + batch.remaining()
                            + " of its items have not ended",
                    "Wait for the handlers that run; cancel dead jobs of " + kind + " " + id);
        }
        if (!batch.sealed()) {
            reasons.add(
                    Cause.NOT_SEALED,
                    "The batch " + id + " is not sealed, so more items may come",
                    "Call Batch.seal for the batch " + id + " once all items are added");
        }
        dead(kind, batch, reasons);
        if (batch.flow()) {
            steps(id, reasons);
        } else {
            states(batch, reasons);
        }
        if (reasons.isEmpty()) {
            reasons.add(
                    Cause.READY_SOON, "All items of the " + kind + " " + id + " have ended: it ends in a moment", null);
        }
        return reasons.diagnosis();
    }

    private void dead(String kind, FoundBatch batch, Reasons reasons) {
        if (batch.dead() > 0) {
            boolean stuck = batch.remaining() - batch.blocked() == batch.dead();
            reasons.add(
                    stuck ? Cause.STUCK : Cause.DEAD,
                    batch.dead() + " of its " + batch.items() + " items are dead"
                            + (stuck ? ", and nothing else is left that could run" : ""),
                    "Fix the cause, then revive the dead jobs of " + kind + " " + batch.id()
                            + " (revive-dead), or cancel them (cancel-dead)",
                    deadJobs(batch.id()));
        }
    }

    private List<JobId> deadJobs(BatchId id) {
        return database.list(DEAD_JOBS, Long.class, id.value()).stream()
                .sorted()
                .map(JobId::new)
                .toList();
    }

    private void states(FoundBatch batch, Reasons reasons) {
        if (batch.remaining() == batch.dead()) {
            return;
        }
        List<String> states = new ArrayList<>();
        long[] jobs = {0};
        database.forEach(
                STATES,
                row -> {
                    JobState state = StateCode.state(row.getInt("state"));
                    jobs[0] += row.getLong("jobs");
                    states.add(row.getLong("jobs") + " " + state.name().toLowerCase(Locale.ROOT));
                },
                batch.id().value());
        if (jobs[0] < Reasons.MOST_COUNTED && jobs[0] < batch.remaining()) {
            states.add(batch.remaining() - jobs[0]
                    + " that are no waiting jobs: other batches, items of other systems, or about to be counted");
        }
        reasons.add(
                Cause.ITEMS_OPEN,
                batch.remaining() + " of " + batch.items() + " items have not ended: "
                        + (jobs[0] < Reasons.MOST_COUNTED ? "" : "of 10,001 jobs that were read, ")
                        + String.join(", ", states),
                "Check why the open jobs of the batch " + batch.id() + " do not run");
    }

    private void steps(BatchId id, Reasons reasons) {
        openSteps(id, null).forEach((name, step) -> {
            if (step.blocked) {
                reasons.add(
                        Cause.WAITS_FOR_STEPS,
                        "The step " + Reasons.quoted(name) + " waits for " + step.awaited(),
                        null);
            } else if (step.remaining > step.dead) {
                reasons.add(
                        Cause.ITEMS_OPEN,
                        "The step " + Reasons.quoted(name) + " runs: " + Reasons.count(step.remaining - step.dead)
                                + " open, " + step.dead + " dead",
                        "Check why the open jobs of the step " + Reasons.quoted(name) + " do not run");
            }
        });
    }

    /** Adds the steps that the jobs of a step wait for, and dead jobs of the flow. */
    void addAwaited(BatchId flow, long step, @Nullable String name, Reasons reasons) {
        OpenStep open = openSteps(flow, step).values().stream()
                .findFirst()
                .orElseGet(() -> new OpenStep(0, 0, false, List.of()));
        String own = Reasons.quoted(name == null ? String.valueOf(step) : name);
        if (open.after.isEmpty()) {
            reasons.add(
                    Cause.READY_SOON,
                    "The step " + own + " of flow " + flow + " waits for no other: its jobs are released in a moment",
                    null);
            return;
        }
        List<JobId> dead = deadJobs(flow);
        reasons.add(
                Cause.WAITS_FOR_STEPS,
                "Its step " + own + " of flow " + flow + " waits for " + open.awaited(),
                dead.isEmpty()
                        ? "Wait, or check why " + open.awaited() + " of flow " + flow + " do not end"
                        : "See the dead jobs of flow " + flow + ": revive or cancel those of " + open.awaited()
                                + " and of the steps before; if there are none of these, wait",
                dead);
    }

    private Map<String, OpenStep> openSteps(BatchId id, @Nullable Long step) {
        Map<String, OpenStep> steps = new LinkedHashMap<>();
        database.forEach(
                STEPS.formatted(step == null ? "" : " AND g.step = " + step),
                row -> {
                    OpenStep open = new OpenStep(
                            row.getLong("remaining"),
                            row.getLong("dead"),
                            row.getInt("blocked") == 2,
                            new ArrayList<>());
                    OpenStep known = steps.putIfAbsent(row.getString("name"), open);
                    String after = row.getString("after_name");
                    if (after != null) {
                        (known == null ? open : known).after.add(after);
                    }
                },
                id.value(),
                id.value(),
                id.value());
        return steps;
    }

    /** A step that has not ended, and the names of the open steps that it waits for. */
    private record OpenStep(long remaining, long dead, boolean blocked, List<String> after) {

        String awaited() {
            return (after.size() == 1 ? "the step " : "the steps ") + Reasons.names(after);
        }
    }
}
