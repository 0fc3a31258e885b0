package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.BatonException;
import io.baton.Flow;
import io.baton.FlowGraph;
import io.baton.FlowStatus;
import io.baton.FlowStepState;
import io.baton.JobState;
import io.baton.SealedBatchException;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the simulation needs of batches and flows. The whole of it is in the contracts of the databases. */
@OnEachDatabase({TestDatabase.MEMORY, TestDatabase.H2, TestDatabase.POSTGRES})
class BatchedTests {

    @SuppressWarnings("NullAway.Init")
    BatchedStore on;

    @BeforeEach
    void open(TestDatabase kind) {
        on = BatchedStore.on(kind);
    }

    @AfterEach
    void close() {
        on.close();
    }

    private static List<Item> items(int count) {
        return IntStream.range(0, count).mapToObj(Item::new).toList();
    }

    private Batch sealed(int jobs) {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"));
        batch.addJobs(items(jobs));
        batch.seal();
        return batch;
    }

    private int complete(int most) {
        int ended = on.end(most, Outcome.Completed.PLAIN);
        on.fold();
        return ended;
    }

    @Test
    void only_the_claim_that_stands_adds_to_a_step() {
        on.flows.start(Flow.of(new Item(0)).then(new Done("all")));
        ClaimedJob lost = on.jobs.claimOne();
        on.jobs.store.settle(List.of(Settlement.of(lost, Outcome.HandedBack.UNSTARTED)));
        ClaimedJob taken = on.jobs.claimOne();
        assertThat(taken.id()).isEqualTo(lost.id());
        assertThatThrownBy(() -> on.flows.addJobs(MemberContext.of(lost), items(1)))
                .isInstanceOf(BatonException.class);
        assertThat(on.flows.addJobs(MemberContext.of(taken), items(1))).isEqualTo(1);
    }

    private List<FlowStepState> states(Batch flow) {
        return on.flows.find(flow.id()).orElseThrow().steps().stream()
                .map(FlowStatus.Step::state)
                .toList();
    }

    @Test
    void a_batch_completes_once_when_all_have_ended() {
        Batch batch = sealed(3);
        assertThat(complete(2)).isEqualTo(2);
        assertThat(batch.status().remaining()).isEqualTo(1);
        assertThat(on.in(JobState.BLOCKED)).hasSize(1);
        assertThat(complete(2)).isEqualTo(1);
        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
        assertThat(on.jobs.claim(10)).isEmpty();
        assertThat(on.noted()).isEmpty();
    }

    @Test
    void the_sealer_folds_what_nobody_has_folded() {
        Batch batch = on.batches.open();
        batch.addJobs(items(2));
        on.end(2, Outcome.Completed.PLAIN);
        assertThat(batch.status().state()).isEqualTo(BatchState.OPEN);
        assertThat(batch.seal().completedNow()).isTrue();
        assertThat(batch.seal().completedNow()).isFalse();
        assertThatThrownBy(() -> batch.addJobs(items(1))).isInstanceOf(SealedBatchException.class);
    }

