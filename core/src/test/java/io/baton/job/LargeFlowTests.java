package io.baton.job;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.Flow;
import io.baton.FlowStepState;
import io.baton.batch.BatchFollowUp;
import io.baton.batch.GroupItems.AckKind;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.RecordedStatements;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a fold reads of a flow does not grow with it. */
@OnEachDatabase
class LargeFlowTests extends WithFlows {

    /** Lets a flow look as if jobs had been added to its first step one at a time. */
    private void grow(Batch flow, int groups, boolean open) {
        String first = " FROM baton_batch_group WHERE batch_id = ? AND step = 0 LIMIT ";
        long id = flow.id().value();
        for (int more = 1; more < groups; more *= 2) {
            on.sql.update(
                    "INSERT INTO baton_batch_group (batch_id, size, remaining, bits, first_job, last_job, step)"
                            + " SELECT batch_id, size, remaining, bits, first_job, last_job, step" + first
                            + Math.min(more, groups - more),
                    id);
        }
        if (!open) {
            on.sql.update(
                    "UPDATE baton_batch_group SET remaining = 0, bits = NULL, ended = TRUE WHERE batch_id = ? AND step = 0"
                            + " AND NOT EXISTS (SELECT 1 FROM baton_job j WHERE j.batch_group = baton_batch_group.id)",
                    id);
        }
        on.analyze("baton_batch_group");
    }

    private List<Long> groups(Batch flow) {
        return on.sql.queryForList(
                "SELECT id FROM baton_batch_group WHERE batch_id = ? AND step = 0 ORDER BY id",
                Long.class,
                flow.id().value());
    }

    @Test
    void a_fold_that_ends_no_step_reads_neither_groups_nor_order() {
        Batch flow = on.flows.start(Flow.of(new Item(0)).then(new Done("all")));
        grow(flow, 20_000, false);
        RecordedStatements statements = new RecordedStatements(on.jobs.dataSource);
        BatchFollowUp node = on.noting(statements);
        on.turn(node);
        ClaimedJob member = on.jobs.claimOne();
        on.flows.addJobs(on.context(member), items(1).toList());
        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        statements.taken();

        on.turn(node);

        assertThat(on.rows("baton_ack")).isZero();
        assertThat(statements.taken())
                .isNotEmpty()
                .noneMatch(text -> text.contains("SUM(") || text.contains("baton_flow_"));
        complete(1);
        assertThat(states(flow)).containsExactly(FlowStepState.COMPLETE, FlowStepState.RUNNING);
        complete(1);
        assertThat(status(flow).completedAt()).isNotNull();
    }

    @Test
    void folds_of_an_inner_or_locked_flow_read_no_groups_either() {
        on.flows.start(Flow.of(new Item(0)));
        Batch flow = on.flows.startWithin(
                on.context(on.jobs.claimOne()), Flow.of(new Item(1)).then(new Done("all")));
        grow(flow, 2_000, false);
        RecordedStatements statements = new RecordedStatements(on.jobs.dataSource);
        BatchFollowUp node = on.noting(statements);
        on.turn(node);
        ClaimedJob member = on.jobs.claimOne();
        on.flows.addJobs(on.context(member), items(1).toList());
        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        statements.taken();

        try (HeldConnection adding = new HeldConnection(on.jobs.dataSource)) {
            adding.call(() -> on.store.lock(flow.id().value()));
            node.follow(Set::of);
            assertThat(on.rows("baton_ack")).isEqualTo(1);
        }
        on.turn(node);

        assertThat(on.rows("baton_ack")).isZero();
        assertThat(statements.taken()).isNotEmpty().noneMatch(text -> text.contains("SUM("));
    }

