package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.Flow;
import io.baton.FlowStepState;
import io.baton.UnknownBatchException;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Flows are cancelled, abandoned and removed as a whole. */
@Tag("strict")
@OnEachDatabase
class FlowEndTests extends WithFlows {

    @Test
    void cancelling_ends_what_has_not_started() {
        Batch flow = on.flows.start(
                Flow.group(items(3)).then(Flow.group(items(1_200))).then(new Done("all")));
        ClaimedJob running = on.jobs.claimOne();

        assertThat(on.flows.cancel(flow.id()).state()).isEqualTo(BatchState.CANCELLED);
        on.fold();

        assertThat(on.rows("baton_job")).isEqualTo(1);
        assertThat(on.rows("baton_ack")).as("nothing is left to do").isZero();
        assertThat(status(flow).completedAt()).isNull();
        on.jobs.store.settle(List.of(Settlement.of(running, Outcome.Completed.PLAIN)));
        on.fold();
        assertThat(status(flow).completedAt()).isNotNull();
        assertThat(status(flow).state()).isEqualTo(BatchState.CANCELLED);
        assertThat(states(flow)).containsOnly(FlowStepState.CANCELLED);
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void cancelling_ends_what_is_due_in_a_year() {
        Batch flow = on.flows.start(
                "year",
                Flow.of(new Item(1), options -> options.delay(Duration.ofDays(365)))
                        .then(new Done("all")));
        assertThatThrownBy(() -> on.flows.cancel("another")).isInstanceOf(UnknownBatchException.class);
        on.flows.cancel("year");
        on.fold();
        assertThat(on.rows("baton_job")).isZero();
        assertThat(status(flow).completedAt()).isNotNull();
    }

    @Test
    void a_running_job_of_a_cancelled_flow_is_asked_to_stop() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        ClaimedJob running = on.jobs.claimOne();
        on.flows.cancel(flow.id());
        on.fold();
        on.jobs.store.settle(List.of(Settlement.of(running, new Outcome.Retried(Duration.ZERO, "stopped"))));
        on.fold();
        assertThat(on.rows("baton_job")).isZero();
        assertThat(status(flow).completedAt()).isNotNull();
    }

    @Test
    void a_flow_is_cancelled_in_the_middle_of_a_release() {
        Batch flow = on.flows.start(
                Flow.of(new Item(0)).then(Flow.group(items(1_500))).then(new Done("all")));
        on.end(1, Outcome.Completed.PLAIN);
        on.node().run();
        assertThat(on.states(1)).hasSize(1_000);

        on.flows.cancel(flow.id());
        on.fold();

        assertThat(on.rows("baton_job")).isZero();
        assertThat(status(flow).completedAt()).isNotNull();
    }

