package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.Flow;
import io.baton.UnknownBatchException;
import io.baton.batch.GroupItems.AckKind;
import io.baton.database.Transactions;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** However large a batch is, it is removed in short transactions and short calls, and nobody sees a part of it as the whole. */
@OnEachDatabase
class BatchPurgeTests extends WithBatches {

    private static final Duration NO_TIME_AT_ALL = Duration.ofMinutes(1);

    /** Tells after each transaction of the purge. */
    private Transactions listened(Runnable after) {
        return new Transactions() {
            @Override
            public <T extends @Nullable Object> T run(Supplier<T> work) {
                T result = on.transactions.run(work);
                after.run();
                return result;
            }
        };
    }

    private Duration sweep(Runnable after) {
        return on.purge(listened(after), () -> 0).sweep();
    }

    private void groups(Batch batch, int count, int remaining) {
        on.sql.batchUpdate(
                "INSERT INTO baton_batch_group (batch_id, size, remaining, bits) VALUES (?, 1, ?, ?)",
                IntStream.range(0, count)
                        .mapToObj(each ->
                                new Object[] {batch.id().value(), remaining, remaining == 0 ? null : new byte[] {1}})
                        .toList());
    }

    private Batch complete(int groups) {
        Batch batch = on.batches.open();
        batch.seal();
        groups(batch, groups, 0);
        return batch;
    }

    private Batch completeFlow(int results) {
        Batch flow = on.flows.start(Flow.group(items(2)).then(new Done("all")));
        on.end(2, new Outcome.Completed("1"));
        on.fold();
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();
        long group = on.store.groups(flow.id().value(), 1).get(0);
        on.sql.batchUpdate(
                "INSERT INTO baton_result (group_id, item, result) VALUES (?, ?, '1')",
                IntStream.range(2, results)
                        .mapToObj(item -> new Object[] {group, item})
                        .toList());
        return flow;
    }

    /** The most rows of a table that one transaction removed. */
    private long mostAtOnce(String table) {
        AtomicLong before = new AtomicLong(on.rows(table));
        AtomicLong most = new AtomicLong();
        sweep(() -> {
            long left = on.rows(table);
            most.accumulateAndGet(before.getAndSet(left) - left, Math::max);
        });
        assertThat(on.rows(table)).isZero();
        return most.get();
    }

    @Test
    void a_transaction_removes_a_portion_of_the_groups() {
        complete(1_000);
        on.idleForLong();

        assertThat(mostAtOnce("baton_batch_group")).isLessThanOrEqualTo(200);
        assertThat(on.rows("baton_batch")).isZero();
    }

    @Test
    void a_transaction_removes_a_portion_of_the_results() {
        completeFlow(2_100);
        on.idleForLong();

        assertThat(mostAtOnce("baton_result")).isLessThanOrEqualTo(500);
        for (String table : List.of("batch", "batch_group", "flow_step", "flow_edge", "ack")) {
            assertThat(on.rows("baton_" + table)).as(table).isZero();
        }
    }

    /** Here each transaction takes for ever. */
    @Test
    void a_call_ends_when_its_time_is_over() {
        complete(1_000);
        complete(1);
        on.idleForLong();
        AtomicLong clock = new AtomicLong();
        AtomicInteger transactions = new AtomicInteger();
        var purge = on.purge(
                listened(() -> {
                    transactions.incrementAndGet();
                    clock.addAndGet(NO_TIME_AT_ALL.toNanos());
                }),
                clock::get);

        assertThat(purge.sweep()).isZero();
        assertThat(transactions).hasValueLessThanOrEqualTo(4);
        int calls = 1;
        while (purge.sweep().isZero()) {
            assertThat(calls++).as("it comes to an end").isLessThan(30);
        }
        assertThat(on.rows("baton_batch")).isZero();
        assertThat(on.rows("baton_batch_group")).isZero();
    }

