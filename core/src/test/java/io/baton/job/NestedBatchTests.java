package io.baton.job;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.BatchStatus;
import io.baton.BatonException;
import io.baton.Flow;
import io.baton.FlowStatus;
import io.baton.FlowStepState;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A batch or flow that is an item of another is complete, stuck and going on for that one as well. */
@OnEachDatabase
class NestedBatchTests extends WithBatches {

    private static Batch withJobs(Batch batch, int jobs) {
        batch.addJobs(items(jobs));
        batch.seal();
        return batch;
    }

    private void die(int jobs) {
        assertThat(on.end(jobs, dead())).isEqualTo(jobs);
        on.fold();
    }

    private void settle(ClaimedJob job, Outcome outcome) {
        on.jobs.store.settle(List.of(Settlement.of(job, outcome)));
    }

    private void revive() {
        on.jobs.store.revive(on.states(5));
        on.fold();
    }

    private void endAll() {
        on.end(100, Outcome.Completed.PLAIN);
        on.fold();
    }

    private static void assertStates(BatchState expected, Batch... batches) {
        assertThat(Stream.of(batches).map(Batch::status).map(BatchStatus::state))
                .containsOnly(expected);
    }

    private void assertNothingLeft() {
        assertThat(on.rows("baton_job")).isZero();
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_batch_is_an_item_of_another() {
        Batch parent = on.batches.open("parent");
        Batch child = parent.open("child");
        assertThat(parent.open("child").id()).isEqualTo(child.id());
        parent.onComplete(new Done("parent"));
        parent.seal();
        assertThat(parent.open("child").id()).as("found when sealed").isEqualTo(child.id());
        child.addJobs(items(2));
        child.seal();
        endAll();

        assertStates(BatchState.COMPLETE, child, parent);
        assertThat(parent.status().items()).isEqualTo(1);
        assertThat(on.jobs.claimOne().payload()).contains("parent");
        on.batches.open("alone");
        assertThatThrownBy(() -> on.batches.open("other").open("alone")).isInstanceOf(BatonException.class);
    }

    @Test
    void a_batch_is_stuck_and_goes_on_with_an_inner_one() {
        Batch outer = on.batches.open();
        outer.onDead(new Done("dead"));
        Batch inner = withJobs(outer.open("inner"), 2);
        outer.seal();
        on.end(1, Outcome.Completed.PLAIN);
        die(1);

        assertStates(BatchState.STUCK, inner, outer);
        assertThat(outer.status().dead()).isEqualTo(1);
        ClaimedJob told = on.jobs.claimOne();
        assertThat(told.payload()).contains("dead");
        settle(told, Outcome.Completed.PLAIN);

        revive();
        assertStates(BatchState.RUNNING, inner, outer);
        assertThat(outer.status().dead()).isZero();
        die(1);
        assertStates(BatchState.STUCK, inner, outer);
        assertThat(on.jobs.claim(10)).as("it is told once").isEmpty();

        revive();
        endAll();
        assertStates(BatchState.COMPLETE, inner, outer);
        assertNothingLeft();
    }

    @Test
    void a_batch_that_progressed_was_not_dead_for_the_outer_one() {
        Batch outer = on.batches.open();
        outer.onDead(new Done("dead"));
        withJobs(outer.open("inner"), 2);
        outer.seal();
        on.fold();
        on.end(1, dead());
        on.jobs.store.revive(on.states(5));
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();

        assertThat(on.jobs.claim(10)).extracting(ClaimedJob::type).containsExactly("item");
    }

    @Test
    void it_is_not_while_something_within_that_one_goes_on() {
        Batch outer = on.batches.open();
        outer.onDead(new Done("dead"));
        Batch inner = withJobs(outer.open("inner"), 3);
        outer.seal();
        die(2);

        assertStates(BatchState.RUNNING, inner, outer);
        assertThat(outer.status().dead()).isZero();
        endAll();
        assertStates(BatchState.STUCK, inner, outer);
        assertThat(on.jobs.claimOne().payload()).contains("dead");
    }

    @Test
    void it_is_not_while_other_items_of_it_go_on() {
        Batch outer = on.batches.open();
        withJobs(outer.open("inner"), 1);
        List<String> others = outer.addItems(1).ids().toList();
        outer.seal();
        die(1);

        assertStates(BatchState.RUNNING, outer);
        assertThat(outer.status().dead()).isEqualTo(1);
        on.batches.ack(others);
        assertStates(BatchState.STUCK, outer);
    }

    @Test
    void three_levels_are_stuck_and_go_on_together() {
        Batch outer = on.batches.open();
        outer.onDead(new Done("dead"));
        Batch middle = outer.open("middle");
        Batch inner = withJobs(middle.open("inner"), 1);
        middle.seal();
        outer.seal();
        die(1);
        assertStates(BatchState.STUCK, inner, middle, outer);
        endAll();

        revive();
        assertStates(BatchState.RUNNING, inner, middle, outer);
        endAll();
        assertStates(BatchState.COMPLETE, inner, middle, outer);
        assertNothingLeft();
    }

    @Test
    void two_that_are_stuck_within_one_go_on_one_by_one() {
        Batch outer = on.batches.open();
        Batch one = withJobs(outer.open("one"), 1);
        Batch other = withJobs(outer.open("other"), 1);
        outer.seal();
        die(2);
        assertThat(outer.status().dead()).isEqualTo(2);

        on.jobs.store.revive(on.states(5).subList(0, 1));
        on.fold();
        assertStates(BatchState.RUNNING, one, outer);
        endAll();
        assertStates(BatchState.STUCK, other, outer);
        revive();
        endAll();
        assertStates(BatchState.COMPLETE, one, other, outer);
    }

    @Test
    void it_is_once_it_is_sealed_after_that_one_was_stuck() {
        Batch outer = on.batches.open();
        outer.onDead(new Done("dead"));
        withJobs(outer.open("inner"), 1);
        die(1);
        assertStates(BatchState.OPEN, outer);
        assertThat(outer.status().dead()).isEqualTo(1);
        assertThat(on.jobs.claimOne().payload()).contains("dead");

        assertThat(outer.seal().state()).isEqualTo(BatchState.STUCK);
        revive();
        endAll();
        assertStates(BatchState.COMPLETE, outer);
    }

    @Test
    void one_that_may_grow_is_not_stuck() {
        Batch outer = on.batches.open();
        Batch inner = outer.open("inner");
        inner.addJobs(items(1));
        outer.seal();
        die(1);
        assertStates(BatchState.RUNNING, outer);

        inner.seal();
        on.fold();
        assertStates(BatchState.STUCK, inner, outer);
    }

    @Test
    void one_that_is_sealed_in_a_transaction_is_stuck_after_it() {
        Batch outer = on.batches.open();
        Batch inner = outer.open("inner");
        inner.addJobs(items(1));
        outer.seal();
        die(1);
        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            transaction.call(inner::seal);
            transaction.commit();
        }
        on.fold();
        assertStates(BatchState.STUCK, inner, outer);
    }

