package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;

import org.junit.jupiter.api.Test;

class OnceActionsTests {

    private static final String PROMISE = "once";

    private static final String RUNS = """
            w1 900 run run=a job=11 attempt=1
            w2 9500 run run=b job=11 attempt=2
            """;

    private static final String FIRST = """
            w1 910 act run=a key=k token=t
            w1 920 acted run=a key=k outcome=ok
            w1 930 performed run=a key=k result=performed
            """;

    private static final String SECOND = """
            w2 9510 act run=b key=k token=t
            w2 9520 acted run=b key=k outcome=ok
            w2 9530 performed run=b key=k result=performed
            """;

    private static final String RECORDED = "end 90000 recorded key=k token=t";

    @Test
    void later_callers_do_nothing() {
        assertHolds(PROMISE, RUNS, FIRST, RECORDED, "w2 9530 performed run=b key=k result=already");
    }

    @Test
    void an_action_is_repeated_after_a_kill_before_its_record() {
        assertHolds(PROMISE, RUNS, """
                w1 910 act run=a key=k token=t
                w1 920 acted run=a key=k outcome=ok
                injector 921 killed process=w1
                """, SECOND, RECORDED);
    }

    @Test
    void an_action_is_repeated_after_it_has_failed() {
        assertHolds(PROMISE, RUNS, """
                w1 910 act run=a key=k token=t
                w1 920 acted run=a key=k outcome=failed
                w1 930 performed run=a key=k result=failed
                """, SECOND, RECORDED);
    }

    @Test
    void a_frozen_caller_ends_its_action_beside_the_next() {
        assertHolds(PROMISE, RUNS, """
                injector 915 fault id=f1 kind=freeze target=w1
                w1 910 act run=a key=k token=t
                """, SECOND, """
                w1 14010 acted run=a key=k outcome=ok
                w1 14020 performed run=a key=k result=performed
                injector 14000 healed id=f1
                """, RECORDED);
    }

    @Test
    void a_record_that_is_written_late_is_found_by_the_next_caller() {
        assertHolds(PROMISE, RUNS, """
                w1 910 act run=a key=k token=t
                w1 920 acted run=a key=k outcome=ok
                w1 930 performed run=a key=k result=failed
                w2 9530 performed run=b key=k result=already
                """, RECORDED);
    }

    @Test
    void an_action_that_is_done_twice_is_found() {
        assertBroken(PROMISE, "the action k is repeated by b", RUNS, FIRST, SECOND, RECORDED);
    }

    @Test
    void an_action_that_is_done_again_after_its_record_is_found() {
        assertBroken(
                PROMISE,
                "the action k is repeated by b",
                RUNS,
                FIRST,
                "injector 940 killed process=w1",
                SECOND,
                RECORDED);
    }

    @Test
    void an_action_that_is_done_beside_another_is_found() {
        assertBroken(
                PROMISE,
                "the action k is repeated by b",
                RUNS,
                """
                w1 910 act run=a key=k token=t
                """,
                SECOND,
                RECORDED,
                "w1 9600 acted run=a key=k outcome=failed");
    }

    @Test
    void a_repetition_with_another_idempotency_key_is_found() {
        assertBroken(
                PROMISE,
                "the action k is repeated with another idempotency key",
                RUNS,
                """
                w1 910 act run=a key=k token=t
                w1 920 acted run=a key=k outcome=failed
                """,
                SECOND.replace("token=t", "token=u"),
                RECORDED);
    }

    @Test
    void an_action_that_was_not_performed_as_said_is_found() {
        assertBroken(PROMISE, "the action k is said to be performed to b", RUNS, """
                w1 910 act run=a key=k token=t
                w1 920 acted run=a key=k outcome=failed
                w2 9530 performed run=b key=k result=already
                """, RECORDED);
    }

    @Test
    void an_action_that_is_not_recorded_is_found() {
        assertBroken(PROMISE, "the action k was performed and is not recorded", RUNS, FIRST);
    }
}
