package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;

import org.junit.jupiter.api.Test;

/** Batches, and steps of flows. */
class GroupsTests {

    private static final String BATCHES = "batches";
    private static final String FLOWS = "flows";

    private static final String BATCH = """
            client 100 invoke op=o1
            client 101 enqueue op=o1 item=1 kind=plain group=batch:b
            client 102 enqueue op=o1 item=2 kind=transactional group=batch:b
            client 103 enqueue op=o1 item=3 kind=transactional after=batch:b
            client 110 ok op=o1
            """;

    private static final String SEALED = """
            client 120 invoke op=o2
            client 121 seal op=o2 group=batch:b
            client 130 ok op=o2
            """;

    private static final String FIRST = """
            w1 200 run run=a job=11 attempt=1 item=1
            w1 300 ended run=a outcome=ok
            """;

    private static final String SECOND = """
            w1 200 run run=b job=12 attempt=1 item=2
            w1 290 ended run=b outcome=failed
            w1 400 run run=c job=12 attempt=2 item=2
            w1 500 ended run=c outcome=ok
            end 90000 effect run=c
            """;

    private static final String CALLBACK = """
            w2 500 run run=d job=13 attempt=1 item=3
            w2 600 ended run=d outcome=ok
            """;

    private static final String FLOW = """
            client 100 invoke op=o1
            client 101 enqueue op=o1 item=1 kind=plain group=flow:f/load
            client 102 enqueue op=o1 item=2 kind=plain group=flow:f/images after=flow:f/load
            client 103 enqueue op=o1 item=3 kind=plain group=flow:f/text after=flow:f/load
            client 104 enqueue op=o1 item=4 kind=plain group=flow:f/publish after=flow:f/images,flow:f/text,flow:f/empty
            client 110 ok op=o1
            w1 200 run run=a job=11 attempt=1 item=1
            w1 300 ended run=a outcome=ok
            w1 310 run run=b job=12 attempt=1 item=2
            w2 310 run run=c job=13 attempt=1 item=3
            w1 400 ended run=b outcome=ok
            """;

    @Test
    void a_batch_completes_after_its_last_item_and_its_seal() {
        assertHolds(BATCHES, BATCH, SEALED, FIRST, SECOND, CALLBACK);
    }

    @Test
    void an_item_may_run_again_after_its_batch_was_completed() {
        assertHolds(BATCHES, BATCH, SEALED, FIRST, SECOND, CALLBACK, """
                injector 301 killed process=w1
                w2 12000 run run=e job=11 attempt=2 item=1
                """);
    }

    @Test
    void the_callback_of_a_batch_runs_again_after_a_kill() {
        assertHolds(BATCHES, BATCH, SEALED, FIRST, SECOND, CALLBACK, """
                injector 601 killed process=w2
                w3 12000 run run=e job=13 attempt=2 item=3
                """);
    }

    @Test
    void an_item_that_was_cancelled_has_ended() {
        assertHolds(BATCHES, BATCH, SEALED, FIRST, CALLBACK, """
                client 140 invoke op=o3
                client 141 cancel op=o3 item=2
                client 150 unknown op=o3
                """);
    }

    @Test
    void an_item_whose_addition_has_not_happened_is_not_waited_for() {
        assertHolds(BATCHES, BATCH, SEALED, FIRST, SECOND, CALLBACK, """
                client 111 invoke op=o4
                client 112 enqueue op=o4 item=5 kind=plain group=batch:b
                client 113 unknown op=o4
                """);
    }

    @Test
    void a_batch_that_completes_before_an_item_ended_is_found() {
        assertBroken(
                BATCHES,
                "item 3 of o1 starts before batch:b has ended",
                BATCH,
                SEALED,
                FIRST,
                SECOND,
                CALLBACK.replace("w2 500", "w2 499"));
    }

    @Test
    void a_batch_that_completes_by_a_run_without_effect_is_found() {
        assertBroken(BATCHES, "item 3 of o1 starts before batch:b has ended", BATCH, SEALED, FIRST, CALLBACK, """
                w1 200 run run=b job=12 attempt=1 item=2
                w1 300 ended run=b outcome=ok
                w2 400 run run=c job=12 attempt=1 item=2
                w2 700 ended run=c outcome=ok
                end 90000 effect run=c
                """);
    }

    @Test
    void a_batch_that_completes_without_an_acknowledged_item_is_found() {
        assertBroken(BATCHES, "item 3 of o1 starts before batch:b has ended", BATCH, SEALED, FIRST, CALLBACK);
    }

    @Test
    void a_batch_that_completes_before_its_seal_is_found() {
        assertBroken(
                BATCHES,
                "item 3 of o1 starts before batch:b has ended",
                BATCH,
                SEALED.replace("ok op", "failed op"),
                FIRST,
                SECOND,
                CALLBACK);
    }

    @Test
    void a_second_callback_of_a_batch_is_found() {
        assertBroken(
                BATCHES,
                "item 3 of o1 waits for a group and is more than one job",
                BATCH,
                SEALED,
                FIRST,
                SECOND,
                CALLBACK,
                """
                w2 700 run run=e job=14 attempt=1 item=3
                w2 800 ended run=e outcome=ok
                """);
    }

    @Test
    void steps_of_a_flow_wait_for_all_steps_before() {
        assertHolds(FLOWS, FLOW, """
                w2 500 ended run=c outcome=ok
                w2 500 run run=d job=14 attempt=1 item=4
                """);
    }

    @Test
    void a_step_that_starts_too_early_is_found() {
        assertBroken(FLOWS, "item 4 of o1 starts before flow:f/text has ended", FLOW, """
                w2 499 run run=d job=14 attempt=1 item=4
                w2 500 ended run=c outcome=ok
                """);
    }

    @Test
    void a_step_that_starts_after_a_job_that_failed_is_found() {
        assertBroken(FLOWS, "item 4 of o1 starts before flow:f/text has ended", FLOW, """
                w2 450 ended run=c outcome=failed
                w2 499 run run=d job=14 attempt=1 item=4
                """);
    }

    @Test
    void a_step_that_is_started_twice_is_found() {
        assertBroken(FLOWS, "item 3 of o1 waits for a group and is more than one job", FLOW, """
                w2 500 run run=d job=15 attempt=1 item=3
                """);
    }

    @Test
    void batches_prove_nothing_about_flows() {
        assertBroken(FLOWS, "nothing is proved", BATCH, SEALED, FIRST, SECOND, CALLBACK);
    }
}
