package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of the shares "a" and "b", all of which are there from the beginning. */
class ShareTurnsTests {

    private static final String PROMISE = "shares";
    private static final String FAIR = "client 0 fair more-starts=2";
    private static final String JOBS = jobs("a", 0) + jobs("b", 10);

    @Test
    void shares_start_in_turns() {
        assertHolds(PROMISE, FAIR, JOBS, runs(0, 10, 1, 11, 2, 12));
    }

    @Test
    void a_node_may_have_claimed_a_few_more_jobs_of_one() {
        assertHolds(PROMISE, FAIR, JOBS, runs(0, 1, 10, 11, 2, 12));
    }

    @Test
    void a_share_that_waits_for_another_is_found() {
        assertBroken(PROMISE, "the share a starts 4 jobs while item 10", FAIR, JOBS, runs(0, 1, 2, 3, 10));
    }

    @Test
    void a_share_that_comes_late_has_its_turn() {
        assertHolds(PROMISE, FAIR, jobs("a", 0), runs(0, 1, 2, 3, 4), """
                client 1005 invoke op=late
                client 1005 enqueue op=late item=10 kind=plain share=b
                client 1005 ok op=late
                w1 1006 run run=late job=10 attempt=1 item=10 share=b
                """);
    }

    @Test
    void jobs_of_a_dead_node_say_nothing_about_turns() {
        assertHolds(PROMISE, FAIR, JOBS, "injector 1001 killed process=w2", runs(0, 1, 2, 3, 10));
    }

    @Test
    void a_job_that_is_seen_to_be_ready_waits_also_beside_faults() {
        String kill = "injector 1001 killed process=w2";
        assertBroken(PROMISE, "the share a starts 3 jobs while item 10", FAIR, JOBS, kill, runs(0, 1, 2, 3, 10), """
                client 1000 ready items=3,10
                client 1003 ready items=10
                client 1005 ready
                """);
        assertHolds(PROMISE, FAIR, JOBS, kill, runs(0, 1, 2, 3, 10), """
                client 1000 ready items=3,10
                client 1002 ready items=3
                client 1003 ready items=10
                client 1005 ready
                """);
    }

    @Test
    void another_share_in_a_later_run_is_found() {
        assertBroken(PROMISE, "a job of the share a runs in b", JOBS, """
                w1 1000 run run=a job=1 attempt=1 item=1 share=a
                w1 1001 ended run=a outcome=failed
                w1 1002 run run=b job=1 attempt=2 item=1 share=b
                """);
    }

    @Test
    void a_share_that_a_later_run_lacks_is_found() {
        assertBroken(PROMISE, "a job of the share a runs in none", JOBS, """
                w1 1000 run run=a job=1 attempt=1 item=1
                """);
    }

    @Test
    void a_start_in_a_paused_share_is_found() {
        assertBroken(PROMISE, "a job of the paused share a starts", JOBS, """
                client 2000 paused share=a
                w1 3001 run run=a job=1 attempt=1 item=1 share=a
                client 4000 resumed share=a
                """);
    }

    @Test
    void jobs_wait_as_soon_as_a_node_may_know_the_pause() {
        assertHolds(PROMISE, FAIR, JOBS, "client 4000 paused share=b lag=2500", runs(0, 1, 2, 3, 10));
        assertBroken(PROMISE, "while item 10", FAIR, JOBS, "client 4000 paused share=b lag=500", runs(0, 1, 2, 3, 10));
    }

    @Test
    void jobs_start_around_a_pause_and_in_other_shares() {
        assertHolds(PROMISE, FAIR, JOBS, """
                client 2000 paused share=a
                w1 2900 run run=a job=1 attempt=1 item=1 share=a
                w1 3001 run run=b job=10 attempt=1 item=10 share=b
                w1 3002 run run=c job=11 attempt=1 item=11 share=b
                w1 3003 run run=d job=12 attempt=1 item=12 share=b
                client 4000 resumed share=a
                w1 4001 run run=e job=2 attempt=1 item=2 share=a
                """);
    }

    @Test
    void a_share_has_as_many_starts_in_a_turn_as_its_weight() {
        String heavy = "client 0 weight share=a weight=4";
        assertHolds(PROMISE, FAIR, heavy, JOBS, runs(0, 1, 2, 3, 4, 10, 11));
        assertBroken(PROMISE, "the share b starts 3 jobs while item 0", FAIR, heavy, JOBS, runs(10, 11, 12, 0));
    }

    @Test
    void a_share_of_more_weight_that_starts_as_many_jobs_as_another_waits() {
        assertBroken(
                PROMISE,
                "the share b starts 3 jobs while item 1",
                FAIR,
                "client 0 weight share=a weight=4",
                JOBS,
                runs(10, 0, 11, 12, 1));
    }

    @Test
    void the_parts_of_a_share_have_its_turns_together() {
        String jobs = jobs("a/x", 0) + jobs("a/y", 5) + jobs("b", 10);
        assertHolds(PROMISE, FAIR, jobs, run(0, 0, "a/x"), run(1, 10, "b"), run(2, 5, "a/y"), run(3, 11, "b"));
        assertBroken(
                PROMISE,
                "the share a starts 4 jobs while item 10",
                FAIR,
                jobs,
                run(0, 0, "a/x"),
                run(1, 5, "a/y"),
                run(2, 1, "a/x"),
                run(3, 6, "a/y"),
                run(4, 10, "b"));
    }

    @Test
    void a_part_that_waits_for_another_is_found() {
        assertBroken(
                PROMISE,
                "the share a/x starts 3 jobs while item 5",
                FAIR,
                jobs("a/x", 0) + jobs("a/y", 5),
                run(0, 0, "a/x"),
                run(1, 1, "a/x"),
                run(2, 2, "a/x"),
                run(3, 5, "a/y"));
    }

    @Test
    void a_start_in_a_part_of_a_paused_share_is_found() {
        assertBroken(PROMISE, "a job of the paused share a/x starts", jobs("a/x", 0), """
                client 2000 paused share=a
                w1 3001 run run=a job=1 attempt=1 item=1 share=a/x
                client 4000 resumed share=a
                """);
    }

    @Test
    void a_first_run_without_a_line_says_nothing_about_turns() {
        assertHolds(PROMISE, FAIR, JOBS, runs(0, 1, 2, 3), "w1 1010 run run=late job=10 attempt=2 item=10 share=b");
    }

    private static String jobs(String share, int first) {
        return IntStream.range(first, first + 5)
                .mapToObj(item -> "client 100 invoke op=o" + item + "\nclient 100 enqueue op=o" + item + " item=" + item
                        + " kind=plain share=" + share + "\nclient 100 ok op=o" + item + "\n")
                .collect(Collectors.joining());
    }

    /** One run each millisecond. */
    private static String runs(int... items) {
        return IntStream.range(0, items.length)
                .mapToObj(i -> run(i, items[i], items[i] < 10 ? "a" : "b"))
                .collect(Collectors.joining("\n"));
    }

    private static String run(int millis, int item, String share) {
        return "w1 " + (1_000 + millis) + " run run=r" + item + " job=" + item + " attempt=1 item=" + item + " share="
                + share;
    }
}
