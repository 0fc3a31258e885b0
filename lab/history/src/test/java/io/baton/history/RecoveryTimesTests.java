package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecoveryTimesTests {

    private static final String PROMISE = "recovery";

    private static final String FAULTS = """
            injector 1000 killed process=w1
            injector 2000 fault id=f1 kind=failover target=*
            injector 5000 healed id=f1
            """;

    @Test
    void recovery_lasts_until_a_job_that_was_enqueued_later_has_ended() {
        Verdict verdict =
                Histories.check(PROMISE, FAULTS, job(1, 500, 5_100), job(2, 1_500, 4_000), job(3, 5_500, 7_000));

        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.figures())
                .containsEntry("faults", "2")
                .containsEntry("kinds_of_faults", "2")
                .containsEntry("recovery_p50_s", "3.000")
                .containsEntry("recovery_max_s", "3.000");
    }

    @Test
    void a_later_job_may_end_first() {
        Verdict verdict = Histories.check(PROMISE, FAULTS, job(1, 1_500, 60_000), job(2, 5_500, 5_750));

        assertThat(verdict.figures()).containsEntry("recovery_p50_s", "4.750").containsEntry("recovery_max_s", "4.750");
    }

    @Test
    void a_fault_after_which_no_job_was_enqueued_is_found() {
        assertBroken(PROMISE, "no job ended that was enqueued after failover f1", FAULTS, job(1, 1_500, 6_000));
    }

    @Test
    void a_fault_after_which_no_job_ended_is_found() {
        assertBroken(
                PROMISE,
                "no job ended that was enqueued after the kill of w1",
                FAULTS,
                job(1, 1_500, 6_000).replace("outcome=ok", "outcome=failed"));
    }

    /** Returns lines of a job that is enqueued at one time and ends at another. */
    private static String job(long number, long enqueued, long ended) {
        return """
                client %d invoke op=o%d
                client %d enqueue op=o%d item=%d kind=plain
                client %d ok op=o%d
                w2 %d run run=r%d job=%d attempt=1 item=%d
                w2 %d ended run=r%d outcome=ok
                """.formatted(
                        enqueued, number, enqueued, number, number, enqueued, number, ended, number, number, number,
                        ended, number);
    }
}