    @Test
    void dead_jobs_of_a_cancelled_flow_stay_and_it_ends_without_them() {
        Batch flow = on.flows.start(Flow.group(items(2)).then(new Done("all")));
        on.end(1, new Outcome.Dead("broken"));
        on.fold();
        on.flows.cancel(flow.id());
        on.fold();
        assertThat(status(flow).completedAt()).isNotNull();
        assertThat(on.states(5)).hasSize(1);
        on.flows.cancel(flow.id());
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void what_waits_for_a_cancelled_flow_is_cancelled() {
        Batch flow = on.flows.start(Flow.of(new Item(1)));
        flow.onComplete(new Done("never"));
        on.flows.cancel(flow.id());
        on.fold();
        assertThat(on.rows("baton_job")).isZero();
    }

    @Test
    void what_waits_for_a_cancelled_flow_is_cancelled_once_nobody_holds_it() {
        Batch flow = on.flows.start(Flow.of(new Item(1)));
        flow.onComplete(new Done("never"));
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.sql.queryForList("SELECT id FROM baton_job WHERE state = 3 FOR UPDATE"));
            on.flows.cancel(flow.id());
            on.fold();
            person.rollback();
        }
        on.fold();
        assertThat(status(flow).completedAt()).isNotNull();
        assertThat(on.rows("baton_job")).isZero();
    }

    @Test
    void a_flow_within_a_step_that_was_cancelled_counts_as_cancelled() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        Batch inner = on.flows.startWithin(on.context(member), Flow.of(new Item(2)));
        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        on.flows.cancel(inner.id());
        on.fold();
        assertThat(status(flow).steps().get(0).cancelled()).isEqualTo(1);
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    void a_complete_flow_is_not_cancelled() {
        Batch flow = on.flows.start(Flow.of(new Item(1)));
        complete(1);
        assertThat(on.flows.cancel(flow.id()).state()).isEqualTo(BatchState.COMPLETE);
    }

    @Test
    void only_flows_are_cancelled() {
        Batch batch = on.batches.open();
        assertThatThrownBy(() -> on.flows.cancel(batch.id())).isInstanceOf(UnknownBatchException.class);
        assertThat(on.flows.find(batch.id())).isEmpty();
    }

    @Test
    void a_dead_job_revived_after_its_cancelled_flow_ended_runs_alone() {
        Batch flow = on.flows.start(Flow.group(items(3)).then(new Done("all")));
        on.end(2, new Outcome.Dead("broken"));
        ClaimedJob running = on.jobs.claimOne();
        on.fold();
        on.flows.cancel(flow.id());
        on.fold();
        on.transactions.run(() -> on.jobs.joining.revive(on.states(5).subList(0, 1)));
        on.fold();
        assertThat(on.states(1)).as("cancelled like all others").isEmpty();
        assertThat(status(flow).completedAt()).isNull();

        on.jobs.store.settle(List.of(Settlement.of(running, Outcome.Completed.PLAIN)));
        on.fold();
        assertThat(status(flow).completedAt()).isNotNull();
        on.transactions.run(() -> on.jobs.joining.revive(on.states(5)));
        on.fold();
        assertThat(complete(10)).isEqualTo(1);
        assertThat(on.rows("baton_job")).isZero();
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_held_job_of_a_cancelled_flow_is_cancelled_once_released() {
        Batch flow = on.flows.start(Flow.group(items(3)).then(new Done("all")));
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            long held = on.states(1).get(1);
            person.call(() -> on.sql.queryForList("SELECT id FROM baton_job WHERE id = ? FOR UPDATE", held));
            on.flows.cancel(flow.id());
            on.fold();
            assertThat(on.rows("baton_job")).isEqualTo(1);
        }
        on.fold();
        assertThat(on.rows("baton_job")).isZero();
        assertThat(status(flow).completedAt()).isNotNull();
    }

    @Test
    void flows_within_a_cancelled_one_are_cancelled() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        Batch inner =
                on.flows.startWithin(on.context(member), Flow.group(items(2)).then(new Item(3)));
        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        on.fold();
        on.flows.cancel(flow.id());
        on.fold();
        assertThat(on.rows("baton_job")).isZero();
        assertThat(status(inner).state()).isEqualTo(BatchState.CANCELLED);
        assertThat(status(flow).completedAt()).isNotNull();
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_cancelled_flow_rests_while_a_job_of_an_inner_flow_runs() {
        Batch flow = on.flows.start(Flow.of(new Item(1)));
        ClaimedJob member = on.jobs.claimOne();
        Batch inner = on.flows.startWithin(on.context(member), Flow.of(new Item(2)));
        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        ClaimedJob running = on.jobs.claimOne();
        on.flows.cancel(flow.id());
        on.fold();
        assertThat(on.rows("baton_ack")).as("nothing is left to do").isZero();
        assertThat(status(inner).state()).isEqualTo(BatchState.CANCELLED);
        on.jobs.store.settle(List.of(Settlement.of(running, Outcome.Completed.PLAIN)));
        on.fold();
        assertThat(status(flow).completedAt()).isNotNull();
    }

    @Test
    void a_complete_flow_is_removed_with_all_that_is_known_of_it() {
        on.flows.start(Flow.group(items(3)).then(new Done("all")));
        on.end(3, new Outcome.Completed("1"));
        on.fold();
        complete(1);
        assertThat(on.rows("baton_result")).isEqualTo(3);
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        for (String table : List.of("batch", "batch_group", "flow_step", "flow_edge", "result", "ack")) {
            assertThat(on.rows("baton_" + table)).as(table).isZero();
        }
    }

    @Test
    void an_abandoned_flow_is_cancelled_before_it_is_removed() {
        on.flows.start(Flow.group(items(2)).then(new Done("all")));
        on.end(2, new Outcome.Dead("broken"));
        on.fold();
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        on.fold();
        assertThat(on.rows("baton_job")).as("the dead ones").isEqualTo(2);
        assertThat(on.rows("baton_batch")).isEqualTo(1);
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        assertThat(on.rows("baton_batch")).isZero();
    }

    @Test
    void an_abandoned_flow_is_removed_though_cancelling_does_not_end_it() {
        on.flows.start(Flow.of(new Item(1)));
        on.sql.update("DELETE FROM baton_job");
        for (int time = 0; time < 2; time++) {
            on.idleForLong();
            on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
            on.fold();
        }
        assertThat(on.rows("baton_batch")).isZero();
    }

    @Test
    void a_flow_whose_jobs_are_due_in_a_year_is_not_abandoned() {
        Batch flow = on.flows.start(Flow.of(new Item(1), options -> options.delay(Duration.ofDays(365)))
                .then(new Item(2)));
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        on.fold();
        assertThat(status(flow).state()).isEqualTo(BatchState.RUNNING);
        assertThat(on.rows("baton_job")).isEqualTo(2);
    }
}
