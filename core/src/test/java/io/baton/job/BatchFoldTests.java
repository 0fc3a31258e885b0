package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchStore;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.testing.OnEachDatabase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What became of the items of a batch is folded, whoever holds what, and whatever a crash has left. */
@OnEachDatabase
class BatchFoldTests extends WithBatches {

    @Test
    void settlements_of_a_group_are_one_row() {
        sealed(100);
        on.end(100, Outcome.Completed.PLAIN);

        assertThat(on.rows("baton_ack")).isEqualTo(1);
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
        on.dirty.take(Integer.MAX_VALUE);

        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
        assertThat(on.rows("baton_ack")).isZero();
    }

    /** The note of its seal is all that tells of it. */
    @Test
    void a_batch_sealed_in_a_transaction_completes_though_locked_afterwards() {
        Batch batch = on.batches.open();
        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            transaction.call(batch::seal);
            transaction.commit();
        }
        try (HeldConnection holder = new HeldConnection(on.jobs.dataSource)) {
            holder.call(() -> on.store.lock(batch.id().value()));
            on.fold();
        }
        assertThat(on.rows("baton_ack")).isEqualTo(1);
        on.fold();

        assertThat(batch.status().complete()).isTrue();
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
    void an_acknowledgement_that_collides_with_another_server_is_tried_again() {
        Batch batch = on.batches.open();
        List<String> ids = batch.addItems(2).ids().toList();
        batch.seal();

        assertThat(on.completed(on.colliding().ack(ids))).isEqualTo(1);
        assertThat(batch.status().complete()).isTrue();
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
    void what_a_crash_left_is_found() {
        Batch batch = sealed(2);
        on.end(10, Outcome.Completed.PLAIN);
        on.dirty.take(100);

        on.fold();

        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void what_all_nodes_left_is_found_by_one_that_starts() {
        Batch batch = sealed(2);
        on.end(10, Outcome.Completed.PLAIN);

        on.turn(on.deaf());

        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void notes_of_many_batches_are_found_beyond_locked_ones() {
        List<Batch> many = IntStream.range(0, 250).mapToObj(each -> sealed(1)).toList();
        on.end(250, Outcome.Completed.PLAIN);
        List<Long> held =
                many.subList(0, 120).stream().map(batch -> batch.id().value()).toList();
        try (HeldConnection holder = new HeldConnection(on.jobs.dataSource)) {
            holder.call(() -> held.stream().map(on.store::lock).toList());
            BatchFollowUp node = on.deaf();
            for (int second = 0; second < 5; second++) {
                on.turn(node);
            }
            assertThat(many.subList(120, 250)).allMatch(batch -> batch.status().complete());
        }
    }

    /** As those hold it that add to it without a pause: whoever only looks whether it is free never finds it so. */
    @Test
    void a_fold_that_keeps_finding_its_batch_locked_waits_in_line() {
        Batch batch = sealed(1);
        on.end(1, Outcome.Completed.PLAIN);
        AtomicInteger waits = new AtomicInteger();
        try (HeldConnection adder = new HeldConnection(on.jobs.dataSource)) {
            adder.call(() -> on.store.lock(batch.id().value()));
            BatchFollowUp node = on.reaching(whenInLine(() -> {
                waits.incrementAndGet();
                adder.commit();
            }));
            on.turn(node);
        }
        assertThat(waits).hasValue(1);
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void a_wait_in_line_is_short_and_not_repeated_soon() {
        Batch batch = sealed(1);
        on.end(1, Outcome.Completed.PLAIN);
        AtomicInteger waits = new AtomicInteger();
        BatchFollowUp node = on.reaching(whenInLine(waits::incrementAndGet));
        try (HeldConnection adder = new HeldConnection(on.jobs.dataSource)) {
            adder.call(() -> on.store.lock(batch.id().value()));
            for (int second = 0; second < 8; second++) {
                on.turn(node);
            }
            assertThat(waits).hasValue(1);
        }
        on.turn(node);
        on.turn(node);
        assertThat(batch.status().complete()).isTrue();
    }

    /** Does this before a lock is waited for. */
    private BatchStore whenInLine(Runnable before) {
        return on.store((method, arguments) -> {
            if (method.getName().equals("lockWithTimeout")) {
                before.run();
            }
            return null;
        });
    }

    /** Such as a statement that a limit of the role ends. */
    @Test
    void a_poll_that_fails_holds_up_no_fold() {
        Batch batch = sealed(1);
        on.end(1, Outcome.Completed.PLAIN);
        BatchFollowUp node = on.reaching(withoutPolls());
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> on.turn(node)).hasMessage("no poll");
        }
        assertThat(batch.status().complete()).isTrue();
    }

    private BatchStore withoutPolls() {
        return on.store((method, arguments) -> {
            if (method.getName().equals("noted") && method.getParameterCount() == 2) {
                throw new IllegalStateException("no poll");
            }
            return null;
        });
    }

    @Test
    void notes_of_a_group_or_batch_that_is_seen_late_stay() {
        Batch batch = sealed(1);
        on.end(1, Outcome.Completed.PLAIN);
        Batch empty = on.batches.open();
        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            transaction.call(empty::seal);
            transaction.commit();
        }
        on.turn(on.reaching(seenLate()));
        on.fold();
        assertThat(List.of(batch, empty)).allMatch(each -> each.status().complete());
    }

    /** As on a server to which another one has not yet sent what it has written: the first read of groups and of batches finds none. */
    private BatchStore seenLate() {
        Map<String, Object> left = new ConcurrentHashMap<>(
                Map.of("lockFree", Optional.empty(), "read", Optional.empty(), "batches", Map.of()));
        return on.store((method, arguments) -> left.remove(method.getName()));
    }

    @Test
    void a_fold_by_the_name_of_the_batch_is_of_one_portion() {
        BatchFollowUp node = on.listening(() -> {});
        Batch batch = on.batches.open();
        for (int group = 0; group < 150; group++) {
            batch.addJobs(items(1));
        }
        batch.seal();
        on.end(150, Outcome.Completed.PLAIN);
        on.dirty.take(Integer.MAX_VALUE);
        on.dirty.mark(List.of(-batch.id().value()));

        node.follow(Set::of);
        assertThat(on.rows("baton_ack")).isEqualTo(50);
        on.turn(node);
        assertThat(batch.status().complete()).isTrue();
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_seal_folds_one_portion_and_leaves_the_rest() {
        BatchFollowUp node = on.listening(() -> {});
        Batch batch = on.batches.open();
        for (int group = 0; group < 150; group++) {
            batch.addJobs(items(1));
        }
        on.end(150, Outcome.Completed.PLAIN);
        on.dirty.take(Integer.MAX_VALUE);

        assertThat(batch.seal().complete()).isFalse();
        assertThat(on.rows("baton_ack")).isEqualTo(51);
        on.turn(node);
        assertThat(batch.status().complete()).isTrue();
    }
}
