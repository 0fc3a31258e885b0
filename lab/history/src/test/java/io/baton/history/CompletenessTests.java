package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;

import org.junit.jupiter.api.Test;

class CompletenessTests {

    private static final String PROMISE = "completeness";

    private static final String ENQUEUED = """
            client 100 invoke op=o1
            client 101 enqueue op=o1 item=1 kind=plain attempts=2
            client 110 ok op=o1
            """;

    private static final String COMPLETED = """
            w1 200 run run=a job=11 attempt=1 item=1
            w1 300 ended run=a outcome=ok
            end 90000 job job=11 state=completed attempt=1
            """;

    private static final String TWO_JOBS_AND_A_ROW = """
            client 100 invoke op=o1 ledger=yes
            client 101 enqueue op=o1 item=1 kind=plain
            client 102 enqueue op=o1 item=2 kind=plain
            """;

    private static final String FIRST_COMPLETED = """
            w1 300 run run=a job=11 attempt=1 item=1
            w1 400 ended run=a outcome=ok
            end 90000 job job=11 item=1 state=completed
            """;

    private static final String SECOND_COMPLETED = """
            w1 300 run run=b job=12 attempt=1 item=2
            w1 400 ended run=b outcome=ok
            end 90000 job job=12 item=2 state=completed
            """;

    @Test
    void a_job_whose_process_is_killed_may_run_again() {
        assertHolds(PROMISE, ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                injector 250 killed process=w1
                w2 12000 run run=b job=11 attempt=2 item=1
                w2 12100 ended run=b outcome=ok
                end 90000 job job=11 state=completed attempt=2
                """);
    }

    @Test
    void an_unknown_commit_may_have_happened() {
        assertHolds(PROMISE, TWO_JOBS_AND_A_ROW, FIRST_COMPLETED, SECOND_COMPLETED, """
                client 200 unknown op=o1
                end 90000 ledger op=o1
                """);
    }

    @Test
    void an_unknown_commit_may_not_have_happened() {
        assertHolds(PROMISE, TWO_JOBS_AND_A_ROW, "client 200 unknown op=o1");
    }

    @Test
    void an_operation_whose_client_was_killed_is_unknown() {
        assertHolds(PROMISE, TWO_JOBS_AND_A_ROW, "injector 150 killed process=client");
    }

    @Test
    void a_job_that_failed_as_often_as_it_may_is_dead() {
        assertHolds(PROMISE, ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                w1 300 ended run=a outcome=failed
                w1 400 run run=b job=11 attempt=2 item=1
                w1 500 ended run=b outcome=failed
                end 90000 job job=11 state=dead attempt=2
                """);
    }

    @Test
    void a_job_that_was_started_by_four_dead_workers_is_dead() {
        assertHolds(PROMISE, ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                injector 250 killed process=w1
                w2 12000 run run=b job=11 attempt=2 item=1
                injector 12010 killed process=w2
                injector 24000 fault id=f1 kind=freeze target=w3
                w3 23990 run run=c job=11 attempt=3 item=1
                w4 36000 run run=d job=11 attempt=4 item=1
                injector 36010 killed process=w4
                injector 48000 healed id=f1
                w3 48010 ended run=c outcome=ok
                end 90000 job job=11 state=dead
                """);
    }

    @Test
    void a_cancelled_job_needs_no_run() {
        assertHolds(PROMISE, ENQUEUED, """
                client 120 invoke op=o2
                client 121 cancel op=o2 item=1
                client 130 unknown op=o2
                end 90000 job job=11 item=1 state=cancelled
                """);
    }

    @Test
    void a_job_that_waits_for_a_dead_one_may_be_left() {
        assertHolds(PROMISE, """
                client 100 invoke op=o1
                client 101 enqueue op=o1 item=1 kind=plain group=batch:b attempts=1
                client 101 enqueue op=o1 item=2 kind=plain after=batch:b
                client 102 seal op=o1 group=batch:b
                client 110 ok op=o1
                w1 200 run run=a job=11 attempt=1 item=1
                w1 300 ended run=a outcome=failed
                end 90000 job job=11 state=dead
                end 90000 job job=12 item=2 state=left
                """);
    }

    @Test
    void a_job_that_was_acknowledged_and_lost_is_found() {
        assertBroken(PROMISE, "item 1 of o1 was acknowledged and has left no trace", ENQUEUED);
    }

    @Test
    void a_job_that_ran_and_vanished_is_found() {
        assertBroken(PROMISE, "job 11 ran and is not in the tables", ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                w1 300 ended run=a outcome=failed
                """);
    }

