package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExclusiveRunsTests {

    private static final String PROMISE = "exclusive";

    private static final String ENQUEUED = """
            client 100 invoke op=o1
            client 101 enqueue op=o1 item=1 kind=plain
            client 110 ok op=o1
            """;

    /** The last heartbeat before the freeze may be two seconds older than it. */
    private static final String FROZEN = """
            injector 1000 fault id=f1 kind=freeze target=w1
            injector 14000 healed id=f1
            """;

    @Test
    void a_job_of_a_killed_process_runs_again() {
        assertHolds(PROMISE, ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                injector 250 killed process=w1
                w2 12000 run run=b job=11 attempt=2 item=1
                w2 12100 ended run=b outcome=ok
                """);
    }

    @Test
    void a_frozen_holder_goes_on_beside_the_next_run() {
        String history = FROZEN + """
                w1 900 run run=a job=11 attempt=1 item=1
                w2 9500 run run=b job=11 attempt=2 item=1
                w1 14500 ended run=a outcome=ok
                w2 15000 ended run=b outcome=ok
                """;
        assertHolds(PROMISE, ENQUEUED, history);
        assertThat(Histories.check(PROMISE, ENQUEUED, history).figures()).containsEntry("fenced", "1");
    }

    @Test
    void a_process_that_was_frozen_before_its_handler_starts_it_late() {
        assertHolds(PROMISE, ENQUEUED, FROZEN, """
                w2 9500 run run=b job=11 attempt=2 item=1
                w1 14200 run run=a job=11 attempt=1 item=1
                w1 14300 ended run=a outcome=ok
                w2 15000 ended run=b outcome=ok
                """);
    }

    @Test
    void faults_without_a_gap_silence_a_process_together() {
        assertHolds(PROMISE, ENQUEUED, """
                injector 1000 fault id=f1 kind=cut target=w1,w3
                injector 5000 fault id=f2 kind=failover target=*
                injector 6000 healed id=f1
                injector 10000 healed id=f2
                w1 900 run run=a job=11 attempt=1 item=1
                w2 9500 run run=b job=11 attempt=2 item=1
                w2 10000 ended run=b outcome=ok
                w1 11000 ended run=a outcome=lost
                """);
    }

    @Test
    void a_database_that_crashes_forgets_the_latest_claims() {
        assertHolds(PROMISE, ENQUEUED, """
                w1 900 run run=a job=11 attempt=1 item=1 lock=l1
                injector 1000 fault id=f1 kind=crash target=* forgets=1000
                injector 1500 healed id=f1
                w2 1600 run run=b job=11 attempt=1 item=1 lock=l2
                w1 1700 ended run=a outcome=ok
                w2 1800 ended run=b outcome=ok
                """);
    }

    @Test
    void a_job_whose_outcome_was_not_written_runs_again() {
        assertHolds(PROMISE, ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                w1 300 ended run=a outcome=ok
                injector 301 killed process=w1
                w2 12000 run run=b job=11 attempt=2 item=1
                w2 12100 ended run=b outcome=ok
                """);
    }

    @Test
    void runs_that_overlap_without_a_fault_are_found() {
        assertBroken(PROMISE, "runs overlap", ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                w2 299 run run=b job=11 attempt=1 item=1
                w1 300 ended run=a outcome=ok
                w2 400 ended run=b outcome=ok
                """);
    }

    @Test
    void runs_that_overlap_after_a_short_freeze_are_found() {
        assertBroken(PROMISE, "runs overlap", ENQUEUED, """
                injector 1000 fault id=f1 kind=freeze target=w1
                injector 8999 healed id=f1
                w1 900 run run=a job=11 attempt=1 item=1
                w2 9500 run run=b job=11 attempt=2 item=1
                w1 9600 ended run=a outcome=ok
                """);
    }

    @Test
    void runs_that_overlap_before_dead_after_are_found() {
        assertBroken(PROMISE, "runs overlap", ENQUEUED, FROZEN, """
                w1 900 run run=a job=11 attempt=1 item=1
                w2 8999 run run=b job=11 attempt=2 item=1
                w1 14500 ended run=a outcome=ok
                """);
    }

    @Test
    void runs_that_overlap_while_another_process_is_frozen_are_found() {
        assertBroken(PROMISE, "runs overlap", ENQUEUED, FROZEN, """
                w3 900 run run=a job=11 attempt=1 item=1
                w2 12000 run run=b job=11 attempt=2 item=1
                w3 12100 ended run=a outcome=ok
                """);
    }

    @Test
    void a_run_that_starts_long_after_a_freeze_is_not_excused() {
        assertBroken(PROMISE, "runs overlap", ENQUEUED, FROZEN, """
                w1 20000 run run=a job=11 attempt=1 item=1
                w2 20100 run run=b job=11 attempt=1 item=1
                w1 20200 ended run=a outcome=ok
                """);
    }

    @Test
    void two_runs_of_one_claim_are_found() {
        assertBroken(PROMISE, "one claim has two runs", ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1 lock=l1
                w1 300 ended run=a outcome=failed
                w1 400 run run=b job=11 attempt=2 item=1 lock=l1
                w1 500 ended run=b outcome=ok
                """);
    }

    @Test
    void a_job_that_runs_again_after_its_end_is_found() {
        assertBroken(PROMISE, "the job had ended and runs again", ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                w1 300 ended run=a outcome=ok
                w2 400 run run=b job=11 attempt=2 item=1
                w2 500 ended run=b outcome=ok
                """);
    }

    @Test
    void a_later_kill_does_not_excuse_that_a_job_runs_again() {
        assertBroken(PROMISE, "the job had ended and runs again", ENQUEUED, """
                w1 200 run run=a job=11 attempt=1 item=1
                w1 300 ended run=a outcome=ok
                injector 50000 killed process=w1
                w2 62000 run run=b job=11 attempt=2 item=1
                w2 62100 ended run=b outcome=ok
                """);
    }
}
