package io.baton.job;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchItems;
import io.baton.BatchStatus;
import io.baton.BatonException;
import io.baton.InvalidItemException;
import io.baton.UnknownBatchException;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items that are handled elsewhere are acknowledged by their names. */
@Tag("strict")
@OnEachDatabase
class BatchItemTests extends WithBatches {

    @Test
    void jobs_are_added_from_any_payload_source_with_common_or_own_options() {
        Batch batch = on.batches.open();
        AtomicInteger closed = new AtomicInteger();
        Supplier<Stream<Item>> stream = () -> items(2).onClose(closed::incrementAndGet);
        List<Item> list = items(2).toList();

        assertThat(batch.addJobs(list)).isEqualTo(2);
        assertThat(batch.addJobs(stream.get())).isEqualTo(2);
        assertThat(batch.addJobs(list, job -> job.queue("all"))).isEqualTo(2);
        assertThat(batch.addJobs(stream.get(), job -> job.queue("all"))).isEqualTo(2);
        assertThat(batch.addJobs(list, (item, job) -> job.queue("own " + item.number())))
                .isEqualTo(2);
        assertThat(batch.addJobs(stream.get(), (item, job) -> job.queue("own " + item.number())))
                .isEqualTo(2);

        assertThat(closed).as("streams are closed").hasValue(3);
        assertThat(batch.status().items()).isEqualTo(12);
        assertThat(on.jobs.claim("q", 20)).hasSize(4);
        assertThat(on.jobs.claim("all", 20)).hasSize(4);
        assertThat(on.jobs.claim("own 0", 20)).hasSize(2);
        assertThat(on.jobs.claim("own 1", 20)).hasSize(2);
        assertThatThrownBy(() -> batch.addJobs(list, (item, job) -> job.unique("key")))
                .isInstanceOf(BatonException.class);
    }

    @Test
    void items_are_acknowledged_by_name() {
        Batch batch = on.batches.open();
        BatchItems items = batch.addItems(3);
        batch.onComplete(new Done("all"));
        batch.seal();
        List<String> ids = items.ids().toList();
        assertThat(ids).hasSize(3).doesNotHaveDuplicates();

        assertThat(on.completed(on.batches.ack(List.of(ids.get(0), ids.get(0)))))
                .isZero();
        assertThat(batch.status().remaining()).isEqualTo(2);
        assertThat(on.completed(on.batches.ack(ids))).isEqualTo(1);
        assertThat(on.completed(on.batches.ack(ids))).isZero();
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 63, 64, 65, 7_999, 8_000, 8_001})
    void every_item_counts(int count) {
        Batch batch = on.batches.open();
        List<String> ids = new ArrayList<>(batch.addItems(count).ids().toList());
        batch.seal();
        String last = ids.remove(count - 1);
        if (!ids.isEmpty()) {
            assertThat(on.completed(on.batches.ack(ids))).isZero();
        }

        assertThat(on.completed(on.batches.ack(List.of(last)))).isEqualTo(1);
    }

    @Test
    void foreign_items_are_refused_and_nothing_changes() {
        Batch batch = on.batches.open();
        Batch other = on.batches.open();
        BatchItems items = batch.addItems(8);
        long group = items.groups().get(0).id();
        String good = items.ids().findFirst().orElseThrow();
        for (String bad : List.of(
                batch.id() + ":" + group + ":8",
                batch.id() + ":" + group + ":-1",
                batch.id() + ":" + group + ":01",
                batch.id() + ":" + group,
                batch.id() + ":" + group + ":0:0",
                other.id() + ":" + group + ":0",
                batch.id() + ":" + (group + 1_000) + ":0",
                batch.id() + ":" + group + ":99999999999999999999",
                " " + good,
                "",
                "x".repeat(10_000))) {
            assertThatThrownBy(() -> on.batches.ack(List.of(good, bad)))
                    .as(bad)
                    .isInstanceOf(InvalidItemException.class);
        }
        assertThatThrownBy(() -> on.batches.ack(Arrays.asList(good, null))).isInstanceOf(InvalidItemException.class);
        assertThatThrownBy(() -> on.batches.ack(List.of("987654321:1:0"))).isInstanceOf(UnknownBatchException.class);
        assertThat(batch.status().remaining()).isEqualTo(8);
        assertThatThrownBy(() -> batch.addItems(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void within_a_transaction_an_ack_is_recorded_only() {
        Batch batch = on.batches.open();
        List<String> ids = batch.addItems(1).ids().toList();
        batch.onComplete(new Done("all"));
        batch.seal();

        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            List<BatchStatus> statuses = transaction.call(() -> on.batches.ack(ids));
            assertThat(on.completed(statuses)).isZero();
            on.fold();
            assertThat(batch.status().remaining()).isEqualTo(1);
            transaction.commit();
        }
        on.fold();
        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    void within_a_transaction_foreign_items_are_refused() {
        Batch batch = on.batches.open();
        Batch other = on.batches.open();
        String good = batch.addItems(1).ids().toList().get(0);
        String foreign = good.replaceFirst("^[0-9]+", other.id().toString());
        String beyond = good.replaceFirst("0$", "1");
        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            for (String bad : List.of(foreign, beyond)) {
                assertThatThrownBy(() -> transaction.call(() -> on.batches.ack(List.of(good, bad))))
                        .hasRootCauseInstanceOf(InvalidItemException.class);
            }
            transaction.commit();
        }
        assertThat(on.rows("baton_ack")).isZero();
    }

    /** As the default of some databases is. */
    @Test
    void a_transaction_that_does_not_see_a_batch_is_told_why() {
        Batch old = on.batches.open();
        try (HeldConnection transaction = HeldConnection.repeatableRead(on.jobs.dataSource)) {
            transaction.call(old::status);
            List<String> ofOld = old.addItems(1).ids().toList();
            List<String> ofYounger = on.batches.open().addItems(1).ids().toList();
            assertThatThrownBy(() -> transaction.call(() -> on.batches.ack(ofYounger)))
                    .hasRootCauseInstanceOf(UnknownBatchException.class)
                    .hasMessageContaining("READ COMMITTED");
            assertThatThrownBy(() -> transaction.call(() -> on.batches.ack(ofOld)))
                    .hasRootCauseInstanceOf(InvalidItemException.class)
                    .hasMessageContaining("READ COMMITTED");
        }
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void an_item_that_ended_by_hand_ends_once() {
        Batch batch = on.batches.open();
        batch.addJobs(items(3));
        batch.seal();
        ClaimedJob job = on.jobs.claimOne();
        on.jobs.store.settle(List.of(Settlement.of(job, dead())));
        on.fold();
        assertThat(batch.status().dead()).isEqualTo(1);
        long group = requireNonNull(job.ties().batchGroup());
        on.batches.ack(IntStream.range(0, 2)
                .mapToObj(item -> batch.id() + ":" + group + ":" + item)
                .toList());
        assertThat(batch.status().dead()).as("it has ended").isZero();

        on.jobs.store.cancel(on.states(1).subList(0, 1));
        on.fold();

        assertThat(batch.status().cancelled()).isZero();
        assertThat(batch.status().remaining()).isEqualTo(1);
    }
}