    @Test
    void a_dead_job_that_is_revived_and_cancelled_ends_both() {
        Batch outer = on.batches.open();
        Batch inner = withJobs(outer.open("inner"), 1);
        outer.seal();
        die(1);
        on.transactions.run(() -> {
            List<Long> dead = on.states(5);
            on.jobs.joining.revive(dead);
            return on.jobs.joining.cancel(dead);
        });
        on.fold();

        assertStates(BatchState.COMPLETE, inner, outer);
        assertThat(inner.status().cancelled()).isEqualTo(1);
        assertThat(outer.status().dead()).isZero();
        assertNothingLeft();
    }

    @Test
    void the_dead_item_of_the_inner_batch_is_acknowledged_by_hand() {
        Batch outer = on.batches.open();
        Batch inner = outer.open("inner");
        inner.addJobs(items(2));
        inner.seal();
        outer.seal();
        List<ClaimedJob> jobs = on.jobs.claim(2);
        jobs.forEach(job -> settle(job, dead()));
        on.fold();
        on.batches.ack(List.of(item(inner, jobs.get(0))));
        on.fold();
        assertStates(BatchState.STUCK, inner, outer);

        on.batches.ack(List.of(item(inner, jobs.get(1))));
        on.fold();
        assertStates(BatchState.COMPLETE, inner, outer);
        assertThat(on.rows("baton_ack")).isZero();
    }

