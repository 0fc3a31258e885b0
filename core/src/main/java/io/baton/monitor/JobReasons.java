package io.baton.monitor;

import static java.util.Objects.requireNonNull;

import io.baton.BatchId;
import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.Diagnosis.Reason;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.NullableColumn;
import io.baton.job.ClaimedJob;
import io.baton.job.JobSteps;
import io.baton.job.ShareNames;
import io.baton.job.StateCode;
import io.baton.job.Ties;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains why a job does not run. */
record JobReasons(Database database, Calendars calendars) {

    private static final String JOB = """
            SELECT j.*, w.name AS worker, w.dead AS worker_dead, w.dead_after_millis, g.batch_id, g.step, s.name AS step_name, p.name AS permit,
                q.name AS sequence_name, q.state AS turn, (SELECT t.job_id FROM baton_turn t WHERE t.name = q.name) AS head,
                {until j.due_at} AS due_in, {until j.claimed_at} AS claimed_in, {until w.seen_at} AS seen_in,
                (SELECT {until MAX(paused_until)} FROM baton_pause WHERE queue = %1$s) AS paused,
                (SELECT {until MAX(paused_until)} FROM baton_pause WHERE queue = j.queue AND queue <> %1$s
                    OR CONCAT(queue, '%2$s') = SUBSTRING(j.queue, 1, CHAR_LENGTH(queue) + 1) AND queue <> %1$s) AS share_paused
            FROM (
                SELECT id, type, queue, job_rank, due_at, state, attempt, crashes, worker_id, claimed_at, cancel_requested, died_at AS ended_at,
                    ties, batch_group, progress, SUBSTRING(error, 1, 300) AS error
                FROM baton_job WHERE id = ?
                UNION ALL SELECT id, type, queue, job_rank, due_at, state, attempt, 0, worker_id, claimed_at, FALSE, ended_at,
                    NULL, NULL, NULL, NULL
                FROM baton_job_history WHERE id = ?) AS j
            LEFT JOIN baton_worker w ON w.id = j.worker_id
            LEFT JOIN baton_batch_group g ON g.id = j.batch_group
            LEFT JOIN baton_flow_step s ON s.batch_id = g.batch_id AND s.step = g.step
            LEFT JOIN baton_permit p ON p.job_id = j.id AND p.state = 1
            LEFT JOIN baton_sequence q ON q.job_id = j.id""".formatted(ShareNames.queueIn("j.queue"), ShareNames.of("", ""));

    /** Counts the jobs of a sequence that wait for their turn before another one. */
    private static final String WAITING =
            "SELECT COUNT(*) FROM (SELECT 1 FROM baton_sequence WHERE state = 1 AND name = ? AND job_id < ? LIMIT "
                    + Reasons.MOST_COUNTED + ") AS part";

    private static final String WAITS = """
            SELECT name, kind, until_at, {until until_at} AS micros FROM baton_step WHERE job_id = ? AND state = 2
            ORDER BY until_at, name LIMIT 10""";

    /** Counts three ranges of the index of claims, since some databases would read the whole queue for one comparison of all three columns. */
    private static final String AHEAD =
            """
            SELECT
                (SELECT COUNT(*) FROM (
                    (SELECT 1 AS one FROM baton_job WHERE state = 1 AND queue = ? AND job_rank < ? LIMIT %1$s)
                    UNION ALL
                    (SELECT 1 AS one FROM baton_job WHERE state = 1 AND queue = ? AND job_rank = ? AND due_at < ? LIMIT %1$s)
                    UNION ALL
                    (SELECT 1 AS one FROM baton_job WHERE state = 1 AND queue = ? AND job_rank = ? AND due_at = ? AND id < ?
                        LIMIT %1$s)) AS part) AS ahead,
                %2$s AS claimed,
                %3$s AS completed""".formatted(Reasons.MOST_COUNTED, Reasons.countedOfQueue("baton_job WHERE state = 2"), Reasons.COMPLETED);

    private static final String HEALTH =
            "See the health and the log of the nodes; another transaction may have locked the row of job ";

    private static final String AWAITED = """
            SELECT id FROM (SELECT id, on_complete, on_dead FROM baton_batch ORDER BY id DESC LIMIT %s) AS newest
            WHERE on_complete = ? OR on_dead = ?""".formatted(Monitor.NEWEST_BATCHES);

