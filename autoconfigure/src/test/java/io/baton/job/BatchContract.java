package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchItems;
import io.baton.BatchState;
import io.baton.BatchStatus;
import io.baton.BatonException;
import io.baton.InvalidItemException;
import io.baton.JobState;
import io.baton.SealedBatchException;
import io.baton.UnknownBatchException;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import java.time.Duration;
import java.util.ArrayList;
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

/** A batch is complete once, when it is sealed and all of its items have ended. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BatchContract {

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

    private Batch sealed(int jobs) {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"));
        batch.addJobs(items(jobs));
        batch.seal();
        return batch;
    }

    private Outcome.Dead dead() {
        return new Outcome.Dead("broken");
    }

    @Test
    void a_batch_completes_when_its_jobs_have_ended() {
        Batch batch = sealed(3);
        assertThat(batch.status().state()).isEqualTo(BatchState.RUNNING);
        assertThat(on.end(2, Outcome.Completed.PLAIN)).isEqualTo(2);
        on.fold();
        assertThat(batch.status().remaining()).isEqualTo(1);
        assertThat(on.jobs.claim(10)).hasSize(1);
    }

    @Test
    void what_waits_for_it_starts_then_and_once() {
        Batch batch = sealed(3);
        List<Long> blocked = on.states(3);
        assertThat(blocked).hasSize(1);

        assertThat(on.end(10, Outcome.Completed.PLAIN)).isEqualTo(3);
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().completedAt()).isNotNull();
        ClaimedJob callback = on.jobs.claimOne();
        assertThat(callback.id()).isEqualTo(blocked.get(0));
        assertThat(callback.type()).isEqualTo("done");
        assertThat(callback.priority()).isEqualTo(1);
        assertThat(callback.ties().any()).isFalse();
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void it_does_not_before_it_is_sealed() {
        Batch batch = on.batches.open("a");
        batch.addJobs(items(2));
        on.end(10, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().state()).isEqualTo(BatchState.OPEN);
        assertThat(batch.status().remaining()).isZero();

        BatchStatus sealed = batch.seal();

        assertThat(sealed.complete()).isTrue();
        assertThat(sealed.completedNow()).isTrue();
        assertThat(batch.seal().completedNow()).isFalse();
    }

    @Test
    void the_sealer_folds_what_nobody_has_folded_yet() {
        Batch batch = on.batches.open();
        batch.addJobs(items(2));
        on.end(10, Outcome.Completed.PLAIN);

        assertThat(batch.seal().completedNow()).isTrue();
    }

    @Test
    void an_empty_batch_is_complete_when_it_is_sealed() {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("nothing"));
        assertThat(batch.addJobs(Stream.of())).isZero();
        assertThat(batch.addItems(0).count()).isZero();

        assertThat(batch.seal().completedNow()).isTrue();
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    void the_same_key_finds_the_same_batch() {
        Batch batch = on.batches.open("catalog:7");

        assertThat(on.batches.open("catalog:7").id()).isEqualTo(batch.id());
        assertThat(on.batches.open("catalog:8").id()).isNotEqualTo(batch.id());
        assertThat(on.batches.open("Catalog:7").id()).isNotEqualTo(batch.id());
        assertThat(on.batches.find("catalog:7").orElseThrow().key()).hasValue("catalog:7");
        assertThat(on.batches.find("catalog:9")).isEmpty();
        assertThat(on.batches.find(batch.id())).isPresent();
    }

    @Test
    void a_key_has_a_length() {
        assertThatThrownBy(() -> on.batches.open(" ")).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> on.batches.open("a".repeat(201))).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> on.batches.open("a\nb")).isInstanceOf(BatonException.class);
        assertThat(on.batches.open("\uD83D\uDE00".repeat(100)).key()).isPresent();
    }

    @Test
    void the_first_of_two_callbacks_stays() {
        Batch batch = on.batches.open("a");
        batch.onComplete(new Done("first"));
        batch.onComplete(new Done("second"));

        assertThat(on.states(3)).hasSize(1);
        batch.seal();
        assertThat(on.jobs.claimOne().payload()).contains("first");
        assertThatThrownBy(() -> on.batches.open().onComplete(new Done("a"), job -> job.delay(Duration.ofHours(1))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("delay");
    }

    @Test
    void nothing_waits_for_what_is_over() {
        Batch batch = on.batches.open();
        batch.seal();

        assertThatThrownBy(() -> batch.onComplete(new Done("late")))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("is complete");
    }

    @Test
    void a_callback_has_the_priority_that_it_was_given() {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"), job -> job.priority(-5));
        batch.seal();

        assertThat(on.jobs.claimOne().priority()).isEqualTo(-5);
    }

    @Test
    void nothing_is_added_to_a_sealed_batch() {
        Batch batch = sealed(1);

        assertThatThrownBy(() -> batch.addJobs(items(1))).isInstanceOf(SealedBatchException.class);
        assertThatThrownBy(() -> batch.addJob(new Item(1))).isInstanceOf(SealedBatchException.class);
        assertThatThrownBy(() -> batch.addItems(1)).isInstanceOf(SealedBatchException.class);
        assertThatThrownBy(() -> batch.open("child")).isInstanceOf(SealedBatchException.class);
        assertThat(on.rows("baton_job")).isEqualTo(2);
        assertThat(batch.status().items()).isEqualTo(1);
    }

    @Test
    void jobs_are_added_any_number_of_times() {
        Batch batch = on.batches.open();
        batch.addJobs(items(2));
        batch.addJob(new Item(7), job -> job.priority(3));
        batch.addJobs(List.of(new Item(8)));
        batch.seal();

        assertThat(batch.status().items()).isEqualTo(4);
        assertThat(on.end(10, Outcome.Completed.PLAIN)).isEqualTo(4);
        on.fold();
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void many_jobs_are_several_groups_that_know_their_jobs() {
        Batch batch = on.batches.open();

        assertThat(batch.addJobs(items(17_000))).isEqualTo(17_000);

        assertThat(on.sql.queryForList("SELECT size FROM baton_batch_group ORDER BY id", Integer.class))
                .containsExactly(8_000, 8_000, 1_000);
        assertThat(on.sql.queryForObject(
                        "SELECT COUNT(*) FROM baton_batch_group g JOIN baton_job j ON j.batch_group = g.id"
                                + " AND j.id BETWEEN g.first_job AND g.last_job AND j.batch_index < g.size",
                        Integer.class))
                .isEqualTo(17_000);
        assertThat(on.sql.queryForObject(
                        "SELECT COUNT(DISTINCT batch_group * 10000 + batch_index) FROM baton_job", Integer.class))
                .isEqualTo(17_000);
    }

    @Test
    void settlements_of_a_group_are_one_row() {
        sealed(100);
        on.end(100, Outcome.Completed.PLAIN);

        assertThat(on.rows("baton_ack")).isEqualTo(1);
    }

    @Test
    void a_dead_job_stops_the_batch_until_it_is_revived() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(2));
        batch.seal();
        on.end(1, Outcome.Completed.PLAIN);
        on.end(1, dead());
        on.fold();

        assertThat(batch.status().state()).isEqualTo(BatchState.STUCK);
        assertThat(batch.status().dead()).isEqualTo(1);
        ClaimedJob told = on.jobs.claimOne();
        assertThat(told.payload()).contains("dead");
        on.jobs.settle(told, Outcome.Completed.PLAIN);

        on.jobs.store.revive(on.states(5));
        on.fold();
        assertThat(batch.status().state()).isEqualTo(BatchState.RUNNING);
        assertThat(batch.status().dead()).isZero();
        on.end(1, dead());
        on.fold();
        assertThat(on.jobs.claim(10)).as("it is told once").isEmpty();

        on.jobs.store.revive(on.states(5));
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void all_that_became_of_a_job_before_a_fold_counts_at_once() {
        Batch batch = sealed(1);
        on.end(1, dead());
        on.jobs.store.revive(on.states(5));
        on.end(1, dead());
        on.fold();
        assertThat(batch.status().state()).isEqualTo(BatchState.STUCK);

        on.jobs.store.revive(on.states(5));
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().dead()).isZero();
    }

    @Test
    void who_waits_for_a_death_that_never_came_is_cancelled() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(1));
        batch.seal();
        long waiting = on.states(3).get(0);

        on.end(1, Outcome.Completed.PLAIN);
        on.fold();

        assertThat(on.jobs.state(waiting)).isEqualTo(JobState.CANCELLED);
        assertThat(on.rows("baton_job")).isZero();
    }

    @Test
    void who_is_to_hear_of_deaths_hears_of_one_that_was_before() {
        Batch batch = sealed(1);
        on.end(1, dead());
        on.fold();

        batch.onDead(new Done("dead"));
        on.fold();

        assertThat(on.jobs.claimOne().payload()).contains("dead");
    }

    @Test
    void a_cancelled_job_has_ended() {
        Batch batch = sealed(2);
        on.jobs.store.cancel(on.states(1).subList(0, 1));
        on.end(10, Outcome.Completed.PLAIN);
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().cancelled()).isEqualTo(1);
    }

    @Test
    void a_retried_one_has_not() {
        Batch batch = sealed(1);
        on.end(1, new Outcome.Retried(Duration.ZERO, "again"));
        on.fold();
        assertThat(batch.status().remaining()).isEqualTo(1);

        on.end(1, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().complete()).isTrue();
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
    void what_is_rolled_back_is_not_there() {
        Batch batch = on.batches.open("a");
        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            transaction.call(() -> {
                batch.addJobs(items(3));
                batch.onComplete(new Done("all"));
                return batch.seal();
            });
            transaction.rollback();
        }
        assertThat(batch.status().state()).isEqualTo(BatchState.OPEN);
        assertThat(batch.status().items()).isZero();
        assertThat(on.rows("baton_job")).isZero();
    }

    @Test
    void a_batch_sealed_within_a_transaction_completes_after_it() {
        Batch batch = on.batches.open();
        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            transaction.call(() -> {
                batch.addItems(0);
                batch.onComplete(new Done("all"));
                return batch.seal();
            });
            transaction.commit();
        }
        on.fold();
        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    /** As where nodes do not hear from each other, or where one crashes after its commit. */
    @Test
    void a_batch_sealed_within_a_transaction_completes_though_nobody_is_told() {
        Batch batch = on.batches.open();
        batch.addJobs(items(2));
        batch.onComplete(new Done("all"));
        on.end(2, Outcome.Completed.PLAIN);
        on.fold();
        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            transaction.call(batch::seal);
            transaction.commit();
        }
        on.touched.take(Integer.MAX_VALUE);

        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void whoever_completes_a_batch_leaves_no_note_of_its_seal() {
        Batch batch = on.batches.open();
        List<String> ids = batch.addItems(1).ids().toList();
        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            transaction.call(batch::seal);
            transaction.commit();
        }
        assertThat(on.rows("baton_ack")).isEqualTo(1);

        assertThat(on.completed(on.batches.ack(ids))).isEqualTo(1);

        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_fold_goes_on_when_a_batch_is_let_go() {
        Batch batch = sealed(1);
        on.end(1, Outcome.Completed.PLAIN);
        try (HeldConnection holder = new HeldConnection(on.jobs.dataSource)) {
            holder.call(() -> on.store.lock(batch.id().value()));
            on.fold();
            assertThat(batch.status().complete()).isFalse();
        }
        on.fold();
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void a_fold_waits_for_nobody_who_holds_the_callback() {
        Batch batch = sealed(1);
        long callback = on.states(3).get(0);
        on.end(1, Outcome.Completed.PLAIN);
        try (HeldConnection holder = new HeldConnection(on.jobs.dataSource)) {
            holder.call(() -> on.jobs.joining.cancel(List.of(callback)));
            on.fold();
            assertThat(batch.status().complete()).isFalse();
            holder.rollback();
        }
        on.fold();
        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claimOne().id()).isEqualTo(callback);
    }

    @Test
    void a_cancelled_callback_does_not_keep_the_batch_from_its_end() {
        Batch batch = sealed(1);
        on.jobs.store.cancel(on.states(3));
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claim(10)).isEmpty();
    }

    @Test
    void nobody_moves_a_callback_to_another_time() {
        sealed(1);
        long callback = on.states(3).get(0);

        assertThat(on.jobs.store.reschedule(List.of(callback), Due.NOW)).isZero();
        assertThat(on.jobs.state(callback)).isEqualTo(JobState.BLOCKED);
    }

    @Test
    void a_batch_is_an_item_of_another() {
        Batch parent = on.batches.open("parent");
        Batch child = parent.open("child");
        assertThat(parent.open("child").id()).isEqualTo(child.id());
        parent.onComplete(new Done("parent"));
        parent.seal();
        assertThat(parent.open("child").id()).as("found when sealed").isEqualTo(child.id());
        child.addJobs(items(2));
        child.seal();
        on.end(10, Outcome.Completed.PLAIN);
        on.fold();

        assertThat(child.status().complete()).isTrue();
        assertThat(parent.status().complete()).isTrue();
        assertThat(parent.status().items()).isEqualTo(1);
        assertThat(on.jobs.claimOne().payload()).contains("parent");
        on.batches.open("alone");
        assertThatThrownBy(() -> on.batches.open("other").open("alone")).isInstanceOf(BatonException.class);
    }

    @Test
    void what_a_crash_left_is_found() {
        Batch batch = sealed(2);
        on.end(10, Outcome.Completed.PLAIN);
        on.touched.take(100);

        on.fold();

        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void items_whose_jobs_were_removed_by_hand_are_found() {
        Batch batch = sealed(3);
        on.sql.update("DELETE FROM baton_job WHERE id = ?", on.states(1).get(1));
        on.end(10, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().remaining()).isEqualTo(1);

        on.idleForLong();
        for (int turn = 0; turn < 10; turn++) {
            on.repair().sweep();
        }
        var repair = on.repair();
        for (int turn = 0; turn < 10; turn++) {
            repair.sweep();
        }
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().cancelled()).isEqualTo(1);
    }

    @Test
    void a_repair_leaves_jobs_alone_that_wait() {
        Batch batch = sealed(3);
        on.end(1, dead());
        on.fold();
        on.idleForLong();
        var repair = on.repair();
        for (int turn = 0; turn < 10; turn++) {
            repair.sweep();
        }
        on.fold();

        assertThat(batch.status().remaining()).isEqualTo(3);
        assertThat(batch.status().cancelled()).isZero();
    }

    @Test
    void batches_are_removed_after_their_time() {
        Batch complete = sealed(0);
        Batch open = on.batches.open();
        open.addItems(5);
        Batch stuck = sealed(1);
        on.end(1, Outcome.Completed.PLAIN);
        on.end(1, dead());
        on.fold();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        assertThat(on.rows("baton_batch")).isEqualTo(3);

        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, Duration.ofDays(365_000 / 100)).sweep();
        assertThat(on.batches.find(open.id())).isPresent();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();

        assertThat(on.rows("baton_batch")).isZero();
        assertThat(on.rows("baton_batch_group")).isZero();
        assertThat(on.states(3)).as("what waited will never start").isEmpty();
        assertThatThrownBy(complete::status).isInstanceOf(UnknownBatchException.class);
        assertThatThrownBy(stuck::seal).isInstanceOf(UnknownBatchException.class);
        assertThatThrownBy(() -> open.addItems(1)).isInstanceOf(UnknownBatchException.class);
    }

    @Test
    void jobs_end_whose_batch_is_no_more() {
        sealed(1);
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();

        assertThat(on.end(1, Outcome.Completed.PLAIN)).isEqualTo(1);
        on.fold();

        assertThat(on.rows("baton_ack")).isZero();
    }
}
