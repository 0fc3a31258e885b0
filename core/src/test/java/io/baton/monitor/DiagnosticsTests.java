package io.baton.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.BatchId;
import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.Diagnosis.Reason;
import io.baton.JobId;
import io.baton.testing.OnEachDatabase;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cause that stands first for each. */
@OnEachDatabase
class DiagnosticsTests extends DiagnosedRows {

    private int right;

    @Override
    public void close() {
        System.out.println("figure console.causes_right " + right);
        right = 0;
        super.close();
    }

    private Reason first(Diagnosis diagnosis, Cause cause, String named, JobId... jobs) {
        // the reason of the job that has its turn is found as that of any other
        assertThat(statements.taken()).isBetween(1, cause == Cause.WAITS_FOR_TURN ? 5 : 3);
        Reason first = diagnosis.reasons().get(0);
        assertThat(first.cause()).as(String.valueOf(diagnosis)).isEqualTo(cause);
        assertThat(first.action() == null ? first.text() : first.action()).contains(named);
        assertThat(first.jobs()).containsExactly(jobs);
        right++;
        return first;
    }

    // jobs

    @Test
    void a_job_of_no_row_is_unknown_or_uncommitted() {
        first(why(4711), Cause.UNKNOWN_OR_UNCOMMITTED, "transaction");
    }

    @Test
    void a_scheduled_job_is_not_due() {
        serving();
        long job = job(SCHEDULED, 600);
        assertThat(first(why(job), Cause.NOT_DUE, "job " + job).text()).contains("scheduled", "9 min");
    }

    @Test
    void a_failed_job_waits_for_its_next_attempt_and_shows_no_message() {
        serving();
        long job = set(job(SCHEDULED, 600), "attempt = 2, error = 'java.io.IOException: secret'");
        assertThat(first(why(job), Cause.NOT_DUE, "job " + job).text())
                .contains("Attempt 2", "java.io.IOException")
                .doesNotContain("secret");
    }

    @Test
    void a_scheduled_job_whose_time_has_come_starts_soon() {
        serving();
        first(why(job(SCHEDULED, -1)), Cause.READY_SOON, "due");
    }

    @Test
    void a_job_of_a_paused_queue_waits_until_it_is_resumed() {
        serving();
        database.update(
                "INSERT INTO baton_pause (queue, paused_until) VALUES ('mails', ?)",
                database.dialect().timestamp(Instant.parse("9000-01-01T00:00:00Z")));
        assertThat(first(why(job(READY, -5)), Cause.QUEUE_PAUSED, "\"mails\"").text())
                .contains("until it is resumed");
    }

    @Test
    void a_pause_with_an_end_says_how_long() {
        serving();
        pause("mails", 600);
        assertThat(first(why(job(READY, -5)), Cause.QUEUE_PAUSED, "\"mails\"").text())
                .contains("9 min");
    }

    @Test
    void a_pause_that_has_ended_holds_nothing() {
        serving();
        pause("mails", -1);
        first(why(job(READY, -5)), Cause.READY_SOON, "");
    }

    @Test
    void a_job_of_a_queue_without_workers_is_not_served() {
        assertThat(first(why(job(READY, -5)), Cause.QUEUE_NOT_SERVED, "\"mails\"")
                        .text())
                .contains("No worker is alive");
    }

    @Test
    void a_worker_of_a_similar_queue_is_named() {
        worker("default\nmail", "mail", 0);
        assertThat(first(why(job(READY, -5)), Cause.QUEUE_NOT_SERVED, "\"mails\"")
                        .text())
                .contains("'mail'?");
    }

    @Test
    void silent_workers_serve_nothing() {
        worker("mails", "mail", 60);
        first(why(job(READY, -5)), Cause.QUEUE_NOT_SERVED, "holds its row in baton_worker");
    }

    @Test
    void a_type_that_no_worker_knows_is_unknown() {
        worker("mails", "report", 0);
        first(why(job(READY, -5)), Cause.TYPE_UNKNOWN, "\"mail\"");
    }

