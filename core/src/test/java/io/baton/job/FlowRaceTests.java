package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.BatonException;
import io.baton.Flow;
import io.baton.FlowStepState;
import io.baton.SealedBatchException;
import io.baton.batch.BatchStore.StepPlace;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Flows and batches beside transactions that stay open, are rolled back or fail in the middle. */
@OnEachDatabase
class FlowRaceTests extends WithFlows {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @SuppressWarnings("NullAway.Init")
    private String waitsForLocks;

    @Override
    public void open(TestDatabase kind) {
        super.open(kind);
        waitsForLocks = LockWaits.on(
                kind,
                "SELECT COUNT(*) FROM information_schema.sessions WHERE executing_statement LIKE '%baton_batch%' AND session_id <> SESSION_ID()");
        LongLockWaits.allow(on.jobs.dataSource);
    }

    @AfterAll
    void endThreads() {
        threads.shutdownNow();
    }

    private static <T> T of(Future<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private static Stream<Item> failingAfter(int count) {
        return Stream.concat(items(count), Stream.of(0).map(each -> {
                    throw new IllegalStateException("no more");
                }))
                .map(Item.class::cast);
    }

    @Test
    void a_held_job_is_looked_at_ever_more_seldom() {
        on.flows.start(Flow.of(new Item(0)).then(Flow.group(items(2))));
        on.end(1, Outcome.Completed.PLAIN);
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.sql.queryForList("SELECT id FROM baton_job WHERE state = 3 FOR UPDATE"));
            on.fold();
            assertThat(on.turnsWithin(Duration.ofSeconds(10))).isLessThan(100);
        }
        on.fold();
        assertThat(on.states(1)).hasSize(2);
    }

    @Test
    void a_held_job_of_a_cancelled_flow_is_polled_ever_less_often() {
        Batch flow = on.flows.start(Flow.group(items(2)));
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.sql.queryForList("SELECT id FROM baton_job WHERE state = 1 FOR UPDATE"));
            on.flows.cancel(flow.id());
            on.fold();
            assertThat(on.turnsWithin(Duration.ofSeconds(10))).isLessThan(100);
        }
        on.fold();
        assertThat(on.rows("baton_job")).isZero();
    }

    @Test
    void a_batch_whose_inner_batch_has_jobs_to_run_is_not_abandoned() {
        Batch outer = on.batches.open();
        outer.onComplete(new Done("all"));
        Batch inner = outer.open("inner");
        outer.seal();
        inner.addJobs(items(1), options -> options.delay(Duration.ofDays(365)));
        inner.seal();
        on.idleForLong();

        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();

        assertThat(on.batches.find(outer.id())).isPresent();
        assertThat(on.states(3)).hasSize(1);
    }

    @Test
    void a_flow_whose_inner_flow_has_jobs_to_run_is_not_abandoned() {
        Batch flow = on.flows.start(Flow.of(new Item(0)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        Batch inner = on.flows.startWithin(
                on.context(member), Flow.of(new Item(1), options -> options.delay(Duration.ofDays(365))));
        on.jobs.store.settle(List.of(Settlement.of(member, Outcome.Completed.PLAIN)));
        on.fold();
        on.idleForLong();

        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        on.fold();

        assertThat(status(flow).state()).isEqualTo(BatchState.RUNNING);
        assertThat(status(inner).state()).isEqualTo(BatchState.RUNNING);
    }

    @Test
    void jobs_refused_by_a_sealed_batch_are_absent_though_the_transaction_continues() {
        Batch batch = on.batches.open();
        batch.seal();
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            assertThatThrownBy(() -> caller.call(() -> batch.addJobs(items(2).toList())))
                    .hasRootCauseInstanceOf(SealedBatchException.class);
            assertThatThrownBy(() -> caller.call(() -> batch.open("inner")))
                    .hasRootCauseInstanceOf(SealedBatchException.class);
            caller.commit();
        }
        assertThat(on.rows("baton_job")).isZero();
        assertThat(on.rows("baton_batch")).isEqualTo(1);
        assertThat(batch.status().items()).isZero();
    }

    @Test
    void jobs_refused_by_a_cancelled_flow_are_absent_though_the_transaction_continues() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        on.flows.cancel(flow.id());
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            assertThatThrownBy(() -> caller.call(() -> on.flows.addJobs(on.context(member), items(2).toList())))
                    .hasStackTraceContaining("cancelled");
            assertThatThrownBy(() -> caller.call(() -> on.flows.startWithin(on.context(member), Flow.of(new Item(1)))))
                    .hasStackTraceContaining("cancelled");
            caller.commit();
        }
        assertThat(on.rows("baton_job")).isEqualTo(2);
        assertThat(on.rows("baton_batch")).isEqualTo(1);
    }

    @Test
    @Timeout(180)
    void whoever_adds_to_a_flow_waits_for_whoever_cancels_it() throws Exception {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.flows.cancel(flow.id()));
            Future<Long> adding = threads.submit(() -> on.flows.addJobs(on.context(member), items(2).toList()));
            awaitSomebodyWaiting();
            person.commit();
            assertThatThrownBy(() -> of(adding)).hasStackTraceContaining("cancelled");
        }
        assertThat(flow.status().items()).isEqualTo(2);
    }

    @Test
    void a_flow_that_was_stored_in_part_is_not_committed() {
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            assertThatThrownBy(() -> caller.call(() -> on.flows.start(
                            "nightly",
                            Flow.group(items(3)).then(new Item(2), options -> options.delay(Duration.ofHours(1))))))
                    .hasRootCauseInstanceOf(BatonException.class);
            assertThatThrownBy(caller::commit).hasStackTraceContaining("nightly");
        }
        assertThat(on.rows("baton_job")).isZero();
        on.flows.start("nightly", Flow.group(items(3)));
        assertThat(on.states(1)).hasSize(3);
    }

    /** What a nested transaction of the application stored in part is gone with it. */
    @Test
    void a_partly_stored_flow_rolled_back_to_a_savepoint_blocks_nothing() {
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            caller.call(() -> {
                TransactionTemplate nested = new TransactionTemplate(new JdbcTransactionManager(on.jobs.dataSource));
                nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
                Flow failing = Flow.group(items(3)).then(new Item(2), options -> options.delay(Duration.ofHours(1)));
                assertThatThrownBy(() -> nested.execute(status -> on.flows.start("nightly", failing)))
                        .isInstanceOf(BatonException.class);
                return on.flows.start("nightly", Flow.group(items(2)));
            });
            caller.commit();
        }
        assertThat(on.states(1)).hasSize(2);
    }

    @Test
    void jobs_that_were_added_in_part_are_not_committed() {
        Batch batch = on.batches.open();
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            assertThatThrownBy(() -> caller.call(() -> batch.addJobs(failingAfter(1_500), options -> {})))
                    .hasStackTraceContaining("no more");
            assertThatThrownBy(caller::commit).hasStackTraceContaining("batch " + batch.id());
        }
        assertThat(on.rows("baton_job")).isZero();
    }

    /** A running job adds many jobs: their groups are there, and not committed. */
    @Test
    @Timeout(180)
    void a_step_is_released_beside_a_transaction_that_adds_to_another() throws Exception {
        Batch flow = on.flows.start(
                Flow.parallel(Flow.of(new Item(1)), Flow.of(new Item(2)).then(new Done("next"))));
        // a small table would be read whole
        Batch others = on.batches.open();
        on.transactions.run(() -> IntStream.range(0, 2_000)
                .mapToLong(each -> on.store.addGroup(others.id().value(), null))
                .sum());
        on.analyze("baton_batch_group");
        List<ClaimedJob> running = on.jobs.claim(2);
        try (HeldConnection adding = new HeldConnection(on.jobs.dataSource)) {
            adding.call(() -> {
                return on.store.addGroup(flow.id().value(), new StepPlace(0, false, false));
            });
            on.jobs.store.settle(List.of(Settlement.of(running.get(1), Outcome.Completed.PLAIN)));
            of(threads.submit(on::fold));
            assertThat(on.states(1)).hasSize(1);
        }
    }

    @Test
    void an_inner_batch_opened_since_is_found_by_an_older_snapshot() {
        Batch outer = on.batches.open();
        try (HeldConnection old = HeldConnection.repeatableRead(on.jobs.dataSource)) {
            old.call(() -> on.rows("baton_batch"));
            Batch inner = outer.open("inner");
            long found;
            try {
                found = old.call(() -> outer.open("inner").id().value());
                old.commit();
            } catch (IllegalStateException e) {
                assertThat(e).as("some databases refuse").hasCauseInstanceOf(ConcurrencyFailureException.class);
                return;
            }
            assertThat(found).isEqualTo(inner.id().value());
        }
    }

    @Test
    void a_job_whose_item_was_acknowledged_since_adds_nothing_by_old_snapshot() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        ClaimedJob member = on.jobs.claimOne();
        try (HeldConnection old = HeldConnection.repeatableRead(on.jobs.dataSource)) {
            old.call(() -> on.rows("baton_batch_group"));
            on.batches.ack(List.of(flow.id() + ":" + member.ties().batchGroup() + ":0"));
            assertThatThrownBy(() -> old.call(() -> on.flows.addJobs(on.context(member), items(2).toList())))
                    .as("told, or refused by the database")
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(flow.status().items()).isEqualTo(2);
    }

    @Test
    void results_of_jobs_that_outlive_their_flow_are_not_kept() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        on.end(1, new Outcome.Dead("broken"));
        on.fold();
        on.flows.cancel(flow.id());
        on.fold();
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        assertThat(on.rows("baton_batch")).isZero();

        on.transactions.run(() -> on.jobs.joining.revive(on.states(5)));
        on.end(1, new Outcome.Completed("1"));
        on.fold();

        assertThat(on.rows("baton_result")).isZero();
        assertThat(on.rows("baton_ack")).isZero();
    }

    /** Such as what a newer node has noted. */
    @Test
    void a_batch_that_cannot_be_folded_stops_no_other() {
        Batch unfoldable = on.batches.open();
        long group = unfoldable.addItems(1).groups().get(0).id();
        on.sql.update("INSERT INTO baton_ack (group_id, kind, items) VALUES (?, 99, ?)", group, new byte[2]);
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Item(2)));
        on.end(1, Outcome.Completed.PLAIN);
        for (int turn = 0; turn < 3; turn++) {
            assertThatThrownBy(on::fold).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThat(status(flow).steps().get(1).state()).isEqualTo(FlowStepState.RUNNING);
    }

    /** An application acknowledges items of one batch in a transaction that stays open, while another batch is removed. */
    @Test
    @Timeout(180)
    void a_batch_is_removed_beside_an_open_acknowledgement_of_another() throws Exception {
        Batch other = on.batches.open();
        List<String> items = other.addItems(3).ids().toList();
        Batch old = on.batches.open();
        old.addItems(2);
        old.seal();
        on.idleForLong();
        on.sql.update(
                "UPDATE baton_batch SET active_at = '2100-01-01 00:00:00' WHERE id = ?",
                other.id().value());
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            caller.call(() -> on.batches.ack(items));
            of(threads.submit(
                    () -> on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep()));
            assertThat(on.batches.find(old.id())).isEmpty();
        }
    }

    @Test
    @Timeout(180)
    void a_batch_to_which_somebody_is_adding_is_not_removed() throws Exception {
        Batch batch = on.batches.open();
        on.idleForLong();
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            caller.call(() -> batch.addJobs(items(2).toList()));
            of(threads.submit(
                    () -> on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep()));
            caller.commit();
        }
        assertThat(batch.status().items()).isEqualTo(2);
    }

    @Test
    @Timeout(180)
    void whoever_waits_for_a_start_that_is_rolled_back_starts_the_flow() throws Exception {
        for (int round = 0; round < 10; round++) {
            String key = "key " + round;
            try (HeldConnection first = new HeldConnection(on.jobs.dataSource)) {
                first.call(() -> on.flows.start(key, Flow.group(items(2).toList())));
                List<Future<Long>> late = IntStream.range(0, 3)
                        .mapToObj(each -> threads.submit(() -> started(key)))
                        .toList();
                awaitSomebodyWaiting();
                first.rollback();
                long one = of(late.get(0));
                assertThat(of(late.get(1))).isEqualTo(one);
                assertThat(of(late.get(2))).isEqualTo(one);
            }
            assertThat(on.rows("baton_job")).isEqualTo(2L * (round + 1));
        }
    }

    /** MySQL rolls one back of those that have waited for the same key that was rolled back. */
    private long started(String key) {
        while (true) {
            try {
                return on.flows.start(key, Flow.group(items(2).toList())).id().value();
            } catch (CannotAcquireLockException e) {
                assertThat(e).hasMessageContaining("Deadlock");
            }
        }
    }

    @Test
    @Timeout(180)
    void whoever_waits_for_a_start_that_is_committed_finds_the_flow() throws Exception {
        try (HeldConnection first = new HeldConnection(on.jobs.dataSource);
                HeldConnection second = HeldConnection.repeatableRead(on.jobs.dataSource)) {
            long one = first.call(
                    () -> on.flows.start("key", Flow.of(new Item(1))).id().value());
            second.call(() -> on.rows("baton_batch"));
            Future<Long> late = second.start(
                    () -> on.flows.start("key", Flow.of(new Item(1))).id().value());
            awaitSomebodyWaiting();
            first.commit();
            try {
                assertThat(of(late)).isEqualTo(one);
                second.commit();
            } catch (ExecutionException e) {
                assertThat(e).as("some databases refuse").hasCauseInstanceOf(ConcurrencyFailureException.class);
            }
        }
        assertThat(on.rows("baton_job")).isEqualTo(1);
    }

    /** As transactional handlers do where the database has no other isolation by default; beside them it is folded. */
    @Test
    @Timeout(180)
    void jobs_that_complete_in_transactions_of_their_own_wait_for_nobody() throws Exception {
        int jobs = 200;
        on.flows.start(Flow.group(items(jobs)).then(new Done("all")));
        TransactionTemplate handlers = new TransactionTemplate(new JdbcTransactionManager(on.jobs.dataSource));
        handlers.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        List<ClaimedJob> claimed = on.jobs.claim(jobs);
        List<Future<Integer>> settling = IntStream.range(0, 8)
                .mapToObj(thread -> threads.submit(() -> {
                    int settled = 0;
                    for (int job = thread; job < jobs; job += 8) {
                        List<Settlement> end =
                                List.of(Settlement.of(claimed.get(job), new Outcome.Completed("\"result\"")));
                        handlers.execute(status -> on.jobs.joining.settle(end));
                        settled++;
                    }
                    return settled;
                }))
                .toList();
        Future<?> folding = threads.submit(on::fold);
        int settled = 0;
        for (Future<Integer> each : settling) {
            settled += of(each);
        }
        of(folding);
        on.fold();
        assertThat(settled).isEqualTo(jobs);
        assertThat(on.rows("baton_result")).isEqualTo(jobs);
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    private void awaitSomebodyWaiting() {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
            Integer waiting = on.sql.queryForObject(waitsForLocks, Integer.class);
            return waiting != null && waiting > 0;
        });
    }
}