    @Test
    void a_rolled_back_enqueue_that_ran_is_found() {
        assertBroken(PROMISE, "item 1 of o1 was rolled back and exists", """
                client 100 invoke op=o1
                client 101 enqueue op=o1 item=1 kind=plain
                client 110 failed op=o1
                """, COMPLETED);
    }

    @Test
    void half_of_an_unknown_transaction_is_found() {
        assertBroken(PROMISE, "only 1 of 2 jobs of o1 exist", TWO_JOBS_AND_A_ROW, FIRST_COMPLETED, """
                client 200 unknown op=o1
                end 90000 ledger op=o1
                """);
    }

    @Test
    void half_of_an_acknowledged_transaction_is_found() {
        assertBroken(PROMISE, "item 2 of o1 was acknowledged", TWO_JOBS_AND_A_ROW, FIRST_COMPLETED, """
                client 200 ok op=o1
                end 90000 ledger op=o1
                """);
    }

    @Test
    void jobs_without_the_row_of_their_client_are_found() {
        assertBroken(
                PROMISE,
                "did not share their fate",
                TWO_JOBS_AND_A_ROW,
                FIRST_COMPLETED,
                SECOND_COMPLETED,
                "client 200 unknown op=o1");
    }

    @Test
    void a_row_of_a_client_without_its_jobs_is_found() {
        assertBroken(PROMISE, "did not share their fate", TWO_JOBS_AND_A_ROW, """
                client 200 unknown op=o1
                end 90000 ledger op=o1
                """);
    }

    @Test
    void a_completed_job_that_never_ran_to_its_end_is_found() {
        assertBroken(PROMISE, "job 11 is COMPLETED", ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                w1 300 ended run=a outcome=failed
                end 90000 job job=11 state=completed
                """);
    }

    @Test
    void a_job_that_is_dead_too_early_is_found() {
        assertBroken(PROMISE, "job 11 is DEAD", ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                w1 300 ended run=a outcome=failed
                w1 400 run run=b job=11 attempt=2 item=1
                injector 450 killed process=w1
                end 90000 job job=11 state=dead
                """);
    }

    @Test
    void a_job_that_has_not_ended_is_found() {
        assertBroken(PROMISE, "job 11 is LEFT", ENQUEUED, "end 90000 job job=11 item=1 state=left");
    }

    @Test
    void a_job_that_no_client_cancelled_is_found() {
        assertBroken(PROMISE, "job 11 is CANCELLED", ENQUEUED, """
                client 120 invoke op=o2
                client 121 cancel op=o2 item=1
                client 130 failed op=o2
                end 90000 job job=11 item=1 state=cancelled
                """);
    }

    @Test
    void an_item_that_is_two_jobs_is_found() {
        assertBroken(PROMISE, "item 1 of o1 is 2 jobs", ENQUEUED, COMPLETED, """
                w1 400 run run=b job=12 attempt=1 item=1
                w1 500 ended run=b outcome=ok
                end 90000 job job=12 state=completed
                """);
    }

    @Test
    void a_job_that_is_in_the_tables_twice_is_found() {
        assertBroken(
                PROMISE,
                "job 11 is in the tables twice",
                ENQUEUED,
                COMPLETED,
                "end 90000 job job=11 item=1 state=left");
    }

    @Test
    void a_history_without_requests_proves_nothing() {
        assertBroken(PROMISE, "nothing is proved");
    }
}
