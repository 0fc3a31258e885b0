package io.baton.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.BatchId;
import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.JobId;
import io.baton.calendar.Calendars;
import io.baton.calendar.OpeningHours;
import io.baton.calendar.WorkCalendar;
import io.baton.testing.OnEachDatabase;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each cause beside more rows than a diagnosis reads: no statement is made of rows that were not read. */
@OnEachDatabase
class DiagnosisBoundTests extends DiagnosedRows {

    private static final long HOUR = 3_600;
    private static final String COLUMNS = "type, queue, job_rank, due_at, state, attempt, created_at";
    private static final String NOT_COUNTED = "more than 10,000 jobs of all queues are claimed";

    private final Set<Cause> covered = EnumSet.noneOf(Cause.class);
    private final List<String> wrong = new ArrayList<>();
    private long lastOfLine;

    @Test
    void each_cause_is_right_beside_more_rows_than_are_read() {
        covered.clear();
        wrong.clear();
        fill();
        dueJobs();
        heldJobs();
        sequences();
        steps();
        claimedAndEndedJobs();
        queues();
        types();
        batches();
        flows();
        System.out.println("figure diagnosis.wrong " + wrong.size());
        assertThat(wrong).isEmpty();
        assertThat(covered).containsExactlyInAnyOrder(Cause.values());
    }

    /** Checks the first cause, what all reasons say together, separated by |, and what none says. */
    private void check(String of, Diagnosis diagnosis, Cause cause, String says, String... never) {
        String text = diagnosis.reasons().stream()
                        .map(reason -> reason.text() + ". " + reason.action())
                        .collect(Collectors.joining(" | "))
                + causes(diagnosis);
        Cause first = diagnosis.reasons().get(0).cause();
        covered.add(first);
        boolean said = List.of(says.split("\\|")).stream().allMatch(text::contains);
        boolean silent = List.of(never).stream().noneMatch(text::contains);
        if (first != cause || !said || !silent) {
            wrong.add("\n" + of + ": " + cause + " wanted; " + text);
        }
        database.update("DELETE FROM baton_sequence WHERE job_id > " + lastOfLine);
        database.update("DELETE FROM baton_turn");
        database.update("DELETE FROM baton_step WHERE kind = " + SLEEP);
        database.update("DELETE FROM baton_job WHERE type = 'mail'");
        for (String table : List.of("job_history", "pause", "permit")) {
            database.update("DELETE FROM baton_" + table + " WHERE queue = 'mails'");
        }
        database.update("DELETE FROM baton_limit WHERE name IN ('smtp', '~api')");
        database.update("DELETE FROM baton_worker");
    }

    private void twice(String table, String columns, String which, int times) {
        for (int time = 0; time < times; time++) {
            database.update("INSERT INTO baton_" + table + " (" + columns + ") SELECT " + columns + " FROM baton_"
                    + table + " WHERE " + which);
        }
    }

    /** More rows of each kind than are read of it, of other queues, types and limits. */
    private void fill() {
        set(job(SCHEDULED, 300), "queue = 'scheduled', type = 'other'");
        twice("job", COLUMNS, "queue = 'scheduled'", 14);
        set(job(READY, -5), "queue = 'deep', type = 'other'");
        twice("job", COLUMNS, "queue = 'deep'", 14);
        set(job(CLAIMED, -5, 1L), "queue = 'claimed', type = 'other'");
        twice("job", COLUMNS + ", worker_id, claimed_at, lock_id", "queue = 'claimed'", 14);
        String late = database.dialect().plusMicros(database.dialect().now());
        database.update(
                "INSERT INTO baton_job_history (id, type, queue, job_rank, state, attempt, created_at, due_at, ended_at)"
                        + " SELECT id + 1000000, type, queue, job_rank, 4, attempt, created_at, due_at, " + late
                        + " FROM baton_job WHERE queue = 'claimed'",
                HOUR * 1_000_000);
        semaphore("big", "big", 20_000L);
        database.update("INSERT INTO baton_permit (job_id, name, position, state, place, queue, job_rank, due_at)"
                + " SELECT id, 'big', 0, 2, 0, queue, job_rank, due_at FROM baton_job WHERE queue = 'claimed'");
        database.update("INSERT INTO baton_permit (job_id, name, position, state, place, queue, job_rank, due_at)"
                + " SELECT id, 'awaited', 0, 1, 0, queue, job_rank, due_at FROM baton_job WHERE queue = 'deep'");
        database.update("INSERT INTO baton_sequence (job_id, name, state, on_dead)"
                + " SELECT id, 'line', 1, 0 FROM baton_job WHERE queue = 'deep'");
        lastOfLine = database.list("SELECT MAX(job_id) FROM baton_sequence", Long.class)
                .get(0);
        database.update("INSERT INTO baton_step (job_id, name, kind, state, attempt, began_at, until_at)"
                + " SELECT id + 5000000, 'open', 3, 2, 1, due_at, due_at FROM baton_job WHERE queue = 'deep'");
        pause("a", 600);
        for (int queue = 0; queue < 1_100; queue++) {
            pause("a" + queue, 600);
        }
    }

