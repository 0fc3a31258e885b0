package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.UnknownBatchException;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.testing.OnEachDatabase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches are repaired when somebody has changed rows by hand, kept as long as they are used, and removed after their time. */
@OnEachDatabase
class BatchKeepingTests extends WithBatches {

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

    private void repairAll() {
        on.idleForLong();
        var repair = on.repair();
        int turns = 1;
        while (repair.sweep().compareTo(Duration.ofMinutes(1)) < 0) {
            assertThat(turns++).as("it comes to an end").isLessThan(100);
        }
        on.fold();
    }

    @Test
    void a_repair_leaves_items_alone_whose_dead_jobs_were_removed() {
        Batch batch = sealed(2);
        on.end(1, dead());
        on.fold();
        on.sql.update("DELETE FROM baton_job WHERE state = 5");
        repairAll();

        assertThat(batch.status().dead()).isEqualTo(1);
        assertThat(batch.status().cancelled()).isZero();
    }

    @Test
    void a_repair_leaves_items_alone_that_are_no_jobs() {
        Batch batch = on.batches.open();
        batch.addItems(3);
        batch.seal();
        repairAll();

        assertThat(batch.status().remaining()).isEqualTo(3);
    }

    @Test
    void a_repair_leaves_what_became_of_jobs_as_it_was() {
        Batch batch = sealed(2);
        on.end(2, Outcome.Completed.PLAIN);
        repairAll();

        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().cancelled()).isZero();
    }

    /** The groups of a batch may have been made before those of one that was opened earlier. */
    @Test
    void every_group_of_every_batch_is_repaired() {
        Batch first = on.batches.open();
        Batch second = on.batches.open();
        for (Batch batch : List.of(second, first, second, first)) {
            batch.addJobs(items(1));
        }
        first.seal();
        second.seal();
        on.sql.update("DELETE FROM baton_job");
        repairAll();

        assertThat(first.status().complete()).isTrue();
        assertThat(second.status().complete()).isTrue();
    }

    @Test
    void what_becomes_of_its_items_keeps_a_batch() {
        Batch ended = on.batches.open();
        String item = ended.addItems(2).ids().toList().get(0);
        Batch added = on.batches.open();
        Batch sealed = on.batches.open();
        sealed.addItems(1);
        on.idleForLong();
        on.batches.ack(List.of(item));
        added.addItems(1);
        sealed.seal();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();

        assertThat(List.of(ended, added, sealed))
                .allMatch(batch -> on.batches.find(batch.id()).isPresent());
    }

    @Test
    void a_batch_used_right_before_its_removal_is_kept() {
        Batch batch = on.batches.open();
        on.idleForLong();

        on.purgeAbandoned(BatchesOnDatabase.DAY, () -> batch.addItems(1));

        assertThat(batch.status().items()).isEqualTo(1);
    }

    /** Such as one that waits for a permit. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void a_job_that_will_go_on_by_itself_keeps_a_batch(int state) {
        Batch batch = on.batches.open();
        batch.addJobs(items(1));
        batch.seal();
        if (state == 2) {
            on.jobs.claimOne();
        } else {
            on.sql.update("UPDATE baton_job SET state = ?", state);
        }
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();

        assertThat(on.batches.find(batch.id())).isPresent();
    }

    /** However late that was found. */
    @Test
    void a_batch_is_kept_from_its_end_on() {
        Batch batch = on.batches.open();
        try (HeldConnection transaction = new HeldConnection(on.jobs.dataSource)) {
            transaction.call(batch::seal);
            transaction.commit();
        }
        on.sql.update("DELETE FROM baton_ack");
        on.dirty.take(Integer.MAX_VALUE);
        repairAll();
        assertThat(batch.status().complete()).isTrue();

        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();

        assertThat(on.batches.find(batch.id())).isPresent();
    }

    @Test
    void a_batch_is_removed_once_nobody_holds_its_callbacks() {
        Batch batch = sealed(1);
        batch.onDead(new Done("dead"));
        on.sql.update("DELETE FROM baton_job WHERE state = 1");
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.sql.queryForList("SELECT id FROM baton_job WHERE state = 3 FOR UPDATE"));
            on.idleForLong();
            on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
            person.rollback();
        }
        assertThat(on.states(3)).hasSize(2);
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        assertThat(on.rows("baton_batch")).isZero();
        assertThat(on.states(3)).isEmpty();
    }

    @Test
    void many_batches_are_removed_without_a_rest() {
        IntStream.range(0, 110).forEach(each -> sealed(0));
        on.idleForLong();
        var purge = on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY);

        assertThat(purge.sweep()).isZero();
        assertThat(purge.sweep()).isPositive();

        assertThat(on.rows("baton_batch")).isZero();
    }

    /** One batch that is still used must not keep the others. */
    @Test
    void a_batch_is_removed_however_many_before_it_are_kept() {
        IntStream.range(0, 110).forEach(each -> {
            Batch late = on.batches.open();
            late.addJobs(items(1), options -> options.delay(Duration.ofDays(365)));
            late.seal();
        });
        on.idleForLong();
        Batch old = on.batches.open();
        on.sql.update(
                "UPDATE baton_batch SET active_at = '2020-01-02 00:00:00' WHERE id = ?",
                old.id().value());
        var purge = on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY);

        purge.sweep();
        purge.sweep();

        assertThat(on.batches.find(old.id())).isEmpty();
        assertThat(on.rows("baton_batch")).isEqualTo(110);
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