    @Test
    void a_type_known_to_workers_of_another_queue_is_named_so() {
        worker("mails", "report", 0);
        worker("default", "mail", 0);
        assertThat(first(why(job(READY, -5)), Cause.TYPE_UNKNOWN, "\"mails\"").text())
                .contains("other queues");
    }

    @Test
    void a_full_semaphore_names_the_jobs_that_hold_it() {
        long worker = serving();
        semaphore("smtp", "smtp", 1L);
        long holder = set(job(CLAIMED, -60, worker), "ties = 1");
        permit(holder, "smtp", 2);
        assertThat(first(why(waiting("smtp")), Cause.WAITS_FOR_PERMIT, "\"smtp\"", new JobId(holder))
                        .text())
                .contains("All 1 permits", "1 job wait");
    }

    @Test
    void a_key_has_the_capacity_of_its_family_or_its_own() {
        long worker = serving();
        semaphore("tenant", "tenant", 1L);
        long holder = job(CLAIMED, -60, worker);
        permit(holder, "tenant:acme", 2);
        long job = waiting("tenant:acme");
        first(why(job), Cause.WAITS_FOR_PERMIT, "\"tenant:acme\"", new JobId(holder));
        semaphore("tenant:acme", "tenant", 2L);
        first(why(job), Cause.READY_SOON, "\"tenant:acme\"");
    }

    @Test
    void holders_are_named_once_up_to_five_and_waiters_counted_apart() {
        long worker = serving();
        semaphore("tenant", "tenant", 9L);
        semaphore("tenant:acme", "tenant", 6L);
        for (int holder = 0; holder < 6; holder++) {
            permit(job(CLAIMED, -60, worker), "tenant:acme", 2);
        }
        waiting("tenant:acme");
        long job = waiting("tenant:acme");
        statements.taken();
        Reason reason = why(job).reasons().get(0);
        assertThat(reason.text()).contains("All 6 permits", "2 jobs wait");
        assertThat(reason.jobs()).hasSize(5).doesNotHaveDuplicates();
    }

    @Test
    void a_free_permit_is_not_named_beside_what_holds_the_job() {
        serving();
        semaphore("smtp", "smtp", 3L);
        pause("mails", 600);
        assertThat(causes(why(waiting("smtp")))).containsExactly(Cause.QUEUE_PAUSED);
    }

    @Test
    void a_semaphore_without_capacity_is_named() {
        serving();
        semaphore("smtp", "smtp", 0L);
        assertThat(first(why(waiting("smtp")), Cause.WAITS_FOR_PERMIT, "\"smtp\"")
                        .text())
                .contains("capacity of 0");
    }

    @Test
    void a_limit_that_was_removed_is_named() {
        serving();
        assertThat(first(why(waiting("smtp")), Cause.WAITS_FOR_PERMIT, "\"smtp\"")
                        .text())
                .contains("no such limit");
    }

    @Test
    void a_free_permit_is_given_in_a_moment() {
        serving();
        semaphore("smtp", "smtp", 3L);
        first(why(waiting("smtp")), Cause.READY_SOON, "\"smtp\"");
    }

    @Test
    void a_job_that_waits_names_the_signal_and_until_when() {
        long job = suspended(job(WAITING, -7_200), "approved#2", AWAIT, 600);
        assertThat(first(why(job), Cause.SUSPENDED, "Send the signal \"approved\" to job " + job)
                        .text())
                .contains("the signal \"approved\" in the step \"approved#2\" for 9 min", ", until 2");
    }

    @Test
    void a_job_that_sleeps_names_the_step_whatever_its_queue_does() {
        pause("mails", 600);
        long job = suspended(job(WAITING, -7_200), "cool-off", SLEEP, 600);
        assertThat(first(why(job), Cause.SUSPENDED, "end the wait in the step \"cool-off\" of job " + job)
                        .text())
                .contains("sleeps in the step \"cool-off\" for 9 min");
        assertThat(causes(why(job))).containsExactly(Cause.SUSPENDED);
    }