    /** It folds them, and does not say so where newer versions look. */
    @Test
    void groups_ended_by_a_node_of_an_older_version_block_nothing() {
        Batch flow = on.flows.start(Flow.of(new Item(0)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        on.flows.addJobs(on.context(member), items(1).toList());
        on.sql.update(
                "UPDATE baton_batch_group SET remaining = 0, bits = NULL WHERE id = ?",
                groups(flow).get(1));

        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        on.fold();

        assertThat(states(flow)).containsExactly(FlowStepState.COMPLETE, FlowStepState.RUNNING);
    }

    @Test
    void a_step_whose_waiting_jobs_were_cancelled_ends_with_those_before_it() {
        Batch flow =
                on.flows.start(Flow.of(new Item(0)).then(Flow.group(items(2))).then(new Done("all")));
        on.states(3).subList(0, 2).forEach(job -> on.jobs.store.cancel(List.of(job)));
        on.fold();
        assertThat(states(flow)).containsExactly(FlowStepState.RUNNING, FlowStepState.WAITING, FlowStepState.WAITING);

        assertThat(complete(1)).isEqualTo(1);

        assertThat(states(flow)).containsExactly(FlowStepState.COMPLETE, FlowStepState.COMPLETE, FlowStepState.RUNNING);
        assertThat(on.sql.queryForObject("SELECT COUNT(*) FROM baton_batch_group WHERE ended = FALSE", Long.class))
                .isEqualTo(1);
        assertThat(complete(1)).isEqualTo(1);
        assertThat(status(flow).completedAt()).isNotNull();
    }

    /** Such as those of jobs that do not stop, though they were asked to. */
    @Test
    void cancelling_looks_through_so_many_groups_at_once() {
        Batch flow = on.flows.start(Flow.of(new Item(0)));
        grow(flow, 3_000, true);
        ClaimedJob running = on.jobs.claimOne();
        on.sql.update("UPDATE baton_job SET cancel_requested = TRUE WHERE id = ?", running.id());
        RecordedStatements statements = new RecordedStatements(on.jobs.dataSource);
        BatchFollowUp node = on.noting(statements);
        on.turn(node);
        on.flows.cancel(flow.id());
        statements.taken();

        node.follow(Set::of);

        assertThat(statements.taken()).hasSizeBetween(1_000, 2_100);
        assertThat(on.rows("baton_ack")).as("it is tried again").isEqualTo(1);
    }

    @Test
    void cancelling_reaches_what_waits_beside_groups_that_only_run_on() {
        Batch flow = on.flows.start(Flow.of(new Item(0)).then(new Done("all")));
        grow(flow, 3_000, true);
        ClaimedJob running = on.jobs.claimOne();
        on.sql.update("UPDATE baton_job SET cancel_requested = TRUE WHERE id = ?", running.id());
        on.flows.cancel(flow.id());

        on.turn(on.deaf());

        assertThat(on.states(3)).isEmpty();
    }

    @Test
    void cancelling_folds_first_what_has_ended() {
        Batch flow = on.flows.start(Flow.of(new Item(0)).then(new Done("all")));
        grow(flow, 300, true);
        ClaimedJob running = on.jobs.claimOne();
        long own = requireNonNull(running.ties().batchGroup());
        RecordedStatements statements = new RecordedStatements(on.jobs.dataSource);
        BatchFollowUp node = on.noting(statements);
        on.turn(node);
        groups(flow).stream()
                .filter(group -> group != own)
                .forEach(group -> on.transactions.run(() -> {
                    on.store.append(AckKind.DONE, group, List.of(0));
                    return group;
                }));
        on.flows.cancel(flow.id());

        on.turn(node);

        assertThat(on.rows("baton_ack")).isZero();
        assertThat(statements.taken().stream().filter(text -> text.contains("(SELECT first_job")))
                .as("the groups that are looked through for jobs")
                .hasSizeBetween(1, 150);
        on.jobs.store.settle(List.of(Settlement.of(running, Outcome.Completed.PLAIN)));
        on.fold();
        assertThat(status(flow).completedAt()).isNotNull();
    }
}
