package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;

import org.junit.jupiter.api.Test;

/** A schedule has ticks at the seconds 1000 to 1003 of the database, which are 50 to 53 in the history. */
class TicksTests {

    private static final String PROMISE = "ticks";
    private static final String ALL =
            "client 50000 schedule name=s every=1000 from=1000000 to=1003000 missed=all now=1000000";
    private static final String ONCE = ALL.replace("=all", "=once");
    private static final String WITHOUT_OVERLAP = ALL + " overlap=no";

    private static final String FIRST = tick("w1", 50_010, 11, 1_000_000);
    private static final String SECOND = tick("w2", 51_010, 12, 1_001_000);
    private static final String THIRD = tick("w1", 52_010, 13, 1_002_000);
    private static final String FOURTH = tick("w2", 53_010, 14, 1_003_000);

    private static final String OUTAGE = """
            injector 50500 fault id=f1 kind=failover target=*
            injector 52500 healed id=f1
            """;

    @Test
    void jobs_of_ticks_may_be_late_and_in_another_order() {
        assertHolds(
                PROMISE,
                ALL,
                OUTAGE,
                FIRST,
                tick("w1", 52_610, 13, 1_002_000),
                tick("w2", 52_620, 12, 1_001_000),
                FOURTH);
    }

    @Test
    void the_job_of_a_tick_runs_again_after_a_kill() {
        assertHolds(PROMISE, ALL, FIRST, SECOND, FOURTH, """
                w1 52010 run run=a job=13 attempt=1 schedule=s planned=1002000
                injector 52020 killed process=w1
                """, tick("w2", 64_000, 13, 1_002_000));
    }

    @Test
    void one_job_may_stand_for_the_ticks_of_an_outage() {
        assertHolds(PROMISE, ONCE, OUTAGE, FIRST, tick("w1", 52_610, 13, 1_002_000), FOURTH);
    }

    @Test
    void ticks_without_overlap_are_left_out_while_a_job_runs() {
        assertHolds(PROMISE, WITHOUT_OVERLAP, """
                w1 50010 run run=a job=11 attempt=1 schedule=s planned=1000000
                w1 50020 ended run=a outcome=failed
                w1 50030 run run=b job=11 attempt=2 schedule=s planned=1000000
                w1 52005 ended run=b outcome=ok
                """, FOURTH);
    }

    @Test
    void a_tick_with_two_jobs_is_found() {
        assertBroken(
                PROMISE,
                "the tick 1002000 of s has more than one job",
                ALL,
                FIRST,
                SECOND,
                THIRD,
                FOURTH,
                tick("w3", 52_020, 15, 1_002_000));
    }

    @Test
    void a_tick_that_is_missed_is_found() {
        assertBroken(PROMISE, "the tick 1002000 of s is missed", ALL, FIRST, SECOND, FOURTH);
    }

    @Test
    void a_tick_of_an_outage_that_is_missed_is_found() {
        assertBroken(PROMISE, "the tick 1001000 of s is missed", ALL, OUTAGE, FIRST, THIRD, FOURTH);
    }

    @Test
    void a_tick_that_is_missed_without_an_outage_is_found() {
        assertBroken(PROMISE, "the tick 1002000 of s is missed", ONCE, FIRST, SECOND, FOURTH);
    }

    @Test
    void the_last_tick_that_is_missed_is_found() {
        assertBroken(PROMISE, "the tick 1003000 of s is missed", ALL, FIRST, SECOND, THIRD);
    }

    @Test
    void a_tick_that_is_not_planned_is_found() {
        assertBroken(
                PROMISE,
                "the tick 1002500 of s is not planned",
                ALL,
                FIRST,
                SECOND,
                THIRD,
                FOURTH,
                tick("w1", 52_510, 15, 1_002_500));
    }

    @Test
    void a_tick_that_starts_too_early_is_found() {
        assertBroken(
                PROMISE,
                "the tick 1002000 of s starts before it is due",
                ALL,
                FIRST,
                SECOND,
                tick("w1", 50_900, 13, 1_002_000),
                FOURTH);
    }

    @Test
    void ticks_that_overlap_and_must_not_are_found() {
        assertBroken(
                PROMISE,
                "the tick 1001000 of s starts before the one before has ended",
                WITHOUT_OVERLAP,
                """
                w1 50010 run run=a job=11 attempt=1 schedule=s planned=1000000
                w1 51020 ended run=a outcome=ok
                """,
                SECOND,
                THIRD,
                FOURTH);
    }

    @Test
    void a_tick_that_is_left_out_without_a_reason_is_found() {
        assertBroken(PROMISE, "the tick 1003000 of s is missed", WITHOUT_OVERLAP, FIRST, SECOND);
    }

    private static String tick(String process, long at, long job, long planned) {
        String run = process + "-" + at;
        return process + " " + at + " run run=" + run + " job=" + job + " attempt=1 schedule=s planned=" + planned
                + "\n" + process + " " + (at + 5) + " ended run=" + run + " outcome=ok";
    }
}
