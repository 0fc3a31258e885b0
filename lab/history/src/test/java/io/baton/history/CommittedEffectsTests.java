package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;

import org.junit.jupiter.api.Test;

class CommittedEffectsTests {

    private static final String PROMISE = "effects";

    private static final String ENQUEUED = """
            client 100 invoke op=o1
            client 101 enqueue op=o1 item=1 kind=transactional
            client 110 ok op=o1
            """;

    private static final String TWO_RUNS = """
            w1 900 run run=a job=11 attempt=1 item=1
            w1 950 ended run=a outcome=ok
            injector 1000 fault id=f1 kind=freeze target=w1
            w2 12000 run run=b job=11 attempt=2 item=1
            w2 12100 ended run=b outcome=ok
            injector 14000 healed id=f1
            """;

    @Test
    void a_frozen_holder_may_end_beside_the_run_that_commits() {
        assertHolds(PROMISE, ENQUEUED, TWO_RUNS, """
                end 90000 job job=11 state=completed attempt=2
                end 90000 effect run=b
                """);
    }

    @Test
    void a_process_may_be_killed_right_after_its_commit() {
        assertHolds(PROMISE, ENQUEUED, """
                w1 900 run run=a job=11 attempt=1 item=1
                w1 950 ended run=a outcome=ok
                injector 951 killed process=w1
                end 90000 job job=11 state=completed attempt=1
                end 90000 effect run=a
                """);
    }

    @Test
    void a_commit_of_unknown_outcome_may_have_happened() {
        assertHolds(PROMISE, ENQUEUED, """
                w1 900 run run=a job=11 attempt=1 item=1
                w1 950 ended run=a outcome=unknown
                end 90000 job job=11 state=completed attempt=1
                end 90000 effect run=a
                """);
    }

    @Test
    void effects_of_two_runs_are_found() {
        assertBroken(PROMISE, "job 11 has more than one effect", ENQUEUED, TWO_RUNS, """
                end 90000 job job=11 state=completed attempt=2
                end 90000 effect run=a
                end 90000 effect run=b
                """);
    }

    @Test
    void an_effect_that_is_there_twice_is_found() {
        assertBroken(PROMISE, "job 11 has more than one effect", ENQUEUED, TWO_RUNS, """
                end 90000 job job=11 state=completed attempt=2
                end 90000 effect run=b
                end 90000 effect run=b
                """);
    }

    @Test
    void an_effect_without_completion_is_found() {
        assertBroken(PROMISE, "without the completion of attempt 2", ENQUEUED, TWO_RUNS, """
                end 90000 job job=11 item=1 state=dead attempt=2
                end 90000 effect run=b
                """);
    }

    @Test
    void an_effect_of_another_attempt_than_the_completed_one_is_found() {
        assertBroken(PROMISE, "without the completion of attempt 1", ENQUEUED, TWO_RUNS, """
                end 90000 job job=11 state=completed attempt=2
                end 90000 effect run=a
                """);
    }

    @Test
    void an_effect_of_a_run_that_failed_is_found() {
        assertBroken(PROMISE, "did not end well", ENQUEUED, """
                w1 900 run run=a job=11 attempt=1 item=1
                w1 950 ended run=a outcome=failed
                w1 960 run run=b job=11 attempt=2 item=1
                w1 970 ended run=b outcome=ok
                end 90000 job job=11 state=completed
                end 90000 effect run=a
                """);
    }

    @Test
    void an_effect_of_a_run_that_lost_its_claim_is_found() {
        assertBroken(PROMISE, "did not end well", ENQUEUED, """
                w1 900 run run=a job=11 attempt=1 item=1
                w1 14100 ended run=a outcome=lost
                w2 12000 run run=b job=11 attempt=1 item=1
                w2 12100 ended run=b outcome=ok
                end 90000 job job=11 state=completed attempt=1
                end 90000 effect run=a
                """);
    }

    @Test
    void a_completion_without_its_effect_is_found() {
        assertBroken(PROMISE, "job 11 is completed without its effect", ENQUEUED, TWO_RUNS, """
                end 90000 job job=11 state=completed attempt=2
                """);
    }

    @Test
    void an_effect_of_a_run_that_never_started_is_found() {
        assertBroken(PROMISE, "which never started", ENQUEUED, "end 90000 effect run=c");
    }
}