    @Test
    void a_wait_that_is_over_is_late_after_a_moment() {
        first(why(suspended(job(WAITING, -5), "cool-off", SLEEP, -1)), Cause.READY_SOON, "its time is over");
        first(why(suspended(job(WAITING, -5), "cool-off", SLEEP, -60)), Cause.OVERDUE, "health");
        first(why(job(WAITING, -5)), Cause.OVERDUE, "health");
    }

    @Test
    void a_queue_and_a_type_whose_jobs_wait_in_steps_say_so() {
        serving();
        suspended(job(WAITING, -7_200), "approved", AWAIT, 600);
        suspended(set(job(WAITING, -7_200), "queue = 'others'"), "approved", AWAIT, 600);
        assertThat(first(diagnostics.queue("mails"), Cause.SUSPENDED, "\"mails\"")
                        .text())
                .contains("1 job of the queue");
        assertThat(first(diagnostics.type("mail"), Cause.SUSPENDED, "\"mail\"").text())
                .contains("2 waiting in a step");
        database.update("DELETE FROM baton_job");
        first(diagnostics.queue("mails"), Cause.NO_JOBS, "committed");
    }

    @Test
    void the_pause_stands_before_the_permit() {
        serving();
        semaphore("smtp", "smtp", 0L);
        pause("mails", 600);
        long job = waiting("smtp");
        first(why(job), Cause.QUEUE_PAUSED, "\"mails\"");
        assertThat(causes(why(job))).containsExactly(Cause.QUEUE_PAUSED, Cause.WAITS_FOR_PERMIT);
    }

    @Test
    void a_rate_is_named_as_it_was_defined() {
        serving();
        rate("~api");
        assertThat(first(why(waiting("~api")), Cause.WAITS_FOR_RATE, "\"api\"").text())
                .contains("5 start in 1 min");
    }

    @Test
    void a_blocked_job_without_a_row_of_a_permit_is_repaired() {
        serving();
        first(why(set(job(BLOCKED, -5), "ties = 1")), Cause.WAITS_FOR_PERMIT, "repairs");
    }

    @Test
    void a_job_behind_others_says_how_many_and_how_long() {
        serving();
        completed("mails", 2);
        completed("other", 0);
        job(READY, -60);
        set(job(READY, 0), "job_rank = -5");
        set(job(READY, -600), "job_rank = 5");
        set(job(READY, -600), "queue = 'other'");
        assertThat(first(why(job(READY, -5)), Cause.BEHIND_OTHERS, "\"mails\"").text())
                .contains("2 jobs", "2 in the last minute", "1 min");
    }

    @Test
    void jobs_that_are_due_at_once_go_in_the_order_of_ids() {
        serving();
        long one = job(READY, -5);
        long two = job(READY, -5);
        database.update(
                "UPDATE baton_job SET due_at = ?",
                database.dialect().timestamp(Instant.parse("2026-01-01T00:00:00.123456Z")));
        first(why(two), Cause.BEHIND_OTHERS, "\"mails\"");
        first(why(one), Cause.OVERDUE, "job " + one);
    }

    @Test
    void a_ready_job_that_nothing_holds_starts_soon() {
        serving();
        first(why(job(READY, -1)), Cause.READY_SOON, "");
    }

    @Test
    void the_next_job_while_others_run_long_waits_for_a_thread() {
        long worker = serving();
        job(CLAIMED, -300, worker);
        first(why(job(READY, -30)), Cause.WORKERS_BUSY, "\"mails\"");
    }

    @Test
    void a_job_long_due_that_nothing_holds_is_overdue() {
        serving();
        first(why(job(READY, -300)), Cause.OVERDUE, "\"mails\"");
    }

    @Test
    void a_job_that_killed_its_workers_runs_alone() {
        serving();
        first(why(set(job(READY, -5), "crashes = 3")), Cause.SUSPECT, "\"mail\"");
    }