    Diagnosis of(JobId id) {
        return find(id.value())
                .map(this::of)
                .orElseGet(
                        () -> Reasons.only(
                                Cause.UNKNOWN_OR_UNCOMMITTED,
                                "There is no job " + id
                                        + ": the transaction that enqueued it is not committed or was rolled back, or it"
                                        + " ended and was removed from the history",
                                "Check whether that transaction has committed; baton.retention says how long ended jobs are kept"));
    }

    private Optional<Row> find(long id) {
        Dialect dialect = database.dialect();
        return database.first(JOB, (row, number) -> new Row(row, dialect), id, id);
    }

    private Diagnosis of(Row job) {
        return switch (job.state) {
            case COMPLETED, CANCELLED ->
                Reasons.only(
                        Cause.ENDED,
                        "It has ended at " + job.endedAt + " and is "
                                + (job.state == JobState.COMPLETED ? "completed" : "cancelled"),
                        null);
            case DEAD -> dead(job);
            case CLAIMED -> claimed(job);
            case WAITING -> suspended(job);
            default -> waiting(job);
        };
    }

    private Diagnosis dead(Row job) {
        String text = "It is dead after attempt " + job.attempt + Reasons.failure(job.error)
                + (job.endedAt == null ? "" : ", since " + job.endedAt);
        String action = "See its error, fix the cause, and revive job " + job.id + ", or cancel it";
        if (job.sequence != null && job.turn > 0) {
            String name = "the sequence " + Reasons.quoted(job.sequence);
            text += job.turn == 4
                    ? ". A living node cancels the jobs that wait in " + name
                    : ". It blocks " + name + ", in which " + waiting(job.sequence, Long.MAX_VALUE) + " wait";
            action += ", or skip it in " + name;
        }
        return Reasons.only(Cause.DEAD, text, action);
    }

    private String waiting(String sequence, long before) {
        return Reasons.count(requireNonNull(database.value(WAITING, Long.class, sequence, before)));
    }

    private Diagnosis claimed(Row job) {
        Reasons reasons = new Reasons();
        if (job.worker == null || job.workerDead) {
            reasons.add(
                    Cause.WORKER_DEAD,
                    "Its worker" + (job.worker == null ? " has no row" : " " + Reasons.quoted(job.worker) + " is dead")
                            + ", and another node reclaims the job"
                            + (job.worker == null ? " within five minutes" : ""),
                    "Start a node if none is alive; otherwise wait");
        } else if (-requireNonNull(job.seenIn) > 500 * job.deadAfterMillis) {
            String worker = Reasons.quoted(job.worker);
            reasons.add(
                    Cause.WORKER_SILENT,
                    "Its worker " + worker + " has been silent for " + Reasons.span(job.seenIn)
                            + "; another node reclaims the job after " + Reasons.span(1_000 * job.deadAfterMillis)
                            + " of silence that it has watched",
                    "Start a node if none is alive; if " + worker
                            + " is alive, its log says why: a long pause, a database that it cannot reach, or a transaction"
                            + " that holds its row in baton_worker");
        }
        if (job.cancelRequested) {
            reasons.add(
                    Cause.CANCEL_REQUESTED,
                    "It was cancelled, which interrupts its handler if that runs, and has not ended",
                    "Find out what the handler of " + Reasons.quoted(job.type) + " waits for, and give it a timeout");
        }
        if (reasons.isEmpty()) {
            reasons.add(
                    Cause.RUNNING,
                    Reasons.quoted(requireNonNull(job.worker)) + " claimed it"
                            + (job.claimedIn == null ? "" : " " + Reasons.span(job.claimedIn) + " ago")
                            + ", attempt " + job.attempt
                            + (job.progress == null ? "" : ", " + Math.round(100 * job.progress) + " % done")
                            + ": it runs there, or waits in the memory of that node",
                    "Wait, or cancel job " + job.id + ", which interrupts its handler if that runs");
        }
        suspect(job, reasons);
        return reasons.diagnosis();
    }

    private static void suspect(Row job, Reasons reasons) {
        if (job.crashes >= ClaimedJob.CRASHES_OF_SUSPECTS) {
            reasons.add(
                    Cause.SUSPECT,
                    "Workers died " + job.crashes
                            + " times in a row while they had it, so each runs one such job at a time",
                    "Check why the nodes that ran " + Reasons.quoted(job.type)
                            + " died: memory, a native crash, System.exit");
        }
    }