    private static String item(Batch batch, ClaimedJob job) {
        return batch.id() + ":" + requireNonNull(job.ties().batchGroup()) + ":"
                + job.ties().batchIndex();
    }

    @Test
    void an_outer_batch_with_a_manually_ended_inner_one_ignores_it_later() {
        Batch outer = on.batches.open();
        Batch inner = withJobs(outer.open("inner"), 1);
        outer.seal();
        Long group = on.sql.queryForObject(
                "SELECT parent_group FROM baton_batch WHERE id = ?",
                Long.class,
                inner.id().value());
        on.batches.ack(List.of(outer.id() + ":" + group + ":0"));
        assertStates(BatchState.COMPLETE, outer);
        die(1);
        assertStates(BatchState.COMPLETE, outer);
        revive();
        endAll();
        assertStates(BatchState.COMPLETE, inner, outer);
        assertNothingLeft();
    }

    /** All that became of the inner batch is found by the outer one at once. */
    @Test
    void changes_of_an_inner_batch_wait_for_the_outer_ones_lock() {
        Batch outer = on.batches.open();
        Batch inner = withJobs(outer.open("inner"), 1);
        outer.seal();
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.store.lock(outer.id().value()));
            die(1);
            assertStates(BatchState.STUCK, inner);
            revive();
            assertStates(BatchState.RUNNING, inner);
            die(1);
            assertThat(on.rows("baton_ack")).isEqualTo(3);
        }
        on.fold();
        assertStates(BatchState.STUCK, outer);
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.store.lock(outer.id().value()));
            revive();
            endAll();
            assertStates(BatchState.COMPLETE, inner);
            assertStates(BatchState.STUCK, outer);
        }
        on.fold();
        assertStates(BatchState.COMPLETE, outer);
        assertThat(outer.status().dead()).isZero();
        assertNothingLeft();
    }

    /** A node crashes after each of its transactions. */
    @Test
    void what_crashes_leave_is_found() {
        Batch outer = on.batches.open();
        Batch middle = outer.open("middle");
        Batch inner = withJobs(middle.open("inner"), 1);
        middle.seal();
        outer.seal();
        on.end(1, dead());
        crashing();
        assertStates(BatchState.STUCK, inner, middle, outer);
        on.jobs.store.revive(on.states(5));
        crashing();
        assertStates(BatchState.RUNNING, inner, middle, outer);
        on.end(1, Outcome.Completed.PLAIN);
        crashing();
        assertStates(BatchState.COMPLETE, inner, middle, outer);
    }

    private void crashing() {
        for (int node = 0; node < 4; node++) {
            on.dirty.take(Integer.MAX_VALUE);
            on.deaf().follow(Set::of);
        }
    }

    /** Such as by nodes of an older version. */
    @Test
    void one_that_was_stuck_without_a_word_is_found_by_the_repair() {
        Batch outer = on.batches.open();
        Batch inner = withJobs(outer.open("inner"), 1);
        outer.seal();
        on.end(1, dead());
        on.sql.update(
                "UPDATE baton_batch_group SET dead = 1, dead_bits = bits WHERE batch_id = ?",
                inner.id().value());
        on.sql.update("DELETE FROM baton_ack");
        on.dirty.take(Integer.MAX_VALUE);
        on.fold();
        assertStates(BatchState.STUCK, inner);
        assertStates(BatchState.RUNNING, outer);

        on.idleForLong();
        var repair = on.repair();
        for (int turn = 0; turn < 10; turn++) {
            repair.sweep();
        }
        on.fold();
        assertStates(BatchState.STUCK, outer);
    }

    @Test
    void an_inner_batch_that_was_removed_stays_dead() {
        Batch outer = on.batches.open();
        Batch inner = withJobs(outer.open("inner"), 1);
        outer.seal();
        die(1);
        on.idleForLong();
        on.sql.update(
                "UPDATE baton_batch SET active_at = CURRENT_TIMESTAMP WHERE id = ?",
                outer.id().value());
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        assertThat(on.batches.find(inner.id())).isEmpty();

        revive();
        endAll();
        assertStates(BatchState.STUCK, outer);
        assertThat(on.rows("baton_ack")).isZero();
    }

    private FlowStepState firstStep(Batch flow) {
        FlowStatus found = on.flows.find(flow.id()).orElseThrow();
        return found.steps().get(0).state();
    }

    /** Returns a flow within the first step of this one, whose only job has died. */
    private Batch stuckWithin(Batch flow) {
        ClaimedJob member = on.jobs.claimOne();
        Batch inner =
                on.flows.startWithin(on.context(member), Flow.of(new Item(2)).then(new Item(3)));
        settle(member, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(firstStep(flow)).isEqualTo(FlowStepState.RUNNING);
        die(1);
        assertStates(BatchState.STUCK, inner);
        return inner;
    }

    @Test
    void a_flow_is_stuck_and_goes_on_with_an_inner_one() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        flow.onDead(new Done("dead"));
        Batch inner = stuckWithin(flow);

        assertStates(BatchState.STUCK, flow);
        assertThat(firstStep(flow)).isEqualTo(FlowStepState.STUCK);
        ClaimedJob told = on.jobs.claimOne();
        assertThat(told.payload()).contains("dead");
        settle(told, Outcome.Completed.PLAIN);

        revive();
        assertStates(BatchState.RUNNING, inner, flow);
        assertThat(firstStep(flow)).isEqualTo(FlowStepState.RUNNING);
        endAll();
        endAll();
        assertStates(BatchState.COMPLETE, inner);
        assertThat(on.jobs.claimOne().payload()).contains("all");
    }

    @Test
    void a_stuck_flow_that_is_cancelled_lets_the_outer_one_go_on() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        Batch inner = stuckWithin(flow);
        on.flows.cancel(inner.id());
        on.fold();

        assertThat(firstStep(flow)).isEqualTo(FlowStepState.COMPLETE);
        assertThat(on.flows.find(flow.id()).orElseThrow().steps().get(0).cancelled())
                .isEqualTo(1);
        assertThat(on.jobs.claimOne().payload()).contains("all");
    }

    @Test
    void a_flow_that_is_cancelled_ends_after_a_stuck_one_within_it() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        Batch inner = stuckWithin(flow);
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.store.lock(inner.id().value()));
            on.flows.cancel(flow.id());
            on.fold();
            assertThat(inner.status().completedAt()).isNull();
            assertThat(flow.status().completedAt()).isNull();
        }
        on.fold();
        assertStates(BatchState.CANCELLED, inner, flow);
        assertThat(inner.status().completedAt()).isNotNull();
        assertThat(flow.status().completedAt()).isNotNull();
        assertThat(on.rows("baton_job")).as("the dead one").isEqualTo(1);
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_revived_job_of_a_stuck_flow_extends_its_step_before_folds() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        Batch inner = stuckWithin(flow);
        on.jobs.store.revive(on.states(5));
        ClaimedJob member = on.jobs.claimOne();
        on.flows.addJobs(on.context(member), List.of(new Item(4)));
        settle(member, new Outcome.Retried(Duration.ZERO, "again"));
        on.fold();
        assertStates(BatchState.RUNNING, inner, flow);
        assertThat(flow.status().dead()).isZero();
        for (int step = 0; step < 3; step++) {
            endAll();
        }
        assertStates(BatchState.COMPLETE, inner, flow);
        assertNothingLeft();
    }
}
