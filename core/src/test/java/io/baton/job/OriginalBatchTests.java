package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.BatchStatus;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** How others tell that a fan-out has finished, in the orders of steps in which they are wrong, and what becomes of these orders here. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@OnEachDatabase({TestDatabase.POSTGRES, TestDatabase.MARIADB, TestDatabase.MYSQL})
class OriginalBatchTests implements TestsOnDatabase {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @SuppressWarnings("NullAway.Init")
    private BatchesOnDatabase on;

    @Override
    public void open(TestDatabase kind) {
        on = new BatchesOnDatabase(kind);
        on.sql.execute(
                "CREATE TABLE their_batch (id integer PRIMARY KEY, closed boolean NOT NULL, waiting integer NOT NULL)");
        on.sql.execute("CREATE TABLE their_group (id integer PRIMARY KEY, remaining integer NOT NULL)");
    }

    @Override
    public void close() {
        on.close();
    }

    @AfterAll
    void endThreads() {
        threads.shutdownNow();
    }

    @BeforeEach
    void clear() {
        on.clear();
        on.sql.update("DELETE FROM their_batch");
        on.sql.update("DELETE FROM their_group");
    }

    /** A batch of two groups of one item each. */
    private void theirs(boolean closed) {
        on.sql.update("INSERT INTO their_batch (id, closed, waiting) VALUES (1, ?, 2)", closed);
        on.sql.update("INSERT INTO their_group (id, remaining) VALUES (1, 1), (2, 1)");
    }

    private int acknowledge(int group) {
        return on.sql.update("UPDATE their_group SET remaining = 0 WHERE id = ?", group);
    }

    private boolean isComplete() {
        List<Boolean> closed = on.sql.queryForList("SELECT closed FROM their_batch WHERE id = 1", Boolean.class);
        return closed.contains(true)
                && on.sql
                        .queryForList("SELECT id FROM their_group WHERE remaining > 0", Integer.class)
                        .isEmpty();
    }

    private Batch ours() {
        Batch batch = on.batches.open();
        batch.addItems(1);
        batch.addItems(1);
        return batch;
    }

    private List<String> ids(Batch batch) {
        return on.store.groups(batch.id().value(), Integer.MAX_VALUE).stream()
                .sorted()
                .map(group -> batch.id() + ":" + group + ":0")
                .toList();
    }

    private HeldConnection connection() {
        return new HeldConnection(on.jobs.dataSource);
    }

    @Test
    void with_a_lock_for_each_group_nobody_sees_the_end() {
        theirs(true);
        try (HeldConnection one = connection();
                HeldConnection two = connection()) {
            one.call(() -> acknowledge(1));
            two.call(() -> acknowledge(2));
            assertThat(one.call(this::isComplete)).isFalse();
            assertThat(two.call(this::isComplete)).isFalse();
            one.commit();
            two.commit();
        }
        assertThat(isComplete()).as("but nobody has been told").isTrue();
    }

    @Test
    void here_whoever_comes_second_waits_and_sees_it() throws Exception {
        Batch batch = ours();
        batch.seal();
        List<String> items = ids(batch);
        long id = batch.id().value();
        try (HeldConnection other = connection()) {
            other.call(() -> on.store.lock(id));
            Future<List<BatchStatus>> one = threads.submit(() -> on.batches.ack(items.subList(0, 1)));
            Future<List<BatchStatus>> two = threads.submit(() -> on.batches.ack(items.subList(1, 2)));
            other.rollback();
            long told = on.completed(one.get(120, TimeUnit.SECONDS)) + on.completed(two.get(120, TimeUnit.SECONDS));
            assertThat(told + on.completedLater(items)).isEqualTo(1);
        }
    }

    @Test
    void without_transactions_two_see_the_end() {
        theirs(true);
        acknowledge(1);
        acknowledge(2);
        assertThat(isComplete()).as("for the first").isTrue();
        assertThat(isComplete()).as("for the second").isTrue();
    }

