package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.Flow;
import io.baton.FlowStepState;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import org.junit.jupiter.api.Test;

/** The jobs of a step are released in portions, none is left out, and none waits for another. */
@OnEachDatabase
class FlowReleaseTests extends WithFlows {

    @Test
    void a_step_of_many_jobs_is_released_in_portions() {
        Batch flow = on.flows.start(
                Flow.of(new Item(0)).then(Flow.group(items(2_500))).then(new Done("all")));
        on.end(1, Outcome.Completed.PLAIN);
        Runnable node = on.node();
        node.run();
        assertThat(on.states(1)).hasSize(1_000);
        assertThat(states(flow)).containsExactly(FlowStepState.COMPLETE, FlowStepState.RUNNING, FlowStepState.WAITING);
        node.run();
        assertThat(on.states(1)).hasSize(2_000);
        on.fold();
        assertThat(on.states(1)).hasSize(2_500);
        assertThat(on.rows("baton_ack")).isZero();
        for (int rounds = 0; rounds < 3; rounds++) {
            complete(1_000);
        }
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    void a_release_that_a_crash_has_stopped_goes_on() {
        on.flows.start(Flow.of(new Item(0)).then(Flow.group(items(1_500))));
        on.end(1, Outcome.Completed.PLAIN);
        on.node().run();
        assertThat(on.states(1)).hasSize(1_000);
        on.dirty.take(Integer.MAX_VALUE);

        on.fold();

        assertThat(on.states(1)).hasSize(1_500);
    }

    @Test
    void jobs_of_a_step_that_wait_for_permits_hold_up_no_other() {
        on.flows.start(Flow.of(new Item(0)).then(Flow.group(items(1_500))));
        on.end(1, Outcome.Completed.PLAIN);
        on.node().run();
        assertThat(on.sql.update("UPDATE baton_job SET state = 3 WHERE state = 1"))
                .isEqualTo(1_000);

        on.fold();

        assertThat(on.states(1)).hasSize(500);
        assertThat(on.rows("baton_ack")).isZero();
    }

    /** As after a hand has removed the note. */
    @Test
    void a_release_of_which_nothing_is_noted_goes_on_with_the_repair() {
        on.flows.start(Flow.of(new Item(0)).then(Flow.group(items(1_500))));
        on.end(1, Outcome.Completed.PLAIN);
        on.node().run();
        on.dirty.take(Integer.MAX_VALUE);
        on.sql.update("DELETE FROM baton_ack");
        on.fold();
        assertThat(on.states(1)).hasSize(1_000);

        on.idleForLong();
        on.repair().sweep();
        on.fold();

        assertThat(on.states(1)).hasSize(1_500);
    }

    @Test
    void a_held_job_stops_no_other_of_its_step() {
        on.flows.start(Flow.of(new Item(0)).then(Flow.group(items(3))));
        on.end(1, Outcome.Completed.PLAIN);
        long held = on.states(3).get(1);
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.sql.queryForList("SELECT id FROM baton_job WHERE id = ? FOR UPDATE", held));
            on.fold();
            assertThat(on.states(1)).hasSize(2);
            assertThat(on.rows("baton_ack")).isEqualTo(1);
        }
        on.fold();
        assertThat(on.states(1)).hasSize(3);
        assertThat(on.rows("baton_ack")).isZero();
    }
}