    @Test
    void a_job_that_runs_names_its_worker_and_progress() {
        long job = set(job(CLAIMED, -300, serving()), "progress = 0.5");
        assertThat(first(why(job), Cause.RUNNING, "job " + job).text()).contains("\"shop-1\"", "5 min", "50 %");
    }

    @Test
    void a_silent_worker_is_named_before_its_jobs_are_reclaimed() {
        long worker = worker("mails", "mail", 30);
        assertThat(first(why(job(CLAIMED, -90, worker)), Cause.WORKER_SILENT, "\"shop-1\"")
                        .action())
                .contains("holds its row in baton_worker");
    }

    @Test
    void jobs_of_a_dead_worker_are_reclaimed() {
        long worker = serving();
        database.update("UPDATE baton_worker SET dead = TRUE WHERE id = ?", worker);
        assertThat(first(why(job(CLAIMED, -90, worker)), Cause.WORKER_DEAD, "node")
                        .text())
                .contains("\"shop-1\"");
    }

    @Test
    void a_job_of_a_worker_without_a_row_is_reclaimed() {
        first(why(job(CLAIMED, -90, 99_999L)), Cause.WORKER_DEAD, "node");
    }

    @Test
    void a_cancelled_job_whose_handler_goes_on_says_so() {
        first(why(set(job(CLAIMED, -90, serving()), "cancel_requested = TRUE")), Cause.CANCEL_REQUESTED, "\"mail\"");
    }

    @Test
    void a_dead_job_names_the_class_of_its_error_only() {
        long job = set(job(DEAD, -90), "attempt = 3, error = 'shop.CardRefused: number 4711', died_at = " + now());
        assertThat(first(why(job), Cause.DEAD, "job " + job).text())
                .contains("attempt 3", "shop.CardRefused")
                .doesNotContain("4711");
    }

    @Test
    void an_error_without_a_class_is_not_shown() {
        for (String error :
                List.of("card of Ada refused", "ada.lovelace@example.org refused", "ada.lovelace refused")) {
            long job = set(job(DEAD, -90), "error = '" + error + "', died_at = " + now());
            assertThat(first(why(job), Cause.DEAD, "job " + job).text()).doesNotContain("card", "Ada", "ada");
        }
    }

    @Test
    void a_job_in_history_has_ended() {
        completed("mails", 1);
        first(why(1_000_000_000L), Cause.ENDED, "completed");
    }

    @Test
    void one_of_a_sequence_names_what_runs_and_counts_those_before() {
        long head = sequence(job(CLAIMED, -60, serving()), "order:7", 2);
        waitingForTurn("order:7");
        waitingForTurn("order:8");
        long job = waitingForTurn("order:7");
        waitingForTurn("order:7");
        Reason reason = first(why(job), Cause.WAITS_FOR_TURN, "job " + head, new JobId(head));
        assertThat(reason.text())
                .contains("behind job " + head, "\"order:7\"", "\"shop-1\" claimed it", "before it: 1 job");
    }

    @Test
    void one_of_a_sequence_says_when_the_one_before_is_due() {
        long head = sequence(set(job(SCHEDULED, 600), "attempt = 2"), "order:7", 2);
        database.update(
                "UPDATE baton_job SET due_at = ? WHERE id = ?",
                database.dialect().timestamp(Instant.parse("2999-01-01T12:00:00Z")),
                head);
        assertThat(first(why(waitingForTurn("order:7")), Cause.WAITS_FOR_TURN, "job " + head, new JobId(head))
                        .text())
                .contains("the next one is due in", "at 2999-01-01T12:00:00Z");
    }

    @Test
    void one_of_a_sequence_says_what_the_one_before_waits_for() {
        long head = sequence(job(READY, -5), "order:7", 2);
        long job = waitingForTurn("order:7");
        first(why(job), Cause.WAITS_FOR_TURN, "Start a node", new JobId(head));
        permit(set(head, "state = " + BLOCKED), "smtp", 1);
        serving();
        first(why(job), Cause.WAITS_FOR_TURN, "Define \"smtp\"", new JobId(head));
    }