    private void dueJobs() {
        serving();
        check("ready", why(job(READY, -1)), Cause.READY_SOON, "within seconds|" + NOT_COUNTED, "no job of it");
        serving();
        check(
                "ready, for long",
                why(job(READY, -HOUR)),
                Cause.OVERDUE,
                "1 h|" + NOT_COUNTED + "|may be busy",
                "no job of it");
        serving();
        check("scheduled", why(job(SCHEDULED, -1)), Cause.READY_SOON, "within seconds");
        serving();
        check("scheduled, for long", why(job(SCHEDULED, -HOUR)), Cause.OVERDUE, "1 h|not counted");
        serving();
        check("not due", why(job(SCHEDULED, 600)), Cause.NOT_DUE, "9 min", "due for");
        serving();
        check(
                "behind others",
                why(set(job(READY, -HOUR), "queue = 'deep', job_rank = 5")),
                Cause.QUEUE_NOT_SERVED,
                "deep",
                "BEHIND_OTHERS");
        worker("deep", "mail", 0);
        check(
                "behind others",
                why(set(job(READY, -HOUR), "queue = 'deep', job_rank = 5")),
                Cause.BEHIND_OTHERS,
                "more than 10,000 jobs|" + NOT_COUNTED,
                "takes about");
        fewClaimed();
        job(CLAIMED, -HOUR, serving());
        check("busy", why(job(READY, -HOUR)), Cause.WORKERS_BUSY, "1 job of it is claimed|1 h");
        serving();
        check("not claimed", why(job(READY, -300)), Cause.OVERDUE, "no job of it is claimed|5 min", "may be busy");
        manyClaimed();
        serving();
        check("suspect", why(set(job(READY, -HOUR), "crashes = 3")), Cause.SUSPECT, "3 times");
    }

    private void fewClaimed() {
        database.update("UPDATE baton_job SET state = 3, lock_id = NULL WHERE queue = 'claimed'");
    }

    private void manyClaimed() {
        database.update(
                "UPDATE baton_job SET state = 2, lock_id = ? WHERE queue = 'claimed'",
                database.dialect().uuid(UUID.randomUUID()));
    }

    private void heldJobs() {
        serving();
        pause("mails", 600);
        job(READY, -HOUR);
        check("paused", why(job(READY, -HOUR)), Cause.QUEUE_PAUSED, "9 min", "BEHIND_OTHERS");
        serving();
        LocalDate later = LocalDate.ofInstant(database.now(), ZoneOffset.UTC).plusDays(3);
        OpeningHours hours = OpeningHours.of(later.getDayOfWeek() + " 00:00-00:01", WorkCalendar.EVERY_DAY);
        Calendars calendars = new Calendars(Map.of(), Map.of("mails", hours));
        check(
                "closed",
                new JdbcDiagnostics(database, calendars).job(new JobId(job(READY, -HOUR))),
                Cause.QUEUE_CLOSED,
                later + " 00:00 UTC by baton.queues.mails.open",
                "BEHIND_OTHERS");
        job(READY, -HOUR);
        check("not served", why(job(READY, -HOUR)), Cause.QUEUE_NOT_SERVED, "No worker is alive", "BEHIND_OTHERS");
        worker("mails", "report", 0);
        job(READY, -HOUR);
        check("type unknown", why(job(READY, -HOUR)), Cause.TYPE_UNKNOWN, "mail", "BEHIND_OTHERS");
        serving();
        check("large semaphore", why(waiting("big")), Cause.WAITS_FOR_PERMIT, "More than 10,000 of the 20000 permits");
        serving();
        semaphore("smtp", "smtp", 3L);
        long job = set(waiting("smtp"), "due_at = " + hourAgo());
        check("free permit, for long", why(job), Cause.OVERDUE, "0 of 3|1 h|not known for how long");
        serving();
        rate("~api");
        database.update("UPDATE baton_permit SET name = '~api' WHERE name = 'awaited'");
        check("rate", why(waiting("~api")), Cause.WAITS_FOR_RATE, "more than 10,000 jobs wait");
        database.update("UPDATE baton_permit SET name = 'awaited' WHERE name = '~api'");
    }

