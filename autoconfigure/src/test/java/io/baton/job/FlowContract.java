package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.BatonException;
import io.baton.Flow;
import io.baton.FlowGraph;
import io.baton.FlowStatus;
import io.baton.FlowStepState;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.PartitionStrategy;
import io.baton.SealedBatchException;
import io.baton.UnknownBatchException;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A step of a flow starts when all steps before it have ended, and not earlier. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FlowContract {

    @SuppressWarnings("NullAway.Init")
    BatchesOnDatabase on;

    abstract BatchesOnDatabase batches();

    @BeforeAll
    void open() {
        on = batches();
    }

    @AfterAll
    void close() {
        on.close();
    }

    @BeforeEach
    void clear() {
        on.clear();
    }

    private static Stream<Item> items(int count) {
        return IntStream.range(0, count).mapToObj(Item::new);
    }

    private FlowStatus status(Batch flow) {
        return on.flows.find(flow.id()).orElseThrow();
    }

    private List<FlowStepState> states(Batch flow) {
        return status(flow).steps().stream().map(FlowStatus.Step::state).toList();
    }

    private int complete(int most) {
        int ended = on.end(most, Outcome.Completed.PLAIN);
        on.fold();
        return ended;
    }

    @Test
    void a_pipeline_runs_one_step_after_the_other() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Item(2)).then(new Done("report")));
        assertThat(states(flow)).containsExactly(FlowStepState.RUNNING, FlowStepState.WAITING, FlowStepState.WAITING);

        assertThat(complete(10)).isEqualTo(1);
        assertThat(states(flow)).containsExactly(FlowStepState.COMPLETE, FlowStepState.RUNNING, FlowStepState.WAITING);
        assertThat(complete(10)).isEqualTo(1);
        ClaimedJob report = on.jobs.claimOne();
        assertThat(report.type()).isEqualTo("done");
        on.jobs.store.settle(List.of(Settlement.of(report, Outcome.Completed.PLAIN)));
        on.fold();

        assertThat(status(flow).state()).isEqualTo(BatchState.COMPLETE);
        assertThat(status(flow).completedAt()).isNotNull();
        assertThat(on.rows("baton_job")).isZero();
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_step_waits_for_all_of_a_group_and_runs_before_others_of_its_type() {
        on.flows.start(Flow.group(items(5)).then(new Item(9)));
        assertThat(complete(4)).isEqualTo(4);
        assertThat(on.states(3)).hasSize(1);

        assertThat(complete(4)).isEqualTo(1);
        ClaimedJob next = on.jobs.claimOne();
        assertThat(next.priority()).isEqualTo(1);
        assertThat(next.ties().bits()).isEqualTo(Ties.BATCH);
    }

    @Test
    void steps_are_named_after_their_types_or_by_the_application() {
        Batch flow = on.flows.start(Flow.group(items(2))
                .then(new Item(1))
                .then(Flow.of(new Done("all")).named("report"))
                .then(Flow.group(List.of())));

        assertThat(status(flow).steps())
                .extracting(FlowStatus.Step::name)
                .containsExactly("item", "item 2", "report", "empty");
        assertThat(status(flow).steps().get(2).after()).containsExactly("item 2");
        assertThat(status(flow).steps()).extracting(FlowStatus.Step::items).containsExactly(2L, 1L, 1L, 0L);
    }

    @Test
    void two_steps_of_one_name_are_refused() {
        assertThatThrownBy(() -> on.flows.start(Flow.of(new Item(1))
                        .named("a")
                        .then(Flow.of(new Item(1)).named("a"))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("\"a\"");
        assertThat(on.rows("baton_batch")).isZero();
    }

    @Test
    void a_graph_waits_for_every_step_before() {
        Batch flow = on.flows.start(new FlowGraph()
                .step("load", new Item(0))
                .step("images", Flow.group(items(2)), "load")
                .step("texts", Flow.of(new Item(5)).then(new Item(6)), "load")
                .step("publish", new Done("all"), "images", "texts")
                .flow());
        assertThat(complete(10)).isEqualTo(1);
        assertThat(complete(10)).as("two images and a text").isEqualTo(3);
        assertThat(states(flow).get(4)).isEqualTo(FlowStepState.WAITING);
        assertThat(complete(10)).as("the text after that").isEqualTo(1);
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
        assertThat(status(flow).steps().get(4).after()).containsExactly("images", "texts");
    }

    @Test
    void empty_steps_are_passed_at_once() {
        Batch flow = on.flows.start(Flow.group(List.of())
                .then(Flow.group(Stream.of()))
                .then(new Item(1))
                .then(Flow.group(List.of()))
                .then(new Done("all")));
        on.fold();
        assertThat(complete(10)).isEqualTo(1);
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
        assertThat(states(flow).subList(0, 4)).containsOnly(FlowStepState.COMPLETE);
    }

    @Test
    void a_flow_without_jobs_is_complete() {
        Batch flow = on.flows.start(Flow.group(List.of()).then(Flow.group(List.of())));
        Batch none = on.flows.start(Flow.parallel());
        on.fold();
        assertThat(status(flow).state()).isEqualTo(BatchState.COMPLETE);
        assertThat(status(none).state()).isEqualTo(BatchState.COMPLETE);
    }

    @Test
    void a_dead_job_stops_it_and_reviving_that_goes_on() {
        Batch flow = on.flows.start(Flow.group(items(3)).then(new Done("all")));
        on.end(1, new Outcome.Dead("broken"));
        assertThat(complete(10)).isEqualTo(2);

        assertThat(status(flow).state()).isEqualTo(BatchState.STUCK);
        assertThat(flow.status().state()).isEqualTo(BatchState.STUCK);
        assertThat(states(flow)).containsExactly(FlowStepState.STUCK, FlowStepState.WAITING);
        assertThat(status(flow).steps().get(0).dead()).isEqualTo(1);
        assertThat(on.jobs.claim(10)).isEmpty();

        on.transactions.run(() -> on.jobs.joining.revive(on.states(5)));
        on.fold();
        assertThat(status(flow).state()).isEqualTo(BatchState.RUNNING);
        assertThat(complete(10)).isEqualTo(1);
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    void a_parallel_branch_goes_on_beside_a_dead_one() {
        Batch flow = on.flows.start(Flow.parallel(
                        Flow.of(new Item(1)).then(new Item(2)),
                        Flow.of(new Item(3)).then(new Item(4)))
                .then(new Done("all")));
        on.end(1, new Outcome.Dead("broken"));
        assertThat(complete(10)).isEqualTo(1);
        assertThat(status(flow).state()).isEqualTo(BatchState.RUNNING);
        assertThat(complete(10)).isEqualTo(1);
        assertThat(status(flow).state()).isEqualTo(BatchState.STUCK);
    }

    @Test
    void jobs_that_wait_can_be_cancelled_one_by_one() {
        Batch flow =
                on.flows.start(Flow.of(new Item(1)).then(Flow.group(items(2))).then(new Done("all")));
        on.transactions.run(() -> on.jobs.joining.cancel(on.states(3).subList(0, 2)));
        on.fold();
        assertThat(states(flow)).containsExactly(FlowStepState.RUNNING, FlowStepState.WAITING, FlowStepState.WAITING);
        assertThat(complete(10)).isEqualTo(1);
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
        assertThat(status(flow).steps().get(1).cancelled()).isEqualTo(2);
    }

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
        on.touched.take(Integer.MAX_VALUE);

        on.fold();

        assertThat(on.states(1)).hasSize(1_500);
    }

    @Test
    void cancelling_ends_what_has_not_started() {
        Batch flow = on.flows.start(
                Flow.group(items(3)).then(Flow.group(items(1_200))).then(new Done("all")));
        ClaimedJob running = on.jobs.claimOne();

        assertThat(on.flows.cancel(flow.id()).state()).isEqualTo(BatchState.CANCELLED);
        on.fold();

        assertThat(on.rows("baton_job")).isEqualTo(1);
        assertThat(status(flow).completedAt()).isNull();
        on.jobs.store.settle(List.of(Settlement.of(running, Outcome.Completed.PLAIN)));
        on.fold();
        assertThat(status(flow).completedAt()).isNotNull();
        assertThat(status(flow).state()).isEqualTo(BatchState.CANCELLED);
        assertThat(states(flow)).containsOnly(FlowStepState.CANCELLED);
        assertThat(on.rows("baton_ack")).isZero();
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
    void the_same_key_starts_it_once() {
        Flow flow = Flow.group(items(2).toList()).then(new Done("all"));
        Batch first = on.flows.start("nightly", flow);
        Batch second = on.flows.start("nightly", flow);
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(on.rows("baton_job")).isEqualTo(3);
        assertThat(on.flows.find("nightly").orElseThrow().id()).isEqualTo(first.id());
        assertThat(on.flows.find("other")).isEmpty();
    }

    @Test
    void the_key_of_a_batch_starts_none() {
        on.batches.open("mine");
        assertThatThrownBy(() -> on.flows.start("mine", Flow.of(new Item(1))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("\"mine\"");
        assertThat(on.rows("baton_job")).isZero();
    }

    @Test
    void nothing_can_be_added_from_outside() {
        Batch flow = on.flows.start(Flow.of(new Item(1)));
        assertThatThrownBy(() -> flow.addJob(new Item(2)))
                .isInstanceOf(SealedBatchException.class)
                .hasMessageContaining("Flows.addJobs");
    }

    @Test
    void a_running_job_adds_jobs_to_its_step() {
        Batch flow = on.flows.start(Flow.group(items(2)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();

        assertThat(on.flows.addJobs(on.context(member), items(3).toList())).isEqualTo(3);

        assertThat(status(flow).steps().get(0).items()).isEqualTo(5);
        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        assertThat(complete(2)).isEqualTo(2);
        assertThat(on.states(3)).hasSize(1);
        assertThat(complete(10)).isEqualTo(2);
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    void a_job_that_runs_no_more_adds_nothing() {
        on.flows.start(Flow.group(items(2)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        assertThatThrownBy(() -> on.flows.addJobs(on.context(member), List.of(new Item(1))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining(String.valueOf(member.id()));
    }

    @Test
    void nothing_is_added_to_a_cancelled_flow() {
        Batch flow = on.flows.start(Flow.of(new Item(1)));
        ClaimedJob member = on.jobs.claimOne();
        on.flows.cancel(flow.id());
        assertThatThrownBy(() -> on.flows.addJobs(on.context(member), List.of(new Item(1))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("cancelled");
        on.fold();
        assertThat(on.rows("baton_job")).isEqualTo(1);
    }

    @Test
    void nothing_is_added_by_a_job_whose_item_was_acknowledged() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        on.batches.ack(List.of(flow.id().value() + ":" + member.ties().batchGroup() + ":0"));
        assertThatThrownBy(() -> on.flows.addJobs(on.context(member), List.of(new Item(1))))
                .isInstanceOf(BatonException.class);
    }

    @Test
    void a_flow_within_a_step_is_waited_for() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        Batch inner =
                on.flows.startWithin(on.context(member), Flow.of(new Item(2)).then(new Item(3)));
        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        on.fold();
        assertThat(states(flow)).containsExactly(FlowStepState.RUNNING, FlowStepState.WAITING);
        assertThat(complete(1)).isEqualTo(1);
        assertThat(complete(1)).isEqualTo(1);
        assertThat(status(inner).state()).isEqualTo(BatchState.COMPLETE);
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    void partitions_of_a_step_share_its_work() {
        on.flows.start(Flow.of(new Item(1)).then(Flow.partitioned(new Item(2), 3, PartitionStrategy.HASH)));
        complete(1);
        assertThat(on.jobs.claim(10)).hasSize(3).allSatisfy(job -> assertThat(on.strategy(job))
                .isEqualTo(PartitionStrategy.HASH));
    }

    @Test
    void results_reach_the_next_step_in_order() {
        on.flows.start(Flow.group(items(250)).then(new Done("all")));
        List<ClaimedJob> jobs = on.jobs.claim(250);
        IntStream.iterate(249, i -> i - 1).limit(250).forEach(index -> {
            ClaimedJob job = jobs.get(index);
            Outcome outcome = index == 7
                    ? Outcome.Completed.PLAIN
                    : new Outcome.Completed("{\"n\":" + job.ties().batchIndex() + "}");
            on.jobs.store.settle(List.of(Settlement.of(job, outcome)));
        });
        on.fold();
        ClaimedJob next = on.jobs.claimOne();

        List<String> results = on.results(next);

        assertThat(results).hasSize(249).startsWith("{\"n\":0}", "{\"n\":1}").endsWith("{\"n\":249}");
        assertThat(results).doesNotContain("{\"n\":7}");
    }

    @Test
    void results_of_the_last_step_are_kept_for_nobody() {
        on.flows.start(Flow.of(new Item(1)));
        on.end(1, new Outcome.Completed("1"));
        assertThat(on.rows("baton_result")).isZero();
    }

    @Test
    void results_of_a_job_that_was_stored_again_are_those_of_its_last_end() {
        on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        ClaimedJob job = on.jobs.claimOne();
        on.sql.update(
                "INSERT INTO baton_result (group_id, item, result) VALUES (?, 0, 'first')",
                job.ties().batchGroup());
        on.jobs.store.settle(List.of(Settlement.of(job, new Outcome.Completed("second"))));
        on.fold();
        assertThat(on.results(on.jobs.claimOne())).containsExactly("second");
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
        on.fold();
        assertThat(on.rows("baton_job")).as("the dead ones").isEqualTo(2);
        assertThat(on.rows("baton_batch")).isEqualTo(1);
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        assertThat(on.rows("baton_batch")).isZero();
    }

    @Test
    void a_step_with_a_time_is_refused() {
        assertThatThrownBy(() -> on.flows.start(
                        Flow.of(new Item(1)).then(new Item(2), options -> options.delay(Duration.ofHours(1)))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("delay");
        assertThat(on.rows("baton_job")).isZero();
    }

    @Test
    void a_first_step_may_have_a_time() {
        on.flows.start(Flow.of(new Item(1), options -> options.delay(Duration.ofHours(1)))
                .then(new Item(2)));
        assertThat(on.states(0)).hasSize(1);
        assertThat(on.states(3)).hasSize(1);
    }

    @Test
    void a_flow_of_a_stream_is_started_once() {
        Flow flow = Flow.group(items(2));
        on.flows.start("kept", flow);
        on.flows.start("kept", flow);
        assertThatThrownBy(() -> on.flows.start(flow))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("once");
        assertThat(on.rows("baton_batch")).isEqualTo(1);
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

    @Test
    void a_held_job_of_a_cancelled_flow_is_cancelled_once_it_is_let_go() {
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
    void a_flow_whose_jobs_are_due_in_a_year_is_not_abandoned() {
        Batch flow = on.flows.start(Flow.of(new Item(1), options -> options.delay(Duration.ofDays(365)))
                .then(new Item(2)));
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        on.fold();
        assertThat(status(flow).state()).isEqualTo(BatchState.RUNNING);
        assertThat(on.rows("baton_job")).isEqualTo(2);
    }

    @Test
    void many_steps_that_wait_for_many_are_refused() {
        List<Flow> many =
                IntStream.range(0, 101).mapToObj(Item::new).map(Flow::of).toList();
        assertThatThrownBy(() -> Flow.parallel(many).then(Flow.parallel(many)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10201");
        List<Flow> tooMany =
                IntStream.range(0, 1_001).mapToObj(Item::new).map(Flow::of).toList();
        assertThatThrownBy(() -> Flow.parallel(tooMany)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000b", "half \ud800"})
    void names_that_no_step_can_have_are_refused(String name) {
        assertThatThrownBy(() -> Flow.of(new Item(1)).named(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_run_that_has_lost_its_job_adds_nothing() {
        on.flows.start(Flow.group(items(1)).then(new Done("all")));
        ClaimedJob lost = on.jobs.claimOne();
        on.sql.update("UPDATE baton_job SET state = 1, lock_id = NULL WHERE id = ?", lost.id());
        ClaimedJob taken = on.jobs.claimOne();
        assertThat(taken.id()).isEqualTo(lost.id());
        CurrentJob.begin(lost.fence());
        try {
            assertThatThrownBy(() -> on.flows.addJobs(on.context(lost), List.of(new Item(1))))
                    .isInstanceOf(BatonException.class);
            CurrentJob.begin(taken.fence());
            assertThat(on.flows.addJobs(on.context(taken), List.of(new Item(1))))
                    .isEqualTo(1);
        } finally {
            CurrentJob.end();
        }
    }

    @Test
    void the_jobs_of_a_flow_are_found_by_it() {
        Batch flow = on.flows.start(Flow.group(items(3)).then(new Done("all")));
        Batch other = on.flows.start(Flow.group(items(2)));
        on.jobs.store.insert(JobDraft.job().asNew());
        on.end(1, new Outcome.Dead("broken"));
        JobFilter its = JobFilter.all().batch(flow.id());

        assertThat(on.jobs.store.search(its, 0, 10)).hasSize(4);
        assertThat(on.jobs.store.ids(its.state(JobState.DEAD), 0, 10)).isEqualTo(on.states(5));
        assertThat(on.jobs.store.ids(JobFilter.all().batch(other.id()), 0, 10)).hasSize(2);
        assertThat(on.jobs.store.anyUnfinished(its)).isTrue();
        assertThat(on.jobs.store.search(its.state(JobState.COMPLETED), 0, 10)).isEmpty();
        assertThat(on.jobs.store.ids(JobFilter.all().batch(new BatchId(99)), 0, 10))
                .isEmpty();
    }
}