    @Test
    void one_behind_a_dead_one_says_how_to_go_on() {
        long dead = sequence(
                set(job(DEAD, -90), "attempt = 3, error = 'shop.CardRefused: number 4711', died_at = " + now()),
                "order:7",
                3);
        long job = waitingForTurn("order:7");
        Reason reason = first(why(job), Cause.WAITS_FOR_TURN, "skip it in the sequence \"order:7\"", new JobId(dead));
        assertThat(reason.text())
                .contains("job " + dead, "dead after attempt 3 with shop.CardRefused, since")
                .doesNotContain("4711");
        database.update("UPDATE baton_sequence SET state = 4 WHERE job_id = ?", dead);
        assertThat(first(why(job), Cause.WAITS_FOR_TURN, "revive job " + dead, new JobId(dead))
                        .text())
                .contains("cancels the jobs that wait");
    }

    @Test
    void one_of_a_sequence_without_a_head_gets_its_turn_soon() {
        long job = waitingForTurn("order:7");
        assertThat(first(why(job), Cause.WAITS_FOR_TURN, "the log").text())
                .contains("No job", "\"order:7\"", "within seconds");
    }

    @Test
    void an_item_of_a_batch_that_waits_for_its_turn_says_so() {
        long head = sequence(job(READY, -5), "order:7", 2);
        long item = waitingForTurn("order:7");
        group(batch(true, false), null, 0, 0, item);
        assertThat(first(why(item), Cause.WAITS_FOR_TURN, "Start a node", new JobId(head))
                        .text())
                .contains("behind job " + head);
    }

    @Test
    void a_dead_job_that_blocks_its_sequence_counts_those_that_wait() {
        long dead = sequence(set(job(DEAD, -90), "died_at = " + now()), "order:7", 3);
        waitingForTurn("order:7");
        waitingForTurn("order:7");
        waitingForTurn("order:8");
        assertThat(first(why(dead), Cause.DEAD, "skip it in the sequence \"order:7\"")
                        .text())
                .contains("It blocks the sequence \"order:7\", in which 2 jobs wait");
        database.update("UPDATE baton_sequence SET state = 0 WHERE job_id = ?", dead);
        database.update("DELETE FROM baton_turn");
        Reason skipped = first(why(dead), Cause.DEAD, "revive job " + dead);
        assertThat(skipped.text() + skipped.action()).doesNotContain("order:7");
    }

    // queues and types

    @Test
    void a_queue_that_is_paused_says_so() {
        serving();
        pause("mails", 600);
        job(READY, -5);
        first(diagnostics.queue("mails"), Cause.QUEUE_PAUSED, "\"mails\"");
        assertThat(causes(diagnostics.queue("mails"))).containsExactly(Cause.QUEUE_PAUSED);
    }

    @Test
    void a_queue_that_no_node_serves_says_so() {
        job(READY, -5);
        first(diagnostics.queue("mails"), Cause.QUEUE_NOT_SERVED, "\"mails\"");
    }

    @Test
    void the_type_of_the_first_job_of_a_queue_is_unknown() {
        worker("mails", "report", 0);
        job(READY, -5);
        first(diagnostics.queue("mails"), Cause.TYPE_UNKNOWN, "\"mail\"");
    }

    @Test
    void a_queue_whose_jobs_wait_for_a_limit_names_it() {
        serving();
        semaphore("smtp", "smtp", 0L);
        rate("~api");
        waiting("smtp");
        first(diagnostics.queue("mails"), Cause.WAITS_FOR_PERMIT, "\"smtp\"");
        clear();
        serving();
        waiting("~api");
        first(diagnostics.queue("mails"), Cause.WAITS_FOR_RATE, "\"api\"");
    }