    @Test
    void here_who_asks_again_is_told_that_it_was_not_he() {
        Batch batch = ours();
        batch.seal();
        List<String> items = ids(batch);
        assertThat(on.completed(on.batches.ack(items))).isEqualTo(1);
        List<BatchStatus> again = on.batches.ack(items);
        assertThat(again.get(0).complete()).isTrue();
        assertThat(again.get(0).completedNow()).isFalse();
    }

    @Test
    void a_close_that_is_checked_before_its_commit_is_lost() {
        theirs(false);
        acknowledge(1);
        try (HeldConnection closer = connection()) {
            closer.call(() -> on.sql.update("UPDATE their_batch SET closed = TRUE WHERE id = 1"));
            assertThat(closer.call(this::isComplete)).isFalse();
            acknowledge(2);
            assertThat(isComplete())
                    .as("for who acknowledges, who does not see the close")
                    .isFalse();
            closer.commit();
        }
        assertThat(isComplete()).as("but nobody has been told").isTrue();
    }

    @Test
    void here_the_close_is_seen() throws Exception {
        Batch batch = ours();
        List<String> items = ids(batch);
        on.batches.ack(items.subList(0, 1));
        try (HeldConnection closer = connection()) {
            closer.call(() -> on.store.lock(batch.id().value()));
            closer.call(() -> {
                on.store.seal(batch.id().value());
                return true;
            });
            Future<List<BatchStatus>> ack = threads.submit(() -> on.batches.ack(items.subList(1, 2)));
            closer.commit();
            long told = on.completed(ack.get(120, TimeUnit.SECONDS));
            assertThat(told + on.completedLater(items)).isEqualTo(1);
        }
    }

    @Test
    void a_counter_counts_what_is_delivered_twice() {
        theirs(true);
        for (int delivery = 0; delivery < 2; delivery++) {
            on.sql.update("UPDATE their_batch SET waiting = waiting - 1 WHERE id = 1");
        }
        assertThat(on.sql.queryForObject("SELECT waiting FROM their_batch", Integer.class))
                .as("though one of the two items has not ended")
                .isZero();
    }

    @Test
    void here_a_bit_is_cleared_once() {
        Batch batch = ours();
        batch.seal();
        List<String> items = ids(batch);
        on.batches.ack(items.subList(0, 1));
        assertThat(on.batches.ack(items.subList(0, 1)).get(0).complete()).isFalse();
    }

    @Test
    void items_that_are_added_after_a_check_come_after_the_end() {
        theirs(false);
        acknowledge(1);
        acknowledge(2);
        boolean closed = on.sql
                .queryForList("SELECT closed FROM their_batch WHERE id = 1", Boolean.class)
                .contains(true);
        on.sql.update("UPDATE their_batch SET closed = TRUE WHERE id = 1");
        assertThat(isComplete()).isTrue();
        if (!closed) {
            on.sql.update("INSERT INTO their_group (id, remaining) VALUES (3, 1)");
        }
        assertThat(isComplete()).as("a batch that was complete").isFalse();
    }

    @Test
    void here_they_are_there_before_it_or_refused() throws Exception {
        Batch batch = on.batches.open();
        try (HeldConnection adder = connection()) {
            adder.call(() -> on.store.lock(batch.id().value()));
            Future<BatchStatus> seal = threads.submit(batch::seal);
            adder.call(() -> {
                long group = on.store.addGroup(batch.id().value(), null);
                on.store.fill(group, 1, null, false);
                return group;
            });
            adder.commit();
            assertThat(seal.get(120, TimeUnit.SECONDS).complete()).isFalse();
        }
        assertThat(batch.status().items()).isEqualTo(1);
    }

    @Test
    void by_the_time_of_opening_a_batch_is_removed_under_its_workers() {
        Batch batch = on.batches.open("busy");
        batch.addItems(2);
        batch.seal();
        on.idleForLong();
        on.batches.ack(ids(batch).subList(0, 1));

        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();

        assertThat(on.batches.find("busy"))
                .as("here an acknowledgement counts as activity")
                .isPresent();
    }

    @Test
    void batches_without_items_are_removed_here_and_never_there() {
        on.batches.open("empty");
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        assertThat(on.rows("baton_batch")).isZero();
    }
}
