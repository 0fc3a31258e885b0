package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.BatonException;
import io.baton.Flow;
import io.baton.FlowStepState;
import io.baton.JobContext;
import io.baton.SealedBatchException;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Running jobs, and nobody else, add to their steps. */
@OnEachDatabase
class FlowGrowthTests extends WithFlows {

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
    void jobs_are_added_to_a_step_from_any_payload_source_with_options() {
        Batch flow = on.flows.start(Flow.of(new Item(9)).then(new Done("all")));
        JobContext member = on.context(on.jobs.claimOne());
        List<Item> list = items(2).toList();

        on.flows.addJobs(member, items(2));
        on.flows.addJobs(member, list, job -> job.queue("all"));
        on.flows.addJobs(member, items(2), job -> job.queue("all"));
        on.flows.addJobs(member, list, (item, job) -> job.queue("own " + item.number()));
        on.flows.addJobs(member, items(2), (item, job) -> job.queue("own " + item.number()));

        assertThat(status(flow).steps().get(0).items()).isEqualTo(11);
        assertThat(on.jobs.claim("all", 20)).hasSize(4);
        assertThat(on.jobs.claim("own 1", 20)).hasSize(2);
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
    void a_job_that_waits_for_its_next_attempt_adds_nothing() {
        on.flows.start(Flow.of(new Item(1)));
        ClaimedJob member = on.jobs.claimOne();
        on.jobs.store.settle(List.of(Settlement.of(member, new Outcome.Retried(Duration.ZERO, "again"))));
        assertThatThrownBy(() -> on.flows.addJobs(on.context(member), List.of(new Item(1))))
                .isInstanceOf(BatonException.class);
        assertThat(on.rows("baton_job")).isEqualTo(1);
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
    void nothing_is_added_to_a_flow_cancelled_while_a_job_adds() {
        Batch flow = on.flows.start(Flow.of(new Item(1)));
        ClaimedJob member = on.jobs.claimOne();
        List<Item> cancelling = new AbstractList<>() {
            @Override
            public Item get(int index) {
                try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
                    person.call(() -> on.flows.cancel(flow.id()));
                    person.commit();
                }
                return new Item(2);
            }

            @Override
            public int size() {
                return 1;
            }
        };
        assertThatThrownBy(() -> on.flows.addJobs(on.context(member), cancelling))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("cancelled");
        assertThat(flow.status().items()).isEqualTo(1);
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

    /** Takes a job back, and claims it once more. */
    private ClaimedJob claimAgain(ClaimedJob lost) {
        on.sql.update("UPDATE baton_job SET state = 1, lock_id = NULL WHERE id = ?", lost.id());
        ClaimedJob taken = on.jobs.claimOne();
        assertThat(taken.id()).isEqualTo(lost.id());
        return taken;
    }

    @Test
    void a_run_that_has_lost_its_job_adds_nothing() {
        on.flows.start(Flow.group(items(1)).then(new Done("all")));
        ClaimedJob lost = on.jobs.claimOne();
        ClaimedJob taken = claimAgain(lost);
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
    void a_run_that_has_lost_its_job_adds_nothing_on_another_thread() {
        on.flows.start(Flow.group(items(1)).then(new Done("all")));
        ClaimedJob lost = on.jobs.claimOne();
        ClaimedJob taken = claimAgain(lost);
        assertThat(CurrentJob.fence()).isNull();
        assertThatThrownBy(() -> on.flows.addJobs(on.context(lost), List.of(new Item(1))))
                .isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> on.flows.startWithin(on.context(lost), Flow.of(new Item(1))))
                .isInstanceOf(BatonException.class);
        assertThat(on.flows.addJobs(on.context(taken), List.of(new Item(1)))).isEqualTo(1);
    }

    @Test
    void a_run_that_lost_one_of_its_jobs_adds_nothing_for_it() {
        on.flows.start(Flow.group(items(2)).then(new Done("all")));
        ClaimedJob first = on.jobs.claimOne();
        ClaimedJob lost = on.jobs.claimOne();
        claimAgain(lost);
        CurrentJob.begin(first.fence());
        try {
            assertThatThrownBy(() -> on.flows.addJobs(on.context(lost), List.of(new Item(1))))
                    .isInstanceOf(BatonException.class);
            assertThat(on.flows.addJobs(on.context(first), List.of(new Item(1))))
                    .isEqualTo(1);
        } finally {
            CurrentJob.end();
        }
    }

    @Test
    void a_wrapped_context_counts_only_on_the_thread_of_its_handler() {
        on.flows.start(Flow.group(items(1)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        assertThatThrownBy(() -> on.flows.addJobs(MemberContext.wrapped(member), List.of(new Item(1))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("JobContext");
        CurrentJob.begin(member.fence());
        try {
            assertThat(on.flows.addJobs(MemberContext.wrapped(member), List.of(new Item(1))))
                    .isEqualTo(1);
        } finally {
            CurrentJob.end();
        }
    }
}
