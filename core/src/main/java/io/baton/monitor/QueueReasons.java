package io.baton.monitor;

import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.database.NullableColumn;
import io.baton.job.ShareNames;
import io.baton.type.Names;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explains why the jobs of a queue or type do not start. */
record QueueReasons(Database database, Calendars calendars) {

    /** Each ? is the queue. The first job is the next to be claimed. Scheduled and waiting jobs are counted among the first of all queues. */
    private static final String QUEUE = """
            SELECT
                (SELECT {until MAX(paused_until)} FROM baton_pause WHERE queue = ?) AS paused,
                (SELECT COUNT(*) FROM (SELECT 1 FROM baton_job WHERE state = 1 AND queue >= ? AND queue < ? LIMIT %1$s) AS part) AS ready,
                (SELECT type FROM baton_job WHERE state = 1 AND queue >= ? AND queue < ?%2$s LIMIT 1) AS first_type,
                (SELECT {until due_at} FROM baton_job WHERE state = 1 AND queue >= ? AND queue < ?%2$s LIMIT 1) AS first_due_in,
                %3$s AS claimed,
                %4$s AS completed,
                scheduled.jobs AS scheduled, {until scheduled.due_at} AS scheduled_due_in, scheduled.of_all AS scheduled_of_all,
                (SELECT COUNT(*) FROM (SELECT 1 FROM baton_permit WHERE state = 1 LIMIT %1$s) AS part) AS waiting_of_all,
                (SELECT SUM(CASE WHEN queue >= ? AND queue < ? THEN 1 ELSE 0 END) FROM (%5$s) AS part) AS suspended
            FROM (
                SELECT COUNT(*) AS of_all, SUM(CASE WHEN queue >= ? AND queue < ? THEN 1 ELSE 0 END) AS jobs,
                    MIN(CASE WHEN queue >= ? AND queue < ? THEN due_at END) AS due_at
                FROM (SELECT queue, due_at FROM baton_job WHERE state = 0 ORDER BY due_at, id LIMIT %1$s) AS part
            ) AS scheduled""";

    private static final String LIMITS = """
            SELECT name, COUNT(*) AS jobs
            FROM (SELECT name, queue FROM baton_permit WHERE state = 1 LIMIT %s) AS waiting
            WHERE queue = ? GROUP BY name ORDER BY jobs DESC, name LIMIT 3""".formatted(Reasons.MOST_COUNTED);

    /** Counts the newest jobs by queue and stage. All other types have one row without a queue. */
    private static final String TYPE =
            """
            SELECT queue, stage, jobs,
                (SELECT {until MAX(paused_until)} FROM baton_pause p WHERE p.queue = part.queue) AS paused
            FROM (
                SELECT queue, stage, COUNT(*) AS jobs FROM (
                    SELECT
                        CASE WHEN type = ? THEN %3$s END AS queue,
                        CASE WHEN type <> ? THEN NULL
                            WHEN state = 0 AND {until due_at} < -%s THEN 'OVERDUE'
                            WHEN state = 0 THEN 'SCHEDULED'
                            WHEN state = 1 THEN 'READY'
                            WHEN state = 2 THEN 'CLAIMED'
                            WHEN state = 3 THEN 'BLOCKED'
                            WHEN state = 7 THEN 'SUSPENDED'
                            ELSE 'DEAD' END AS stage
                    FROM baton_job ORDER BY id DESC LIMIT %s) AS newest
                GROUP BY queue, stage) AS part
            ORDER BY queue, stage""".formatted(Reasons.A_MOMENT, Reasons.MOST_COUNTED, ShareNames.queueIn("queue"));

