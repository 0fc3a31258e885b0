package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static io.baton.history.Histories.assertHolds;

import org.junit.jupiter.api.Test;

class ChunkPositionsTests {

    private static final String PROMISE = "chunks";

    private static final String JOB = """
            client 100 invoke op=o1
            client 101 enqueue op=o1 item=1 kind=chunks rows=250
            client 110 ok op=o1
            w1 200 run run=a job=11 attempt=1 item=1
            injector 250 killed process=w1
            w2 12000 run run=b job=11 attempt=2 item=1
            w2 12100 ended run=b outcome=ok
            """;

    private static final String COMPLETED = "end 90000 job job=11 state=completed";

    @Test
    void chunks_of_two_runs_follow_each_other() {
        assertHolds(PROMISE, JOB, COMPLETED, """
                end 90000 chunk item=1 from=100 to=200
                end 90000 chunk item=1 from=0 to=100
                end 90000 chunk item=1 from=200 to=250
                """);
    }

    @Test
    void a_job_that_has_not_completed_may_end_at_any_position() {
        assertHolds(PROMISE, JOB, "end 90000 job job=11 state=dead", "end 90000 chunk item=1 from=0 to=100");
    }

    @Test
    void a_chunk_that_is_repeated_is_found() {
        assertBroken(PROMISE, "item 1 of o1 has row 0 in two chunks", JOB, COMPLETED, """
                end 90000 chunk item=1 from=0 to=100
                end 90000 chunk item=1 from=0 to=100
                end 90000 chunk item=1 from=100 to=250
                """);
    }

    @Test
    void chunks_that_share_a_row_are_found() {
        assertBroken(PROMISE, "item 1 of o1 has row 99 in two chunks", JOB, COMPLETED, """
                end 90000 chunk item=1 from=0 to=100
                end 90000 chunk item=1 from=99 to=250
                """);
    }

    @Test
    void a_gap_between_chunks_is_found() {
        assertBroken(PROMISE, "item 1 of o1 has no chunk from row 100", JOB, COMPLETED, """
                end 90000 chunk item=1 from=0 to=100
                end 90000 chunk item=1 from=101 to=250
                """);
    }

    @Test
    void a_completed_job_without_its_last_rows_is_found() {
        assertBroken(
                PROMISE,
                "item 1 of o1 is completed at row 100 of 250",
                JOB,
                COMPLETED,
                "end 90000 chunk item=1 from=0 to=100");
    }
}