    private void sequences() {
        long head = sequence(job(CLAIMED, -300, serving()), "line", 2);
        check(
                "long line",
                why(waitingForTurn("line")),
                Cause.WAITS_FOR_TURN,
                "behind job " + head + "|waiting before it: more than 10,000 jobs");
        check("no turn", why(waitingForTurn("line")), Cause.WAITS_FOR_TURN, "No job of the sequence", "behind job");
        check(
                "blocked line",
                why(sequence(set(job(DEAD, -90), "died_at = " + now()), "line", 3)),
                Cause.DEAD,
                "in which more than 10,000 jobs wait");
    }

    private void steps() {
        long job = suspended(job(WAITING, -HOUR), "cool-off", SLEEP, 600);
        check("step", why(job), Cause.SUSPENDED, "9 min|\"cool-off\"");
        suspended(job(WAITING, -HOUR), "cool-off", SLEEP, 600);
        serving();
        check("type in steps", diagnostics.type("mail"), Cause.SUSPENDED, "1 waiting in a step");
    }

    private String hourAgo() {
        return database.dialect().plusMicros(database.dialect().now()).replace("?", String.valueOf(-HOUR * 1_000_000));
    }

    private void claimedAndEndedJobs() {
        check(
                "running",
                why(job(CLAIMED, -300, serving())),
                Cause.RUNNING,
                "5 min ago|or waits in the memory",
                "It runs");
        check(
                "silent",
                why(job(CLAIMED, -90, worker("mails", "mail", 300))),
                Cause.WORKER_SILENT,
                "silent for 5 min",
                "RUNNING");
        check("dead worker", why(job(CLAIMED, -90, 99_999L)), Cause.WORKER_DEAD, "no row", "RUNNING");
        check(
                "cancelled",
                why(set(job(CLAIMED, -90, serving()), "cancel_requested = TRUE")),
                Cause.CANCEL_REQUESTED,
                "if that runs");
        check("dead", why(set(job(DEAD, -90), "died_at = " + now())), Cause.DEAD, "dead after attempt");
        completed("mails", 1);
        check("ended", why(1_000_000_000L), Cause.ENDED, "completed");
        check("unknown", why(4_711_000_000L), Cause.UNKNOWN_OR_UNCOMMITTED, "no job");
    }

    private void queues() {
        serving();
        job(READY, -HOUR);
        check("queue", diagnostics.queue("mails"), Cause.OVERDUE, "1 h|" + NOT_COUNTED + "|may be busy");
        serving();
        job(SCHEDULED, -HOUR);
        check("queue, scheduled", diagnostics.queue("mails"), Cause.OVERDUE, "1 h|among the first 10,000");
        serving();
        set(job(SCHEDULED, 200), "job_rank = 0");
        check("queue, not due", diagnostics.queue("mails"), Cause.NOT_DUE, "3 min|among the first 10,000");
        serving();
        check(
                "queue, none",
                diagnostics.queue("mails"),
                Cause.NO_JOBS,
                "among the first 10,000 of all queues|" + NOT_COUNTED);
        job(READY, -HOUR);
        check("queue, not served", diagnostics.queue("mails"), Cause.QUEUE_NOT_SERVED, "", "BEHIND_OTHERS", "OVERDUE");
        serving();
        pause("mails", 600);
        job(READY, -HOUR);
        check("queue, paused", diagnostics.queue("mails"), Cause.QUEUE_PAUSED, "", "BEHIND_OTHERS", "OVERDUE");
        worker("deep", "other", 0);
        check(
                "deep queue",
                diagnostics.queue("deep"),
                Cause.WAITS_FOR_PERMIT,
                "more than 10,000 jobs of the queue wait",
                "among the first",
                "takes about");
        check(
                "deep scheduled queue",
                diagnostics.queue("scheduled"),
                Cause.QUEUE_NOT_SERVED,
                "more than 10,000 jobs",
                "among the first");
        database.update("UPDATE baton_job SET due_at = " + now() + " WHERE queue = 'deep'");
        worker("deep", "other", 0);
        check(
                "deep queue of unknown claims",
                diagnostics.queue("deep"),
                Cause.WAITS_FOR_PERMIT,
                "BEHIND_OTHERS|" + NOT_COUNTED,
                "READY_SOON");
        fewClaimed();
        worker("deep", "other", 0);
        set(job(CLAIMED, -5), "queue = 'deep'");
        check("deep queue that runs", diagnostics.queue("deep"), Cause.WAITS_FOR_PERMIT, "BEHIND_OTHERS");
        job(CLAIMED, -5, serving());
        check("queue, claimed", diagnostics.queue("mails"), Cause.RUNNING, "or wait in the memory");
        manyClaimed();
    }