    @Test
    void a_dead_job_stops_the_batch_until_it_is_revived() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(2));
        batch.seal();
        on.end(1, Outcome.Completed.PLAIN);
        on.end(1, new Outcome.Dead("broken"));
        on.fold();
        assertThat(batch.status().state()).isEqualTo(BatchState.STUCK);
        on.jobs.settle(on.jobs.claimOne(), Outcome.Completed.PLAIN);
        on.jobs.store.revive(on.in(JobState.DEAD));
        assertThat(complete(1)).isEqualTo(1);
        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().dead()).isZero();
    }

    @Test
    void who_waits_for_a_death_that_never_came_is_cancelled() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(1));
        batch.seal();
        long waiting = on.in(JobState.BLOCKED).get(0);
        complete(1);
        assertThat(on.jobs.state(waiting)).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void items_are_acknowledged_by_name_and_twice_is_once() {
        Batch batch = on.batches.open();
        List<String> ids = batch.addItems(3).ids().toList();
        batch.seal();
        on.batches.ack(List.of(ids.get(0), ids.get(0)));
        assertThat(batch.status().remaining()).isEqualTo(2);
        assertThat(on.batches.ack(ids).get(0).completedNow()).isTrue();
        assertThat(on.batches.ack(ids).get(0).completedNow()).isFalse();
    }

    @Test
    void a_batch_is_an_item_of_another() {
        Batch parent = on.batches.open("parent");
        Batch child = parent.open("child");
        assertThat(parent.open("child").id()).isEqualTo(child.id());
        parent.seal();
        child.addJobs(items(2));
        child.seal();
        complete(2);
        assertThat(child.status().complete()).isTrue();
        assertThat(parent.status().complete()).isTrue();
        assertThat(parent.status().items()).isEqualTo(1);
    }

    @Test
    void a_fold_passes_over_a_batch_that_somebody_holds() {
        Batch batch = sealed(1);
        on.end(1, Outcome.Completed.PLAIN);
        try (HeldTransaction holder = on.jobs.hold()) {
            holder.call(() -> on.store.lock(batch.id().value()));
            on.fold();
            assertThat(on.in(JobState.BLOCKED)).hasSize(1);
        }
        on.fold();
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void a_fold_waits_for_nobody_who_holds_the_callback() {
        Batch batch = sealed(1);
        long callback = on.in(JobState.BLOCKED).get(0);
        on.end(1, Outcome.Completed.PLAIN);
        try (HeldTransaction person = on.jobs.hold()) {
            person.call(() -> {
                on.jobs.lockJob(callback);
                return callback;
            });
            on.fold();
            assertThat(on.in(JobState.BLOCKED)).hasSize(1);
        }
        on.fold();
        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claimOne().id()).isEqualTo(callback);
    }

    @Test
    void what_nobody_was_told_is_found() {
        Batch batch = sealed(2);
        on.end(2, Outcome.Completed.PLAIN);
        on.dirty.take(Integer.MAX_VALUE);
        on.fold();
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void a_pipeline_runs_one_step_after_the_other() {
        Batch flow =
                on.flows.start(Flow.group(items(2)).then(Flow.group(List.of())).then(new Done("all")));
        assertThat(complete(1)).isEqualTo(1);
        assertThat(states(flow)).containsExactly(FlowStepState.RUNNING, FlowStepState.WAITING, FlowStepState.WAITING);
        assertThat(complete(2)).isEqualTo(1);
        assertThat(states(flow)).containsExactly(FlowStepState.COMPLETE, FlowStepState.COMPLETE, FlowStepState.RUNNING);
        assertThat(complete(1)).isEqualTo(1);
        assertThat(flow.status().complete()).isTrue();
        assertThat(on.noted()).isEmpty();
    }

    @Test
    void a_graph_waits_for_every_step_before() {
        Batch flow = on.flows.start(new FlowGraph()
                .step("one", new Item(0))
                .step("two", Flow.of(new Item(1)).then(new Item(2)))
                .step("last", new Done("all"), "one", "two")
                .flow());
        assertThat(complete(10)).isEqualTo(2);
        assertThat(states(flow))
                .containsExactly(
                        FlowStepState.COMPLETE, FlowStepState.COMPLETE, FlowStepState.RUNNING, FlowStepState.WAITING);
        assertThat(complete(10)).isEqualTo(1);
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    void a_step_is_released_in_portions_even_when_a_crash_comes_between() {
        on.flows.start(Flow.of(new Item(0)).then(Flow.group(items(5))).then(new Done("all")));
        on.end(1, Outcome.Completed.PLAIN);
        on.turn();
        assertThat(on.in(JobState.READY)).hasSize(BatchedStore.PORTION);
        assertThat(on.noted()).hasSize(1);
        on.dirty.take(Integer.MAX_VALUE);
        on.fold();
        assertThat(on.in(JobState.READY)).hasSize(5);
        assertThat(on.noted()).isEmpty();
    }

    @Test
    void cancelling_ends_what_has_not_started_and_passes_over_what_somebody_holds() {
        Batch flow = on.flows.start(Flow.group(items(4)).then(Flow.group(items(3))));
        flow.onComplete(new Done("never"));
        ClaimedJob running = on.jobs.claimOne();
        long held = on.in(JobState.READY).get(0);
        try (HeldTransaction person = on.jobs.hold()) {
            person.call(() -> {
                on.jobs.lockJob(held);
                return held;
            });
            on.flows.cancel(flow.id());
            on.fold();
            assertThat(on.in(JobState.READY)).containsExactly(held);
            assertThat(on.in(JobState.BLOCKED)).as("the callback").hasSize(1);
        }
        on.fold();
        assertThat(flow.status().completedAt()).as("one still runs").isNull();
        on.jobs.store.settle(List.of(Settlement.of(running, Outcome.Completed.PLAIN)));
        on.fold();
        assertThat(flow.status().completedAt()).isNotNull();
        assertThat(on.in(JobState.BLOCKED)).isEmpty();
        assertThat(on.noted()).isEmpty();
    }
}
