package io.baton.monitor.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.NullableColumn;
import io.baton.job.StateCode;
import io.baton.job.jdbc.Condition;
import io.baton.type.Names;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explains why the jobs of a queue or type do not start. */
record QueueReasons(Database database) {

    static String pauseLeft(Dialect dialect) {
        return "{until MAX(paused_until)}";
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
                + " (SELECT type" + head + " AS head, (SELECT {until due_at}" + head
                + " AS head_due_in,"
                + Reasons.countedOfQueue("baton_job WHERE state = 2") + " AS running, "
                + Reasons.completed("{statementTime}")
                + " AS completed, (SELECT COUNT(*) FROM (SELECT 1 FROM baton_permit WHERE state = 1 LIMIT "
                + Reasons.MOST_COUNTED
                + ") AS waiting) AS waiting, scheduled.jobs AS scheduled, {until scheduled.due_at} AS due_in, scheduled.of_all FROM ("
                + scheduled
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
                                row.getLong("of_all"),
                                row.getLong("waiting")),
                        Collections.nCopies(8, queue).toArray())
                .get(0);
        Reasons reasons = new Reasons();
        reasons.addPause(queue, counts.paused);
        LivingWorkers workers = LivingWorkers.read(database);
        boolean open = workers.served(queue, reasons)
                && (counts.head == null || workers.known(queue, counts.head, reasons))
                && reasons.isEmpty();
        limits(queue, counts.waitingOfAll, reasons);
        String name = Reasons.quoted(queue);
        String locked = "See the health and the log of the nodes that serve " + name
                + "; another transaction may have locked the row of its first job";
        boolean readyLate = counts.running <= 0 && -counts.headDueIn > Reasons.A_MOMENT;
        boolean scheduledLate = -counts.dueIn > Reasons.A_MOMENT;
        if (counts.ready > 0 && open) {
            reasons.add(
                    readyLate ? Cause.OVERDUE : counts.running > 0 ? Cause.BEHIND_OTHERS : Cause.READY_SOON,
                    "Ready in the queue " + name + ": " + Reasons.queueing(counts.ready, counts.completed)
                            + ". The first has been due for " + Reasons.span(counts.headDueIn) + "; "
                            + Reasons.claimed(counts.running) + workers.unread(),
                    readyLate
                            ? locked + Reasons.orBusy(counts.running)
                            : "If the queue " + name + " grows, add nodes or concurrency for it");
        } else if (counts.running > 0 && !scheduledLate) {
            reasons.add(
                    Cause.RUNNING,
                    "Claimed in the queue " + name + ": " + Reasons.count(counts.running)
                            + ". Claimed jobs run, or wait in the memory of a node",
                    null);
        } else if (counts.scheduled > 0) {
            reasons.add(
                    scheduledLate ? Cause.OVERDUE : Cause.NOT_DUE,
                    "Scheduled in the queue " + name + ": " + Reasons.count(counts.scheduled)
                            + Reasons.among(counts.scheduledOfAll, counts.scheduled) + "; the first "
                            + (counts.dueIn > 0 ? "is due in " : "has been due for ") + Reasons.span(counts.dueIn),
                    scheduledLate ? locked : "Wait, or reschedule jobs of the queue " + name + " to an earlier time");
        } else if (reasons.isEmpty()) {
            String unread = Reasons.among(Math.max(counts.scheduledOfAll, counts.waitingOfAll), 0);
            reasons.add(
                    Cause.NO_JOBS,
                    "The queue " + name
                            + " has no jobs that wait for a worker, and none that waits for a time or permit" + unread
                            + "; " + Reasons.claimed(counts.running),
                    unread.isEmpty()
                            ? "Check whether the transaction that enqueued the job has committed, and into which queue"
                            : "Search the scheduled and blocked jobs of the queue " + name);
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
            long scheduledOfAll,
            long waitingOfAll) {}

    /** Adds the limits for which most of its jobs wait. */
    private void limits(String queue, long ofAll, Reasons reasons) {
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
                            Reasons.count(row.getLong("jobs")) + " of the queue wait for " + limit
                                    + Reasons.among(ofAll, row.getLong("jobs")),
                            "See " + limit + ": its " + (rate ? "rate" : "capacity, and which jobs hold it"));
                },
                queue);
    }

    Diagnosis ofType(String type) {
        Dialect dialect = database.dialect();
        LivingWorkers workers = LivingWorkers.read(database);
        List<Part> parts = database.query(
                "SELECT queue, stage, jobs, (SELECT " + pauseLeft(dialect)
                        + " FROM baton_pause p WHERE p.queue = part.queue) AS paused FROM (SELECT queue, stage, COUNT(*) AS jobs FROM"
                        + " (SELECT CASE WHEN type = ? THEN queue END AS queue, CASE WHEN type = ? THEN CASE WHEN state = 0 AND {until due_at} < -"
                        + Reasons.A_MOMENT
                        + " THEN -1 ELSE state END END AS stage FROM baton_job ORDER BY id DESC LIMIT "
                        + Reasons.MOST_COUNTED + ") AS newest GROUP BY queue, stage) AS part ORDER BY queue, stage",
                (row, number) -> new Part(
                        row.getString("queue"),
                        Stage.of(row.getInt("stage")),
                        row.getLong("jobs"),
                        NullableColumn.number(row, "paused")),
                type,
                type);
        boolean others = parts.stream().mapToLong(Part::jobs).sum() == Reasons.MOST_COUNTED;
        parts.removeIf(part -> part.queue == null);
        Reasons reasons = new Reasons();
        Set<String> queues = new TreeSet<>();
        Set<String> held = new HashSet<>();
        for (Part part : parts) {
            String queue = requireNonNull(part.queue);
            if (part.stage != Stage.DEAD && queues.add(queue) && reasons.addPause(queue, part.paused)) {
                held.add(queue);
            }
        }
        queues.stream()
                .filter(queue -> !workers.served(queue, reasons) || !workers.known(queue, type, reasons))
                .forEach(held::add);
        if (queues.isEmpty() && !workers.know(type)) {
            workers.known("default", type, reasons);
        }
        parts.removeIf(part -> part.stage == Stage.READY && held.contains(part.queue));
        if (queues.isEmpty() || !parts.isEmpty()) {
            stages(type, parts, others, reasons);
        }
        return reasons.diagnosis();
    }

    /** Jobs of a type in one queue; of all other types together if this is null. */
    private record Part(
            @Nullable String queue,
            Stage stage,
            long jobs,
            @Nullable Long paused) {}

    /** How far jobs of a type are. The first stage of any names the cause. */
    private enum Stage {
        OVERDUE("overdue", Cause.OVERDUE),
        READY("ready", Cause.BEHIND_OTHERS),
        CLAIMED("claimed", Cause.RUNNING),
        BLOCKED("waiting for permits, steps or batches", Cause.ITEMS_OPEN),
        SCHEDULED("scheduled", Cause.NOT_DUE),
        DEAD("dead", Cause.DEAD);

        private final String word;
        private final Cause cause;

        Stage(String word, Cause cause) {
            this.word = word;
            this.cause = cause;
        }

        /** Returns the stage of a stored state; -1 stands for scheduled jobs that have been due for longer than a moment. */
        static Stage of(int code) {
            return code < 0 ? OVERDUE : valueOf(StateCode.state(code).name());
        }
    }

    private static void stages(String type, List<Part> parts, boolean others, Reasons reasons) {
        Map<Stage, Long> jobs = new EnumMap<>(Stage.class);
        parts.forEach(part -> jobs.merge(part.stage, part.jobs, Long::sum));
        String name = Reasons.quoted(type);
        if (jobs.isEmpty()) {
            reasons.add(
                    Cause.NO_JOBS,
                    "There are no jobs of the type " + name + (others ? " among the newest 10,000" : ""),
                    others
                            ? "Search the jobs of the type " + name + " among older ones"
                            : "Check whether the transaction that enqueues " + name + " has committed");
            return;
        }
        Cause cause = jobs.keySet().iterator().next().cause;
        reasons.add(
                cause,
                "Jobs of the type " + name + (others ? " among the newest 10,000 of all types" : "") + ": "
                        + jobs.entrySet().stream()
                                .map(stage -> stage.getValue() + " " + stage.getKey().word)
                                .collect(Collectors.joining(", ")),
                cause == Cause.DEAD
                        ? "See the errors of the dead jobs of the type " + name + ", fix the cause, and revive them"
                        : "See one job of the type " + name + " for what it waits for");
    }
}