    /** Such as one that somebody adds to in a long transaction. */
    @Test
    void a_batch_that_somebody_holds_is_passed_over() {
        Batch held = complete(300);
        complete(300);
        on.idleForLong();
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.store.lock(held.id().value()));
            sweep(() -> {});
            assertThat(on.rows("baton_batch")).isEqualTo(1);
            assertThat(on.rows("baton_batch_group")).isEqualTo(300);
        }
        sweep(() -> {});
        assertThat(on.rows("baton_batch_group")).isZero();
    }

    /** An application has acknowledged an item of it once more, in a transaction that stays open. */
    @Test
    void a_batch_is_removed_beside_an_open_acknowledgement_of_it() throws Exception {
        Batch batch = on.batches.open();
        List<String> items = batch.addItems(1).ids().toList();
        batch.seal();
        on.batches.ack(items);
        on.idleForLong();
        ExecutorService node = Executors.newSingleThreadExecutor();
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            caller.call(() -> on.batches.ack(items));
            node.submit(() -> sweep(() -> {})).get(120, TimeUnit.SECONDS);
            assertThat(on.batches.find(batch.id())).isEmpty();
            caller.commit();
        } finally {
            node.shutdownNow();
        }
        on.fold();
        assertThat(on.rows("baton_ack")).isZero();
    }

    private Batch abandoned(int groups) {
        Batch batch = on.batches.open("abandoned");
        batch.onComplete(new Done("all"));
        batch.onDead(new Done("dead"));
        batch.addItems(1);
        batch.seal();
        groups(batch, groups, 1);
        on.idleForLong();
        return batch;
    }

    /** The purge ends as if its node did, after it has removed a part of the batch. */
    private void crash() {
        long all = on.rows("baton_batch_group");
        assertThatThrownBy(() -> sweep(() -> {
                    if (on.rows("baton_batch_group") < all) {
                        throw new IllegalStateException("crash");
                    }
                }))
                .hasMessage("crash");
        assertThat(on.rows("baton_batch")).isEqualTo(1);
    }

    @Test
    void a_partly_removed_batch_does_not_exist_for_changes() {
        Batch batch = abandoned(500);
        String item =
                batch.id() + ":" + on.sql.queryForObject("SELECT MAX(id) FROM baton_batch_group", Long.class) + ":0";
        crash();

        assertThatThrownBy(batch::seal).isInstanceOf(UnknownBatchException.class);
        assertThatThrownBy(() -> batch.addItems(1)).isInstanceOf(UnknownBatchException.class);
        assertThatThrownBy(() -> batch.addJobs(List.of(new Item(1)))).isInstanceOf(UnknownBatchException.class);
        assertThatThrownBy(() -> batch.onComplete(new Done("late"))).isInstanceOf(UnknownBatchException.class);
        assertThatThrownBy(() -> on.batches.ack(List.of(item))).isInstanceOf(UnknownBatchException.class);
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            assertThatThrownBy(() -> caller.call(() -> on.batches.ack(List.of(item))))
                    .hasRootCauseInstanceOf(UnknownBatchException.class);
        }
        sweep(() -> {});
        assertThat(on.rows("baton_batch")).isZero();
        assertThat(on.rows("baton_batch_group")).isZero();
        assertThat(on.states(3)).as("what waited").isEmpty();
        assertThat(on.batches.open("abandoned").id()).isNotEqualTo(batch.id());
    }

    /** All that is left of it has ended, and it is folded again and again. */
    @Test
    void a_batch_of_which_a_part_was_removed_is_not_complete() {
        Batch batch = abandoned(500);
        crash();
        on.sql.update("UPDATE baton_batch_group SET remaining = 0, bits = NULL");
        on.transactions.run(() -> {
            on.store.note(batch.id().value());
            return batch;
        });
        on.fold();

        assertThat(on.jobs.claim(10)).isEmpty();
        assertThat(batch.status().complete()).isFalse();
        sweep(() -> {});
        assertThat(on.rows("baton_batch")).isZero();
    }

    /** What a revived job comes to keeps no batch of which a part was removed. */
    @Test
    void a_partly_removed_batch_is_removed_whatever_becomes_of_its_items() {
        Batch batch = abandoned(500);
        List<Long> groups = new ArrayList<>(on.store.groups(batch.id().value(), 1_000));
        crash();
        groups.retainAll(on.store.groups(batch.id().value(), 1_000));
        on.sql.update("UPDATE baton_batch SET active_at = '2020-01-01 00:00:00'");
        on.transactions.run(() -> {
            on.store.append(AckKind.DONE, groups.get(0), List.of(0));
            return batch;
        });
        on.fold();

        sweep(() -> {});
        assertThat(on.rows("baton_batch")).isZero();
        assertThat(on.rows("baton_batch_group")).isZero();
    }

    @Test
    void two_nodes_remove_the_same_batches() throws Exception {
        for (int each = 0; each < 20; each++) {
            complete(450);
        }
        on.idleForLong();
        ExecutorService nodes = Executors.newFixedThreadPool(2);
        try {
            Future<?> first = nodes.submit(() -> sweep(() -> {}));
            Future<?> second = nodes.submit(() -> sweep(() -> {}));
            first.get(60, TimeUnit.SECONDS);
            second.get(60, TimeUnit.SECONDS);
        } finally {
            nodes.shutdownNow();
        }
        sweep(() -> {});
        assertThat(on.rows("baton_batch")).isZero();
        assertThat(on.rows("baton_batch_group")).isZero();
    }
}