    private Diagnosis waiting(Row job) {
        Reasons reasons = new Reasons();
        if (job.state == JobState.SCHEDULED && job.dueIn > 0) {
            notDue(job, reasons);
        }
        if (job.state == JobState.BLOCKED && job.ties >= Ties.AWAITS) {
            if (job.sequence == null) {
                awaits(job, reasons);
            } else {
                turn(job, job.sequence, reasons);
            }
            return reasons.diagnosis();
        }
        boolean open = LivingWorkers.read(database, calendars).open(job.queue, job.type, job.paused, reasons);
        open &= !reasons.addPause(job.place(), job.sharePaused);
        if (job.permit != null) {
            new LimitReasons(database).add(job.permit, job.dueIn, reasons);
        } else if (job.state == JobState.BLOCKED) {
            reasons.add(
                    Cause.WAITS_FOR_PERMIT,
                    "It is blocked, but has no row of a permit that it waits for",
                    "Wait: a living node repairs this within minutes");
        }
        suspect(job, reasons);
        if (job.state == JobState.READY && open) {
            ready(job, reasons);
        } else if (reasons.isEmpty()) {
            reasons.addDue(
                    job.dueIn,
                    Cause.OVERDUE,
                    "It is scheduled, and no node has made it ready; those that are due before it were not counted",
                    HEALTH + job.id);
        }
        return reasons.diagnosis();
    }

    private Diagnosis suspended(Row job) {
        Reasons reasons = new Reasons();
        database.forEach(
                WAITS,
                row -> {
                    boolean sleeps = row.getInt("kind") == 2;
                    String step = row.getString("name");
                    String signal = Reasons.quoted(JobSteps.signalOf(step));
                    String found = sleeps
                            ? "It sleeps in the step " + Reasons.quoted(step)
                            : "It waits for the signal " + signal + " in the step " + Reasons.quoted(step);
                    long left = row.getLong("micros");
                    if (left <= 0) {
                        reasons.addDue(left, Cause.OVERDUE, found + ", and its time is over", HEALTH + job.id);
                    } else {
                        reasons.add(
                                Cause.SUSPENDED,
                                found + " for " + Reasons.span(left) + " at most, until "
                                        + database.dialect().instant(row, "until_at"),
                                (sleeps ? "Wait" : "Send the signal " + signal + " to job " + job.id)
                                        + ", or end the wait in the step " + Reasons.quoted(step) + " of job "
                                        + job.id);
                    }
                },
                job.id);
        if (reasons.isEmpty()) {
            reasons.add(Cause.OVERDUE, "It waits in no step any more, and no node has made it ready", HEALTH + job.id);
        }
        return reasons.diagnosis();
    }

    private static void notDue(Row job, Reasons reasons) {
        String due = " in " + Reasons.span(job.dueIn) + ", at " + job.dueAt;
        reasons.add(
                Cause.NOT_DUE,
                job.attempt == 0
                        ? "It is due" + due + " by the clock of the database: it was scheduled or snoozed"
                        : "Attempt " + job.attempt + " failed" + Reasons.failure(job.error) + "; the next one is due"
                                + due,
                "Wait, or reschedule job " + job.id + " to an earlier time");
    }

    private void ready(Row job, Reasons reasons) {
        Object due = database.dialect().timestamp(job.dueAt);
        Counts counts = database.query(
                        AHEAD,
                        (row, number) ->
                                new Counts(row.getLong("ahead"), row.getLong("claimed"), row.getLong("completed")),
                        job.stored,
                        job.rank,
                        job.stored,
                        job.rank,
                        due,
                        job.stored,
                        job.rank,
                        due,
                        job.id,
                        job.queue,
                        ShareNames.end(job.queue),
                        job.queue,
                        ShareNames.end(job.queue))
                .get(0);
        String queue = Reasons.quoted(job.queue);
        String claimed = "; " + Reasons.claimed(counts.claimed);
        if (counts.ahead > 0) {
            reasons.add(
                    Cause.BEHIND_OTHERS,
                    "Before it in the " + job.place() + ": " + Reasons.queueing(counts.ahead, counts.completed)
                            + claimed,
                    job.stored.equals(job.queue)
                            ? "Add nodes or concurrency for the queue " + queue + ", or enqueue with a higher priority"
                            : "Add nodes or concurrency for the queue " + queue
                                    + ", or give the share a larger weight");
        } else if (reasons.isEmpty()) {
            reasons.addDue(
                    job.dueIn,
                    counts.claimed > 0 ? Cause.WORKERS_BUSY : Cause.OVERDUE,
                    "It is the next of the " + job.place() + claimed,
                    counts.claimed > 0
                            ? "All threads seem to be busy: add nodes or concurrency for the queue " + queue
                                    + ", or check why its handlers are slow"
                            : "See the health and the log of the nodes that serve " + queue
                                    + "; another transaction may have locked the row of job " + job.id
                                    + Reasons.orBusy(counts.claimed));
        }
    }