    Diagnosis ofQueue(String queue) {
        String select = QUEUE.formatted(
                Reasons.MOST_COUNTED,
                database.dialect().orderByIndex("state", "queue, job_rank, due_at, id"),
                Reasons.countedOfQueue("baton_job WHERE state = 2"),
                Reasons.COMPLETED,
                Reasons.suspended(Reasons.MOST_COUNTED));
        // the first name is the pause's, which is of the whole queue; the others begin the names of the shares
        List<String> parameters = new ArrayList<>(List.of(queue));
        Collections.nCopies(8, List.of(queue, ShareNames.end(queue))).forEach(parameters::addAll);
        Counts counts = database.query(
                        select,
                        (row, number) -> new Counts(
                                NullableColumn.number(row, "paused"),
                                row.getLong("ready"),
                                row.getString("first_type"),
                                row.getLong("first_due_in"),
                                row.getLong("claimed"),
                                row.getLong("completed"),
                                row.getLong("scheduled"),
                                row.getLong("scheduled_due_in"),
                                row.getLong("scheduled_of_all"),
                                row.getLong("waiting_of_all"),
                                row.getLong("suspended")),
                        parameters.toArray())
                .get(0);
        Reasons reasons = new Reasons();
        boolean open = LivingWorkers.read(database, calendars).open(queue, counts.firstType, counts.paused, reasons);
        limits(queue, counts.waitingOfAll, reasons);
        boolean late = counts.scheduledDueIn < -Reasons.A_MOMENT;
        String name = Reasons.quoted(queue);
        if (counts.ready > 0 && open) {
            ready(name, counts, reasons);
        } else if (counts.claimed > 0 && !late) {
            reasons.add(
                    Cause.RUNNING,
                    "Claimed in the queue " + name + ": " + Reasons.count(counts.claimed)
                            + ". Claimed jobs run, or wait in the memory of a node",
                    null);
        } else if (counts.scheduled > 0 && (open || !late)) {
            scheduled(name, counts, late, reasons);
        } else if (counts.suspended > 0) {
            reasons.add(
                    Cause.SUSPENDED,
                    "Waiting in a step, for a time or a signal: " + Reasons.count(counts.suspended) + " of the queue "
                            + name,
                    "See one job of the queue " + name + " for what it waits for");
        } else if (reasons.isEmpty()) {
            none(name, counts, reasons);
        }
        return reasons.diagnosis();
    }

    /** The numbers of jobs of a queue, and the due times of the first ones. Claimed and completed jobs are -1 if they were not counted. */
    private record Counts(
            @Nullable Long paused,
            long ready,
            @Nullable String firstType,
            long firstDueIn,
            long claimed,
            long completed,
            long scheduled,
            long scheduledDueIn,
            long scheduledOfAll,
            long waitingOfAll,
            long suspended) {}

