package io.baton.job;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.Flow;
import io.baton.batch.GroupItems.AckKind;
import io.baton.flow.FlowStore.StoredStep;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whoever has just written rows of one batch or flow hinders nobody who ends, folds or removes another. In tables of a few rows, and
 * where most rows are one batch's, a server likes to scan, and a scan waits at every row that somebody holds.
 */
@OnEachDatabase
class HeldFlowRowsTests extends WithFlows {

    private @Nullable HeldConnection stranger;

    /** How many rows are one's own, and how many are those of others. */
    static Stream<Arguments> sizes() {
        return Stream.of(1, 10, 300).flatMap(own -> Stream.of(0, 20).map(others -> Arguments.of(own, others)));
    }

    @AfterEach
    void leave() {
        if (stranger != null) {
            stranger.close();
            stranger = null;
        }
    }

    private static Flow flow(int jobs) {
        return Flow.group(items(jobs)).then(new Item(0)).then(new Done("all"));
    }

    /** A flow of which the first jobs are claimed. */
    private List<ClaimedJob> started(int jobs) {
        on.flows.start(flow(jobs));
        return on.jobs.claim(jobs);
    }

    private void completed(List<ClaimedJob> jobs, JobStore store) {
        store.settle(jobs.stream()
                .map(job -> Settlement.of(job, new Outcome.Completed("\"done\"")))
                .toList());
    }

    /** In every table there are rows of others, of which a transaction that stays open has just written some. */
    private void crowd(int others) {
        for (int other = 0; other < others; other++) {
            completed(started(2), on.jobs.store);
        }
        List<ClaimedJob> running = started(2);
        stranger = new HeldConnection(on.jobs.dataSource);
        stranger.call(() -> {
            completed(running, on.jobs.joining);
            return on.flows.start(flow(2));
        });
    }

    private void unhindered(Runnable verb) throws Exception {
        CompletableFuture.runAsync(verb).get(60, TimeUnit.SECONDS);
    }

    /** In a transaction, as whoever folds or purges. */
    private void unhinderedTogether(Runnable statements) throws Exception {
        unhindered(() -> on.transactions.run(() -> {
            statements.run();
            return true;
        }));
    }

    private long group(ClaimedJob job) {
        return requireNonNull(job.ties().batchGroup());
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void jobs_end_and_the_next_step_is_released(int own, int others) throws Exception {
        List<ClaimedJob> jobs = started(own);
        crowd(others);
        long group = group(jobs.get(0));
        unhindered(() -> completed(jobs, on.jobs.store));
        unhindered(on::fold);
        assertThat(on.store.acks(List.of(group))).isEmpty();
        assertThat(on.sql.queryForObject("SELECT remaining FROM baton_batch_group WHERE id = ?", Integer.class, group))
                .isZero();
        assertThat(on.jobs.claim(1_000)).anyMatch(job -> job.priority() == 1);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void items_are_acknowledged_and_the_end_is_folded(int own, int others) throws Exception {
        Batch batch = on.batches.open();
        List<String> ids = IntStream.range(0, own)
                .mapToObj(each -> batch.addItems(1).ids().toList().get(0))
                .toList();
        batch.seal();
        crowd(others);
        unhindered(() -> on.batches.ack(ids));
        unhindered(on::fold);
        assertThat(batch.status().state()).isEqualTo(BatchState.COMPLETE);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void what_is_noted_of_a_batch_goes_with_it(int own, int others) throws Exception {
        Batch batch = on.batches.open();
        long group = batch.addItems(1).groups().get(0).id();
        for (int note = 0; note < own; note++) {
            on.store.append(AckKind.DEAD, group, List.of(0));
        }
        crowd(others);
        unhinderedTogether(() -> {
            on.store.removeGroups(List.of(group));
            on.store.remove(batch.id().value());
        });
        assertThat(on.store.acks(List.of(group))).isEmpty();
        assertThat(on.batches.find(batch.id())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void what_jobs_of_a_flow_returned_goes_with_it(int own, int others) throws Exception {
        List<ClaimedJob> jobs = started(own);
        completed(jobs, on.jobs.store);
        crowd(others);
        long group = group(jobs.get(0));
        unhinderedTogether(() -> on.flowStore.forgetGroups(List.of(group), 1_000));
        assertThat(on.sql.queryForObject("SELECT COUNT(*) FROM baton_result WHERE group_id = ?", Integer.class, group))
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void the_steps_of_a_flow_go_with_it(int own, int others) throws Exception {
        long batch = on.flows.start(Flow.of(new Item(0))).id().value();
        for (int step = 1; step <= own; step++) {
            on.flowStore.addStep(batch, new StoredStep(step, "s" + step, List.of(step - 1)));
        }
        crowd(others);
        unhinderedTogether(() -> on.flowStore.forget(batch));
        assertThat(on.flowStore.steps(batch)).isEmpty();
    }
}
