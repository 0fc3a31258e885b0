package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.BatchStatus;
import io.baton.batch.BatonBatches;
import io.baton.batch.LockedBatch;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.testing.OnEachDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One call acknowledges items of many batches: all are stored together, and each batch is folded by itself. */
@OnEachDatabase
class ManyAcksTests extends WithBatches {

    private final List<Batch> batches = new ArrayList<>();
    private final List<String> items = new ArrayList<>();

    /** Each has one item and a job that waits for it. */
    private void open(int count) {
        batches.clear();
        items.clear();
        for (int number = 0; number < count; number++) {
            Batch batch = on.batches.open();
            items.addAll(batch.addItems(1).ids().toList());
            batch.onComplete(new Done("all"));
            batch.seal();
            batches.add(batch);
        }
        on.fold();
    }

    private long id(int number) {
        return batches.get(number).id().value();
    }

    private List<Boolean> complete() {
        return batches.stream().map(batch -> batch.status().complete()).toList();
    }

    /** Does this in the transaction of a fold, before it locks a batch. */
    private BatonBatches beforeEachLock(LongConsumer before) {
        return on.by(on.store((method, arguments) -> {
            if (method.getName().equals("lockFree")) {
                before.accept((long) arguments[0]);
            }
            return null;
        }));
    }

    private boolean isFree(int number) {
        try (HeldConnection stranger = new HeldConnection(on.jobs.dataSource)) {
            return stranger.call(() -> on.store.lockFree(id(number))).isPresent();
        }
    }

    private <T> T apart(java.util.concurrent.Callable<T> read) {
        try (HeldConnection stranger = new HeldConnection(on.jobs.dataSource)) {
            return stranger.call(read);
        }
    }

    @Test
    void no_other_batch_is_locked_while_one_is_folded() {
        open(3);
        List<Boolean> others = new ArrayList<>();
        BatonBatches hooked = beforeEachLock(batch -> {
            for (int other = 0; other < 3; other++) {
                others.add(isFree(other));
            }
        });
        assertThat(on.completed(hooked.ack(items))).isEqualTo(3);
        assertThat(others).hasSize(9).doesNotContain(false);
        assertThat(on.jobs.claim(10)).hasSize(3);
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_batch_that_another_transaction_holds_delays_the_fold_of_no_other() {
        open(3);
        List<List<Boolean>> seen = new ArrayList<>();
        List<BatchStatus> statuses;
        try (HeldConnection stranger = new HeldConnection(on.jobs.dataSource)) {
            LockedBatch held = stranger.call(() -> on.store.lock(id(0))).orElseThrow();
            statuses = beforeEachLock(batch -> {
                        if (batch == held.id()) {
                            seen.add(apart(this::complete));
                        }
                    })
                    .ack(items);
            assertThat(statuses).extracting(BatchStatus::completedNow).containsExactly(false, true, true);
        }
        assertThat(seen).element(1).as("before the second attempt").isEqualTo(List.of(false, true, true));
        on.fold();
        assertThat(complete()).doesNotContain(false);
        assertThat(on.jobs.claim(10)).hasSize(3);
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_failure_once_all_is_stored_loses_no_acknowledgement() {
        open(3);
        BatonBatches failing = beforeEachLock(batch -> {
            assertThat(apart(() -> on.rows("baton_ack"))).as("stored").isPositive();
            if (batch == id(1)) {
                throw new IllegalStateException("away");
            }
        });
        List<BatchStatus> statuses = failing.ack(items);
        assertThat(statuses).extracting(BatchStatus::completedNow).containsExactly(true, false, false);
        assertThat(complete()).containsExactly(true, false, false);
        on.turn(on.listening(() -> {}));
        assertThat(complete()).doesNotContain(false);
        assertThat(on.jobs.claim(10)).hasSize(3);
    }

    /** As after a crash, which loses what is marked. */
    @Test
    void a_node_finds_the_acknowledgements_that_a_crash_left() {
        open(3);
        BatonBatches crashing = beforeEachLock(batch -> {
            throw new IllegalStateException("away");
        });
        assertThat(on.completed(crashing.ack(items))).isZero();
        on.dirty.take(Integer.MAX_VALUE);
        on.turn(on.deaf());
        assertThat(complete()).doesNotContain(false);
    }

    @Test
    void a_call_folds_so_many_batches_and_leaves_the_rest() {
        open(101);
        assertThat(on.completed(on.batches.ack(items))).isEqualTo(100);
        assertThat(complete().subList(0, 100)).doesNotContain(false);
        assertThat(batches.get(100).status().remaining()).isEqualTo(1);
        on.fold();
        assertThat(complete()).doesNotContain(false);
        assertThat(on.jobs.claim(200)).hasSize(101);
    }

    @Test
    void acknowledgements_of_several_batches_that_collide_are_stored_again() {
        open(2);
        assertThat(on.completed(on.colliding().ack(items))).isEqualTo(2);
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void acknowledging_again_changes_nothing() {
        open(2);
        on.batches.ack(items);
        List<String> twice =
                IntStream.range(0, 4).mapToObj(each -> items.get(each % 2)).toList();
        assertThat(on.batches.ack(twice))
                .hasSize(2)
                .allMatch(BatchStatus::complete)
                .noneMatch(BatchStatus::completedNow);
        assertThat(on.rows("baton_ack")).isZero();
    }
}