    /** Adds the limits that most jobs of the queue wait for. */
    private void limits(String queue, long ofAll, Reasons reasons) {
        database.forEach(
                LIMITS,
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

    private static void ready(String queue, Counts counts, Reasons reasons) {
        String found = "Ready in the queue " + queue + ": " + Reasons.queueing(counts.ready, counts.completed)
                + ". The first has been due for " + Reasons.span(counts.firstDueIn) + "; "
                + Reasons.claimed(counts.claimed);
        if (counts.claimed <= 0 && counts.firstDueIn < -Reasons.A_MOMENT) {
            reasons.add(Cause.OVERDUE, found, locked(queue) + Reasons.orBusy(counts.claimed));
        } else {
            boolean many = counts.claimed > 0 || counts.ready >= Reasons.MOST_COUNTED;
            reasons.add(
                    many ? Cause.BEHIND_OTHERS : Cause.READY_SOON,
                    found,
                    "If the queue " + queue + " grows, add nodes or concurrency for it");
        }
    }

    private static String locked(String queue) {
        return "See the health and the log of the nodes that serve " + queue
                + "; another transaction may have locked the row of its first job";
    }

    private static void scheduled(String queue, Counts counts, boolean late, Reasons reasons) {
        reasons.add(
                late ? Cause.OVERDUE : Cause.NOT_DUE,
                "Scheduled in the queue " + queue + ": " + Reasons.count(counts.scheduled)
                        + Reasons.among(counts.scheduledOfAll, counts.scheduled) + "; the first "
                        + (counts.scheduledDueIn > 0 ? "is due in " : "has been due for ")
                        + Reasons.span(counts.scheduledDueIn),
                late ? locked(queue) : "Wait, or reschedule jobs of the queue " + queue + " to an earlier time");
    }

    private static void none(String queue, Counts counts, Reasons reasons) {
        String among = Reasons.among(Math.max(counts.scheduledOfAll, counts.waitingOfAll), 0);
        reasons.add(
                Cause.NO_JOBS,
                "The queue " + queue + " has no jobs that wait for a worker, and none that waits for a time or permit"
                        + among + "; " + Reasons.claimed(counts.claimed),
                among.isEmpty()
                        ? "Check whether the transaction that enqueued the job has committed, and into which queue"
                        : "Search the scheduled and blocked jobs of the queue " + queue);
    }

    Diagnosis ofType(String type) {
        LivingWorkers workers = LivingWorkers.read(database, calendars);
        List<Part> parts = new ArrayList<>();
        long[] read = {0};
        database.forEach(
                TYPE,
                row -> {
                    read[0] += row.getLong("jobs");
                    String queue = row.getString("queue");
                    if (queue != null) {
                        Stage stage = Stage.valueOf(row.getString("stage"));
                        parts.add(new Part(queue, stage, row.getLong("jobs"), NullableColumn.number(row, "paused")));
                    }
                },
                type,
                type);
        Map<String, @Nullable Long> pauses = new TreeMap<>();
        parts.stream()
                .filter(part -> part.stage != Stage.DEAD && part.stage != Stage.SUSPENDED)
                .forEach(part -> pauses.put(part.queue, part.paused));
        Reasons reasons = new Reasons();
        pauses.forEach((queue, paused) -> {
            if (!workers.open(queue, type, paused, reasons)) {
                parts.removeIf(part -> part.stage.due && queue.equals(part.queue));
            }
        });
        if (pauses.isEmpty() && !workers.know(type)) {
            workers.known("default", type, reasons);
        }
        if (pauses.isEmpty() || !parts.isEmpty()) {
            stages(type, parts, read[0] >= Reasons.MOST_COUNTED, reasons);
        }
        return reasons.diagnosis();
    }

    /** The number of jobs of a type in one queue and stage. */
    private record Part(
            String queue, Stage stage, long jobs, @Nullable Long paused) {}

    /** The stage of jobs of a type, as the statement names it. The first stage that has jobs gives the cause. */
    private enum Stage {
        OVERDUE("overdue", Cause.OVERDUE, true),
        READY("ready", Cause.BEHIND_OTHERS, true),
        CLAIMED("claimed", Cause.RUNNING, false),
        BLOCKED("waiting for permits, turns, steps or batches", Cause.ITEMS_OPEN, false),
        SUSPENDED("waiting in a step", Cause.SUSPENDED, false),
        SCHEDULED("scheduled", Cause.NOT_DUE, false),
        DEAD("dead", Cause.DEAD, false);

        private final String word;
        private final Cause cause;
        /** Whether a pause, or the lack of a worker, explains why the jobs of the stage do not start. */
        private final boolean due;

        Stage(String word, Cause cause, boolean due) {
            this.word = word;
            this.cause = cause;
            this.due = due;
        }
    }

    private static void stages(String type, List<Part> parts, boolean more, Reasons reasons) {
        Map<Stage, Long> jobs = new EnumMap<>(Stage.class);
        parts.forEach(part -> jobs.merge(part.stage, part.jobs, Long::sum));
        String name = Reasons.quoted(type);
        if (jobs.isEmpty()) {
            reasons.add(
                    Cause.NO_JOBS,
                    "There are no jobs of the type " + name + (more ? " among the newest 10,000" : ""),
                    more
                            ? "Search the jobs of the type " + name + " among older ones"
                            : "Check whether the transaction that enqueues " + name + " has committed");
            return;
        }
        Cause cause = jobs.keySet().iterator().next().cause;
        reasons.add(
                cause,
                "Jobs of the type " + name + (more ? " among the newest 10,000 of all types" : "") + ": "
                        + jobs.entrySet().stream()
                                .map(stage -> Math.min(stage.getValue(), 10_000) + " " + stage.getKey().word)
                                .collect(Collectors.joining(", ")),
                cause == Cause.DEAD
                        ? "See the errors of the dead jobs of the type " + name + ", fix the cause, and revive them"
                        : "See one job of the type " + name + " for what it waits for");
    }
}