    @Test
    void a_deep_queue_says_its_rate() {
        job(CLAIMED, -5, serving());
        completed("mails", 3);
        job(READY, -5);
        assertThat(first(diagnostics.queue("mails"), Cause.BEHIND_OTHERS, "\"mails\"")
                        .text())
                .contains("1 job;", "3 in the last minute", "20 s");
    }

    @Test
    void a_queue_that_has_stood_still_is_overdue() {
        serving();
        job(READY, -300);
        assertThat(first(diagnostics.queue("mails"), Cause.OVERDUE, "\"mails\"").text())
                .contains("5 min");
    }

    @Test
    void a_queue_of_scheduled_jobs_says_when_the_first_is_due() {
        serving();
        job(SCHEDULED, 600);
        assertThat(first(diagnostics.queue("mails"), Cause.NOT_DUE, "\"mails\"").text())
                .contains("9 min");
    }

    @Test
    void what_holds_a_queue_explains_its_late_jobs_alone() {
        serving();
        pause("mails", 600);
        job(SCHEDULED, -300);
        assertThat(causes(diagnostics.queue("mails"))).containsExactly(Cause.QUEUE_PAUSED);
        assertThat(causes(diagnostics.type("mail"))).containsExactly(Cause.QUEUE_PAUSED);
    }

    @Test
    void a_queue_without_jobs_says_so() {
        serving();
        first(diagnostics.queue("mails"), Cause.NO_JOBS, "transaction");
    }

    @Test
    void a_queue_whose_jobs_all_run_says_so() {
        job(CLAIMED, -5, serving());
        first(diagnostics.queue("mails"), Cause.RUNNING, "\"mails\"");
    }

    @Test
    void a_type_that_no_worker_knows_names_the_near_one() {
        worker("default", "mails", 0);
        assertThat(first(diagnostics.type("mail"), Cause.TYPE_UNKNOWN, "\"mail\"")
                        .text())
                .contains("'mails'?");
    }

    @Test
    void a_type_says_what_holds_the_queue_of_its_jobs() {
        serving();
        job(READY, -5);
        pause("mails", 600);
        pause("other", 600);
        first(diagnostics.type("mail"), Cause.QUEUE_PAUSED, "\"mails\"");
        assertThat(causes(diagnostics.type("mail"))).containsExactly(Cause.QUEUE_PAUSED);
    }

    @Test
    void a_type_of_dead_jobs_or_of_none_says_so() {
        serving();
        first(diagnostics.type("mail"), Cause.NO_JOBS, "\"mail\"");
        job(DEAD, -5);
        first(diagnostics.type("mail"), Cause.DEAD, "\"mail\"");
    }

    // batches and flows

    @Test
    void a_batch_that_is_not_sealed_says_so() {
        long batch = batch(false, false);
        group(batch, null, 0, 0, job(READY, -5));
        Diagnosis diagnosis = diagnostics.batch(new BatchId(batch));
        first(diagnosis, Cause.NOT_SEALED, "batch " + batch);
        assertThat(causes(diagnosis)).containsExactly(Cause.NOT_SEALED, Cause.ITEMS_OPEN);
    }

    @Test
    void a_batch_counts_its_open_jobs_by_state() {
        long batch = batch(true, false);
        group(batch, null, 0, 0, job(READY, -5), job(SCHEDULED, 60));
        assertThat(first(diagnostics.batch(new BatchId(batch)), Cause.ITEMS_OPEN, "batch " + batch)
                        .text())
                .contains("2 of 2", "1 scheduled", "1 ready");
    }

    @Test
    void a_batch_of_dead_items_is_stuck() {
        long batch = batch(true, false);
        long dead = job(DEAD, -5);
        group(batch, null, 1, 0, dead);
        first(diagnostics.batch(new BatchId(batch)), Cause.STUCK, "batch " + batch, new JobId(dead));
    }