    private void types() {
        worker("claimed", "other", 0);
        check("deep type", diagnostics.type("other"), Cause.RUNNING, "10000 claimed|among the newest", "10001");
        serving();
        check("type", diagnostics.type("mail"), Cause.NO_JOBS, "among the newest 10,000");
        serving();
        job(READY, -HOUR);
        check("type, ready", diagnostics.type("mail"), Cause.BEHIND_OTHERS, "among the newest 10,000 of all types");
        serving();
        job(SCHEDULED, -HOUR);
        check("type, scheduled for long", diagnostics.type("mail"), Cause.OVERDUE, "1 overdue", "1 scheduled");
        serving();
        job(SCHEDULED, 600);
        check("type, not due", diagnostics.type("mail"), Cause.NOT_DUE, "1 scheduled");
        serving();
        pause("mails", 600);
        job(READY, -HOUR);
        check("type, paused", diagnostics.type("mail"), Cause.QUEUE_PAUSED, "9 min", "BEHIND_OTHERS", "There are no");
    }

    private void batches() {
        long batch = batch(true, false);
        long[] ids = {
            database.list("SELECT MIN(id) FROM baton_job WHERE queue = 'deep'", Long.class)
                    .get(0),
            database.list("SELECT MAX(id) FROM baton_job WHERE queue = 'deep'", Long.class)
                    .get(0)
        };
        long group = group(batch, null, 0, 0, ids);
        database.update("UPDATE baton_batch_group SET size = 16384, remaining = 16384 WHERE id = ?", group);
        database.update("UPDATE baton_job SET batch_group = ? WHERE queue = 'deep'", group);
        check(
                "batch",
                diagnostics.batch(new BatchId(batch)),
                Cause.ITEMS_OPEN,
                "16384 of 16384 items have not ended|of 10,001 jobs that were read, 10001 ready");
        database.update("UPDATE baton_batch SET sealed = FALSE");
        check("open batch", diagnostics.batch(new BatchId(batch)), Cause.NOT_SEALED, "10,001 jobs that were read");
        long job = awaiting();
        database.update("UPDATE baton_batch SET on_complete = ?", job);
        check("after a batch", why(job), Cause.WAITS_FOR_BATCH, "batch " + batch);
        twice("batch", "active_at, sealed", "TRUE", 14);
        job = awaiting();
        database.update("UPDATE baton_batch SET on_complete = ? WHERE id = ?", job, batch);
        check("after an old batch", why(job), Cause.WAITS_FOR_BATCH, "when a batch has ended");
    }

    private void flows() {
        long flow = batch(true, true);
        int[] before = new int[300];
        for (int step = 0; step < before.length; step++) {
            before[step] = step;
            step(flow, step, "load" + step);
            group(flow, step, 0, 0, job(READY, -5));
        }
        step(flow, 300, "scale", before);
        step(flow, 301, "publish", before);
        group(flow, 300, 0, 2, awaiting());
        long job = awaiting();
        group(flow, 301, 0, 2, job);
        check("step", why(job), Cause.WAITS_FOR_STEPS, "\"load9\" and 290 more");
        database.update(
                "UPDATE baton_batch_group SET ended = TRUE WHERE batch_id = ? AND blocked = 0 AND step > 0", flow);
        database.update("UPDATE baton_batch_group SET dead = 1 WHERE batch_id = ? AND step = 0", flow);
        database.update("UPDATE baton_batch_group SET remaining = 0 WHERE batch_id = ? AND ended = TRUE", flow);
        check("flow", diagnostics.flow(new BatchId(flow)), Cause.STUCK, "1 of its 302 items|\"scale\"|\"publish\"");
    }
}
