package io.baton.monitor.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.NullableColumn;
import io.baton.job.jdbc.Condition;
import io.baton.type.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Explains why the jobs of a queue or type do not start. */
record QueueReasons(Database database) {

    private static final int MOST_QUEUES = 1_000;

    static String pauseLeft(Dialect dialect) {
        return dialect.microsUntil("MAX(paused_until)");
    }

    Diagnosis ofQueue(String queue) {
        Dialect dialect = database.dialect();
        String ready = "baton_job WHERE state = 1 AND queue = ?";
        String head = " FROM " + ready + Condition.orderOfClaims(dialect) + " LIMIT 1)";
        String scheduled = "SELECT COUNT(*) AS of_all, SUM(CASE WHEN queue = ? THEN 1 ELSE 0 END) AS jobs,"
                + " MIN(CASE WHEN queue = ? THEN due_at END) AS due_at FROM (SELECT queue, due_at FROM baton_job WHERE state = 0"
                + " ORDER BY due_at, id LIMIT " + Reasons.MOST_COUNTED + ") AS part";
        String select = "SELECT (SELECT " + pauseLeft(dialect) + " FROM baton_pause WHERE queue = ?) AS paused,"
                + " (SELECT COUNT(*) FROM (SELECT 1 FROM " + ready + " LIMIT " + Reasons.MOST_COUNTED
                + ") AS ready) AS ready,"
                + " (SELECT type" + head + " AS head, (SELECT " + dialect.microsUntil("due_at") + head
                + " AS head_due_in,"
                + Reasons.running() + " AS running, "
                + Reasons.completed(dialect.statementTime()) + " AS completed, scheduled.jobs AS scheduled, "
                + dialect.microsUntil("scheduled.due_at") + " AS due_in, scheduled.of_all FROM (" + scheduled
                + ") AS scheduled";
        Counts counts = database.query(
                        select,
                        (row, number) -> new Counts(
                                NullableColumn.number(row, "paused"),
                                row.getLong("ready"),
                                row.getString("head"),
                                row.getLong("head_due_in"),
                                row.getLong("running"),
                                row.getLong("scheduled"),
                                row.getLong("due_in"),
                                row.getLong("completed"),
                                row.getLong("of_all") == Reasons.MOST_COUNTED),
                        queue,
                        queue,
                        queue,
                        queue,
                        queue,
                        queue,
                        queue,
                        queue)
                .get(0);
        Reasons reasons = new Reasons();
        reasons.addPause(queue, counts.paused);
        LivingWorkers workers = LivingWorkers.read(database);
        if (workers.served(queue, reasons) && counts.head != null) {
            workers.known(queue, counts.head, reasons);
        }
        limits(queue, reasons);
        String name = Reasons.quoted(queue);
        if (counts.ready > 0 && reasons.isEmpty() && counts.running == 0 && -counts.headDueIn > JobReasons.LONG) {
            reasons.add(
                    Cause.OVERDUE,
                    "The first of " + Reasons.count(counts.ready) + " of the queue " + name + " has been due for "
                            + Reasons.span(counts.headDueIn) + ", and none of them runs",
                    "See the health and the log of the nodes that serve " + name
                            + "; another transaction may have locked the row of its first job");
        } else if (counts.ready > 0) {
            reasons.add(
                    counts.running > 0
                            ? Cause.BEHIND_OTHERS
                            : reasons.isEmpty() ? Cause.READY_SOON : Cause.BEHIND_OTHERS,
                    "Ready in the queue " + name + ": " + Reasons.queueing(counts.ready, counts.completed)
                            + (counts.running < 0 ? "" : ". " + counts.running + " run now"),
                    "If the queue " + name + " grows, add nodes or concurrency for it");
        } else if (counts.running > 0) {
            reasons.add(
                    Cause.RUNNING,
                    Reasons.count(counts.running) + " of the queue " + name + " run, and none is ready",
                    null);
        } else if (counts.scheduled > 0) {
            reasons.add(
                    Cause.NOT_DUE,
                    Reasons.count(counts.scheduled) + " of the queue " + name + " scheduled; the first is due "
                            + (counts.dueIn > 0 ? "in " + Reasons.span(counts.dueIn) : "now"),
                    "Wait, or reschedule jobs of the queue " + name + " to an earlier time");
        } else if (reasons.isEmpty()) {
            reasons.add(
                    Cause.NO_JOBS,
                    "The queue " + name + " has no jobs that wait for a worker, and none that waits for a time"
                            + (counts.others ? " among the first 10,000 of all queues that do" : ""),
                    counts.others
                            ? "Search the scheduled jobs of the queue " + name
                            : "Check whether the transaction that enqueued the job has committed, and into which queue");
        }
        return reasons.diagnosis();
    }

