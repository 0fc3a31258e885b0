package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;

import org.junit.jupiter.api.Test;

class UniqueRequestsTests {

    private static final String PROMISE = "unique";

    private static final String CREATED = request(1, "start", 100, "job=11 as=created", "ok");
    private static final String KEPT = request(2, "start", 200, "job=11 as=kept", "ok");

    private static final String KEY_LEFT = """
            end 90000 job job=11 state=completed
            end 90000 key key=k job=11
            """;

    @Test
    void requests_that_are_kept_are_seen_by_the_waiting_job() {
        assertHolds(PROMISE, CREATED, KEPT, run("w1", 300, 11, "1,2"));
    }

    @Test
    void a_request_is_seen_by_the_run_after_a_kill() {
        assertHolds(PROMISE, CREATED, KEPT, """
                w1 300 run run=a job=11 attempt=1
                w1 310 saw run=a items=1,2
                injector 320 killed process=w1
                """, run("w2", 12_000, 11, "1,2"));
    }

    @Test
    void an_unknown_request_that_was_committed_is_seen() {
        assertHolds(
                PROMISE,
                CREATED,
                KEPT.replace("ok op", "unknown op"),
                "end 90000 ledger op=o2",
                run("w1", 300, 11, "1,2"));
    }

    @Test
    void an_unknown_request_that_was_not_committed_need_not_be_seen() {
        assertHolds(PROMISE, CREATED, KEPT.replace("ok op", "unknown op"), run("w1", 300, 11, "1"));
    }

    @Test
    void a_running_job_promises_nothing() {
        assertHolds(
                PROMISE,
                request(1, "finish", 100, "job=11 as=created", "ok"),
                """
                w1 150 run run=a job=11 attempt=1
                w1 160 saw run=a items=1
                w1 290 ended run=a outcome=ok
                """,
                request(2, "finish", 200, "job=11 as=running", "ok"));
    }

    @Test
    void a_second_job_is_created_once_the_first_has_started() {
        assertHolds(
                PROMISE,
                CREATED,
                """
                w1 150 run run=a job=11 attempt=1
                w1 160 saw run=a items=1
                w1 290 ended run=a outcome=failed
                """,
                request(2, "start", 200, "job=12 as=created", "ok"),
                run("w1", 300, 12, "2"),
                run("w2", 400, 11, "1,2"));
    }

    @Test
    void a_start_that_a_fault_delays_is_no_second_waiting_job() {
        assertHolds(
                PROMISE,
                CREATED,
                request(2, "start", 200, "job=12 as=created", "ok"),
                "injector 150 killed process=w1",
                run("w2", 400, 12, "2"),
                run("w2", 12_000, 11, "1"));
    }

    @Test
    void a_job_that_is_dead_still_has_its_requests() {
        assertHolds(PROMISE, CREATED, "end 90000 job job=11 state=dead");
    }

    @Test
    void a_key_held_for_a_time_promises_its_first_request_only() {
        assertHolds(
                PROMISE,
                request(1, "time", 100, "job=11 as=created", "ok"),
                run("w1", 150, 11, "1"),
                request(2, "time", 200, "job=11 as=kept", "ok"),
                "end 90000 job job=11 state=completed",
                "end 90000 key key=k job=11");
    }

    @Test
    void a_request_that_no_run_sees_is_found() {
        assertBroken(PROMISE, "item 2 of o2 was not seen by job 11", CREATED, KEPT, run("w1", 300, 11, "1"));
    }

    @Test
    void a_request_of_a_job_that_had_started_before_is_found() {
        assertBroken(PROMISE, "item 2 of o2 was not seen by job 11", CREATED, run("w1", 190, 11, "1,2"), KEPT);
    }

    @Test
    void a_request_that_only_a_failed_run_saw_is_found() {
        assertBroken(
                PROMISE,
                "item 2 of o2 was not seen by job 11",
                CREATED,
                KEPT,
                run("w1", 300, 11, "1,2").replace("=ok", "=failed"));
    }

    @Test
    void a_request_that_another_job_saw_is_found() {
        assertBroken(
                PROMISE,
                "item 2 of o2 was not seen by job 12",
                CREATED,
                request(2, "start", 200, "job=12 as=replaced", "ok"),
                run("w1", 300, 11, "1,2"));
    }

    @Test
    void two_waiting_jobs_of_a_key_are_found() {
        assertBroken(
                PROMISE,
                "job 12 was created while 11 held the key k",
                CREATED,
                request(2, "start", 200, "job=12 as=created", "ok"),
                run("w1", 1_300, 12, "2"),
                run("w1", 1_300, 11, "1,2"));
    }

    @Test
    void a_second_job_before_the_first_has_finished_is_found() {
        assertBroken(
                PROMISE,
                "job 12 was created while 11 held the key k",
                request(1, "finish", 100, "job=11 as=created", "ok"),
                run("w1", 150, 11, "1"),
                request(2, "finish", 145, "job=12 as=created", "ok"),
                run("w1", 300, 12, "2"));
    }

    @Test
    void a_key_of_a_job_that_has_ended_is_found() {
        assertBroken(PROMISE, "job 11 has ended and holds the key k", CREATED, run("w1", 300, 11, "1"), KEY_LEFT);
    }

    @Test
    void a_key_that_an_enqueue_locked_when_its_job_ended_may_be_left() {
        assertHolds(
                PROMISE,
                CREATED,
                run("w1", 300, 11, "1"),
                request(2, "finish", 305, "job=11 as=running", "ok"),
                KEY_LEFT);
    }

    @Test
    void a_key_that_no_request_had_locked_when_its_job_ended_is_found() {
        for (long at : new long[] {295, 5_000}) {
            assertBroken(
                    PROMISE,
                    "job 11 has ended and holds the key k",
                    CREATED,
                    run("w1", 300, 11, "1"),
                    request(2, "finish", at, "job=11 as=running", "ok"),
                    KEY_LEFT);
        }
    }

    /** Returns the lines of a transaction of ten milliseconds that requests a job. */
    private static String request(long item, String held, long at, String assigned, String outcome) {
        String op = "op=o" + item;
        return """
                client %d invoke %s ledger=yes
                client %d enqueue %s item=%d kind=plain key=k unique=%s
                client %d assigned %s item=%d %s
                client %d %s %s
                """.formatted(at, op, at + 1, op, item, held, at + 5, op, item, assigned, at + 10, outcome, op);
    }

    /** Returns the lines of a run of ten milliseconds that sees requests. */
    private static String run(String process, long at, long job, String items) {
        String run = "run=" + process + "-" + job + "-" + at;
        return """
                %s %d run %s job=%d attempt=1
                %s %d saw %s items=%s
                %s %d ended %s outcome=ok
                """.formatted(process, at, run, job, process, at + 5, run, items, process, at + 10, run);
    }
}
