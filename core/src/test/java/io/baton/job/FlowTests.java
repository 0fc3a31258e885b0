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
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A step of a flow starts when all steps before it have ended, and not earlier. */
@Tag("strict")
@OnEachDatabase
class FlowTests extends WithFlows {

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
    void a_step_awaits_a_whole_group_and_precedes_others_of_its_type() {
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
    void partitions_of_a_step_share_its_work() {
        on.flows.start(Flow.of(new Item(1)).then(Flow.partitioned(new Item(2), 3)));
        complete(1);
        assertThat(on.jobs.claim(10)).hasSize(3).allMatch(on::isShared);
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
    void results_of_a_job_stored_again_are_those_of_its_last_end() {
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
        assertThatThrownBy(() -> on.flows.start(flow)).isInstanceOf(IllegalStateException.class);
        assertThat(on.rows("baton_batch")).isEqualTo(1);
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