    /** How many jobs come before the job, how many of its queue are claimed, and how many completed in the last minute; -1 if not counted. */
    private record Counts(long ahead, long claimed, long completed) {}

    private void awaits(Row job, Reasons reasons) {
        if (job.batch != null && job.step != null) {
            new BatchReasons(database).addAwaited(new BatchId(job.batch), job.step, job.stepName, reasons);
            return;
        }
        List<Long> batches = database.list(AWAITED, Long.class, job.id, job.id);
        String batch = batches.isEmpty() ? "a batch" : "the batch " + batches.get(0);
        reasons.add(
                Cause.WAITS_FOR_BATCH,
                "It starts when " + batch + " has ended, or its first item has died, as it was enqueued for",
                "See " + batch + ": whether it is sealed, and which of its items are open");
    }

    /** Adds the first reason of the job that has its turn. */
    private void turn(Row job, String sequence, Reasons reasons) {
        String name = "the sequence " + Reasons.quoted(sequence);
        Row head = job.head == null ? null : find(job.head).orElse(null);
        if (head == null || head.ties >= Ties.AWAITS) {
            reasons.add(
                    Cause.WAITS_FOR_TURN,
                    "No job of " + name + " has its turn: a living node gives it to one within seconds",
                    "If none gets it, see the health and the log of the nodes");
            return;
        }
        Reason first = of(head).reasons().get(0);
        reasons.add(
                Cause.WAITS_FOR_TURN,
                "It is behind job " + head.id + " of " + name + "; waiting before it: " + waiting(sequence, job.id)
                        + ". Job " + head.id + ": " + first.text(),
                first.action(),
                List.of(new JobId(head.id)));
    }

    /** A job with the joined columns of its worker, batch, step, permit and sequence. */
    private static final class Row {

        private final long id;
        private final String type;
        private final String queue;
        private final String stored;
        private final int rank;
        private final JobState state;
        private final int attempt;
        private final int crashes;
        private final long ties;
        private final boolean cancelRequested;
        private final Instant dueAt;
        private final long dueIn;
        private final @Nullable Instant endedAt;
        private final @Nullable Long claimedIn;
        private final @Nullable Double progress;
        private final @Nullable String error;
        private final @Nullable String worker;
        private final boolean workerDead;
        private final @Nullable Long seenIn;
        private final long deadAfterMillis;
        private final @Nullable Long paused;
        private final @Nullable Long sharePaused;
        private final @Nullable String permit;
        private final @Nullable Long batch;
        private final @Nullable Long step;
        private final @Nullable String stepName;
        private final @Nullable String sequence;
        private final int turn;
        private final @Nullable Long head;

        Row(ResultSet row, Dialect dialect) throws SQLException {
            id = row.getLong("id");
            type = row.getString("type");
            stored = row.getString("queue");
            queue = ShareNames.queue(stored);
            rank = row.getInt("job_rank");
            state = StateCode.state(row.getInt("state"));
            attempt = row.getInt("attempt");
            crashes = row.getInt("crashes");
            ties = row.getLong("ties");
            cancelRequested = row.getBoolean("cancel_requested");
            dueAt = requireNonNull(dialect.instant(row, "due_at"));
            dueIn = row.getLong("due_in");
            endedAt = dialect.instant(row, "ended_at");
            claimedIn = NullableColumn.number(row, "claimed_in");
            progress = NullableColumn.decimal(row, "progress");
            error = row.getString("error");
            worker = row.getString("worker");
            workerDead = row.getBoolean("worker_dead");
            seenIn = NullableColumn.number(row, "seen_in");
            Long deadAfter = NullableColumn.number(row, "dead_after_millis");
            deadAfterMillis = deadAfter == null ? LivingWorkers.DEAD_AFTER_MILLIS : deadAfter;
            paused = NullableColumn.number(row, "paused");
            sharePaused = NullableColumn.number(row, "share_paused");
            permit = row.getString("permit");
            batch = NullableColumn.number(row, "batch_id");
            step = NullableColumn.number(row, "step");
            stepName = row.getString("step_name");
            sequence = row.getString("sequence_name");
            turn = row.getInt("turn");
            head = NullableColumn.number(row, "head");
        }

        /** Returns the queue, or the share of it that the job belongs to, in messages. */
        private String place() {
            String share = ShareNames.share(stored);
            return (share == null ? "" : "share " + Reasons.quoted(share) + " of the ") + "queue "
                    + Reasons.quoted(queue);
        }
    }
}