    @Test
    void a_batch_some_of_whose_items_are_dead_names_them() {
        long batch = batch(true, false);
        long dead = job(DEAD, -5);
        group(batch, null, 1, 0, dead, job(READY, -5));
        first(diagnostics.batch(new BatchId(batch)), Cause.DEAD, "batch " + batch, new JobId(dead));
    }

    @Test
    void a_batch_that_has_ended_or_is_unknown_says_so() {
        long batch = batch(true, false);
        first(diagnostics.batch(new BatchId(batch)), Cause.READY_SOON, "batch " + batch);
        database.update("UPDATE baton_batch SET completed_at = " + now());
        first(diagnostics.batch(new BatchId(batch)), Cause.ENDED, "batch " + batch);
        first(diagnostics.batch(new BatchId(batch + 1)), Cause.UNKNOWN_OR_UNCOMMITTED, "transaction");
    }

    @Test
    void the_job_after_a_batch_names_the_batch() {
        long batch = batch(false, false);
        long job = awaiting();
        database.update("UPDATE baton_batch SET on_complete = ?", job);
        first(why(job), Cause.WAITS_FOR_BATCH, "batch " + batch);
    }

    @Test
    void a_job_of_a_later_step_names_the_step_it_waits_for() {
        long flow = batch(true, true);
        step(flow, 1, "load");
        step(flow, 2, "scale");
        step(flow, 3, "publish", 1, 2);
        group(flow, 1, 0, 0, job(READY, -5));
        long later = awaiting();
        group(flow, 3, 0, 2, later);
        first(why(later), Cause.WAITS_FOR_STEPS, "\"load\"");
        assertThat(why(later).reasons().get(0).text()).doesNotContain("scale");
    }

    @Test
    void a_job_after_a_dead_one_names_it() {
        long flow = batch(true, true);
        step(flow, 1, "load");
        step(flow, 2, "publish", 1);
        long dead = job(DEAD, -5);
        group(flow, 1, 1, 0, dead);
        long later = awaiting();
        group(flow, 2, 0, 2, later);
        first(why(later), Cause.WAITS_FOR_STEPS, "flow " + flow, new JobId(dead));
        first(diagnostics.flow(new BatchId(flow)), Cause.STUCK, "flow " + flow, new JobId(dead));
    }

    @Test
    void a_step_that_is_being_released_starts_soon() {
        long flow = batch(true, true);
        step(flow, 1, "load");
        step(flow, 2, "publish", 1);
        long later = awaiting();
        group(flow, 2, 0, 1, later);
        first(why(later), Cause.READY_SOON, "\"publish\"");
    }

    @Test
    void a_flow_names_its_open_steps_and_what_they_wait_for() {
        long flow = batch(true, true);
        step(flow, 1, "load");
        step(flow, 2, "publish", 1);
        group(flow, 1, 0, 0, job(READY, -5));
        group(flow, 2, 0, 2, awaiting());
        Diagnosis diagnosis = diagnostics.flow(new BatchId(flow));
        first(diagnosis, Cause.ITEMS_OPEN, "\"load\"");
        assertThat(causes(diagnosis)).containsExactly(Cause.ITEMS_OPEN, Cause.WAITS_FOR_STEPS);
        assertThat(diagnosis.reasons().get(1).text()).contains("\"publish\"", "\"load\"");
    }

    @Test
    void a_flow_that_is_being_cancelled_says_so() {
        long flow = batch(true, true);
        step(flow, 1, "load");
        group(flow, 1, 0, 0, job(CLAIMED, -5, serving()));
        database.update("UPDATE baton_batch SET cancelled_at = " + now());
        first(diagnostics.flow(new BatchId(flow)), Cause.CANCEL_REQUESTED, "flow " + flow);
    }

    @Test
    void names_stay_as_they_are_and_are_no_sql() {
        String odd = "'; DROP TABLE baton_job; --";
        first(diagnostics.queue(odd), Cause.QUEUE_NOT_SERVED, odd);
        first(diagnostics.type(odd), Cause.TYPE_UNKNOWN, odd);
    }
}