    private record Counts(
            @Nullable Long paused,
            long ready,
            @Nullable String head,
            long headDueIn,
            long running,
            long scheduled,
            long dueIn,
            long completed,
            boolean others) {}

    /** Adds the limits for which most of its jobs wait. */
    private void limits(String queue, Reasons reasons) {
        database.forEach(
                "SELECT name, COUNT(*) AS jobs FROM (SELECT name, queue FROM baton_permit WHERE state = 1 LIMIT "
                        + Reasons.MOST_COUNTED
                        + ") AS waiting WHERE queue = ? GROUP BY name ORDER BY jobs DESC, name LIMIT 3",
                row -> {
                    String stored = row.getString("name");
                    boolean rate = Names.isRate(stored);
                    String limit = (rate ? "the rate " : "the semaphore ") + Reasons.quoted(Names.shownLimit(stored));
                    reasons.add(
                            rate ? Cause.WAITS_FOR_RATE : Cause.WAITS_FOR_PERMIT,
                            Reasons.count(row.getLong("jobs")) + " of the queue wait for " + limit,
                            "See " + limit + ": its " + (rate ? "rate" : "capacity, and which jobs hold it"));
                },
                queue);
    }

    Diagnosis ofType(String type) {
        LivingWorkers workers = LivingWorkers.read(database);
        List<Part> parts = database.query(
                "SELECT queue, state, COUNT(*) AS jobs FROM (SELECT CASE WHEN type = ? THEN queue END AS queue,"
                        + " CASE WHEN type = ? THEN state END AS state FROM baton_job ORDER BY id DESC LIMIT "
                        + Reasons.MOST_COUNTED + ") AS newest GROUP BY queue, state ORDER BY queue, state",
                (row, number) -> new Part(row.getString("queue"), row.getInt("state"), row.getLong("jobs")),
                type,
                type);
        boolean others = parts.stream().mapToLong(Part::jobs).sum() == Reasons.MOST_COUNTED;
        parts.removeIf(part -> part.queue == null);
        Reasons reasons = new Reasons();
        Set<String> queues = new TreeSet<>();
        parts.stream().filter(part -> part.state < 4).forEach(part -> queues.add(requireNonNull(part.queue)));
        pauses(queues, reasons);
        queues.forEach(queue -> {
            if (workers.served(queue, reasons)) {
                workers.known(queue, type, reasons);
            }
        });
        if (queues.isEmpty() && !workers.know(type)) {
            workers.known("default", type, reasons);
        }
        states(type, parts, others, reasons);
        return reasons.diagnosis();
    }

    private record Part(@Nullable String queue, int state, long jobs) {}

    private void pauses(Set<String> queues, Reasons reasons) {
        database.forEach(
                "SELECT queue, " + pauseLeft(database.dialect())
                        + " AS paused FROM baton_pause GROUP BY queue ORDER BY queue LIMIT " + MOST_QUEUES,
                row -> {
                    if (queues.contains(row.getString("queue"))) {
                        reasons.addPause(row.getString("queue"), row.getLong("paused"));
                    }
                });
    }

    private static void states(String type, List<Part> parts, boolean others, Reasons reasons) {
        List<String> states = new ArrayList<>();
        long[] jobs = new long[6];
        parts.forEach(part -> jobs[part.state] += part.jobs);
        String[] words = {"scheduled", "ready", "running", "waiting for permits, steps or batches", "", "dead"};
        for (int state = 0; state < words.length; state++) {
            if (jobs[state] > 0) {
                states.add(jobs[state] + " " + words[state]);
            }
        }
        Cause cause = jobs[1] > 0
                ? Cause.BEHIND_OTHERS
                : jobs[2] > 0
                        ? Cause.RUNNING
                        : jobs[3] > 0
                                ? Cause.ITEMS_OPEN
                                : jobs[0] > 0 ? Cause.NOT_DUE : jobs[5] > 0 ? Cause.DEAD : Cause.NO_JOBS;
        String name = Reasons.quoted(type);
        reasons.add(
                cause,
                states.isEmpty()
                        ? "There are no jobs of the type " + name + (others ? " among the newest 10,000" : "")
                        : "Jobs of the type " + name + (others ? " among the newest 10,000 of all types" : "") + ": "
                                + String.join(", ", states),
                switch (cause) {
                    case DEAD ->
                        "See the errors of the dead jobs of the type " + name + ", fix the cause, and revive them";
                    case NO_JOBS ->
                        others
                                ? "Search the jobs of the type " + name + " among older ones"
                                : "Check whether the transaction that enqueues " + name + " has committed";
                    default -> "See one job of the type " + name + " for what it waits for";
                });
    }
}
