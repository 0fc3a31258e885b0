package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Permits of semaphores, and rates. */
class LimitTests {

    private static final String PERMITS = "permits";
    private static final String RATES = "rates";
    private static final String TWO = "client 0 semaphore name=gate capacity=2";
    private static final String TEN_PER_SECOND = "client 0 rate name=api permits=10 per=1000 burst=1";

    private static final String TWO_RUNS = """
            w1 100 run run=a job=11 attempt=1 permits=gate
            w1 100 run run=b job=12 attempt=1 permits=gate
            w1 200 ended run=a outcome=ok
            w1 300 ended run=b outcome=failed
            """;

    private static final String FROZEN = """
            injector 1000 fault id=f1 kind=freeze target=w1
            injector 14000 healed id=f1
            """;

    @Test
    void a_permit_may_be_used_as_soon_as_it_is_released() {
        assertHolds(PERMITS, TWO, TWO_RUNS, """
                w2 200 run run=c job=13 attempt=1 permits=gate
                w2 400 ended run=c outcome=ok
                """);
    }

    @Test
    void a_run_of_a_killed_process_holds_no_permit() {
        assertHolds(PERMITS, TWO, """
                w1 100 run run=a job=11 attempt=1 permits=gate
                w1 100 run run=b job=12 attempt=1 permits=gate
                injector 150 killed process=w1
                w2 12000 run run=c job=11 attempt=2 permits=gate
                w2 12000 run run=d job=12 attempt=2 permits=gate
                w2 12100 ended run=c outcome=ok
                w2 12100 ended run=d outcome=ok
                """);
    }

    @Test
    void a_frozen_holder_holds_no_permit_beside_the_next_run() {
        assertHolds(PERMITS, TWO, FROZEN, """
                w1 900 run run=a job=11 attempt=1 permits=gate
                w2 900 run run=b job=12 attempt=1 permits=gate
                w2 9500 run run=c job=11 attempt=2 permits=gate
                w2 14000 ended run=b outcome=ok
                w1 14500 ended run=a outcome=ok
                w2 15000 ended run=c outcome=ok
                """);
    }

    @Test
    void holders_of_a_capacity_that_shrinks_stay() {
        assertHolds(PERMITS, TWO, TWO_RUNS, """
                client 150 semaphore name=gate capacity=1
                w2 300 run run=c job=13 attempt=1 permits=gate
                w2 400 ended run=c outcome=ok
                client 400 semaphore name=gate capacity=2
                w2 410 run run=d job=14 attempt=1 permits=gate
                w2 410 run run=e job=15 attempt=1 permits=gate
                """);
    }

    @Test
    void a_run_too_many_for_a_millisecond_is_found() {
        assertBroken(PERMITS, "3 runs hold gate", TWO, TWO_RUNS, """
                w2 199 run run=c job=13 attempt=1 permits=gate
                w2 400 ended run=c outcome=ok
                """);
    }

    @Test
    void a_run_too_many_of_a_key_is_found() {
        assertBroken(PERMITS, "2 runs hold account:7", TWO, """
                client 0 semaphore name=account capacity=1
                w1 100 run run=a job=11 attempt=1 permits=gate,account:7
                w1 110 run run=b job=12 attempt=1 permits=gate,account:8
                w1 120 ended run=b outcome=ok
                w2 199 run run=c job=13 attempt=1 permits=account:7
                w1 200 ended run=a outcome=ok
                w2 300 ended run=c outcome=ok
                """);
    }

    @Test
    void a_run_that_starts_beyond_a_capacity_that_shrank_is_found() {
        assertBroken(PERMITS, "2 runs hold gate", TWO, TWO_RUNS, """
                client 150 semaphore name=gate capacity=1
                w2 250 run run=c job=13 attempt=1 permits=gate
                w2 400 ended run=c outcome=ok
                """);
    }

    @Test
    void a_run_too_many_beside_a_short_freeze_is_found() {
        assertBroken(PERMITS, "3 runs hold gate", TWO, TWO_RUNS, """
                injector 110 fault id=f1 kind=freeze target=w1
                injector 190 healed id=f1
                w2 150 run run=c job=13 attempt=1 permits=gate
                """);
    }

    @Test
    void a_permit_of_a_job_that_has_ended_is_found() {
        assertBroken(PERMITS, "job 11 has ended and holds gate", TWO, TWO_RUNS, """
                end 90000 job job=11 state=completed
                end 90000 held permit=gate job=11
                """);
    }

    @Test
    void starts_may_use_two_bursts_and_the_rate() {
        assertHolds(RATES, TEN_PER_SECOND, starts("w1", 100, 100, 50), "w2 1000 run run=x job=99 attempt=1 rates=api");
    }

    @Test
    void a_key_has_the_rate_of_its_limit() {
        assertBroken(
                RATES,
                "more runs of api:k start",
                TEN_PER_SECOND,
                starts("w1", 100, 1, 3).replace("=api", "=api:k"));
    }

    @Test
    void starts_of_a_process_that_was_frozen_may_be_late() {
        assertHolds(RATES, TEN_PER_SECOND, FROZEN, starts("w1", 14_000, 1, 20), starts("w2", 14_000, 100, 20));
    }

    @Test
    void starts_may_lag_behind_their_admission_by_the_jitter() {
        assertHolds(
                RATES,
                "injector 0 settings dead-after=10000 heartbeat=2000 jitter=100",
                TEN_PER_SECOND,
                starts("w1", 100, 0, 3));
    }

    @Test
    void a_start_too_many_at_once_is_found() {
        assertBroken(RATES, "more runs of api start", TEN_PER_SECOND, starts("w1", 100, 0, 3));
    }

    @Test
    void a_rate_that_is_exceeded_by_a_tenth_is_found() {
        assertBroken(RATES, "more runs of api start", TEN_PER_SECOND, starts("w1", 100, 90, 50));
    }

    @Test
    void starts_of_a_process_that_nothing_hits_are_not_late() {
        assertBroken(RATES, "more runs of api start", TEN_PER_SECOND, FROZEN, starts("w2", 14_000, 1, 20));
    }

    /** Returns lines of runs that start at an interval. */
    private static String starts(String process, int from, int every, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> process + " " + (from + i * every) + " run run=" + process + "-" + i + " job=" + i
                        + " attempt=1 rates=api")
                .collect(Collectors.joining("\n"));
    }
}
