package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.BatchStatus;
import io.baton.BatonException;
import io.baton.InvalidItemException;
import io.baton.JobFilter;
import io.baton.SealedBatchException;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However many add, end, acknowledge, seal and fold at once, a batch is complete once, and never before its last item. */
@OnEachDatabase
class BatchRaceTests extends WithBatches {

    private static final int ROUNDS = 60;

    private final ExecutorService threads = Executors.newFixedThreadPool(8);

    @Override
    public void open(TestDatabase kind) {
        super.open(kind);
        LongLockWaits.allow(on.jobs.dataSource);
    }

    @AfterAll
    void endThreads() {
        threads.shutdownNow();
    }

    private <T> List<T> atOnce(Collection<? extends Callable<T>> calls) throws Exception {
        List<T> answers = new ArrayList<>();
        for (Future<T> each : threads.invokeAll(calls)) {
            answers.add(each.get(60, TimeUnit.SECONDS));
        }
        return answers;
    }

    /** Begins, and returns when it pauses since somebody holds what it needs. */
    private <T> Future<T> pausing(Callable<T> call) {
        AtomicReference<Thread> caller = new AtomicReference<>();
        Future<T> answer = threads.submit(() -> {
            caller.set(Thread.currentThread());
            try {
                return call.call();
            } finally {
                caller.set(null);
            }
        });
        await().pollInterval(Duration.ofMillis(1)).until(() -> isPausing(caller.get()) || answer.isDone());
        return answer;
    }

    private static boolean isPausing(@Nullable Thread caller) {
        return caller != null
                && Arrays.stream(caller.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("parkNanos"));
    }

    private static List<String> ids(Batch batch, int items) {
        return batch.addItems(items).ids().toList();
    }

    /** The original, in which each transaction that ends items asks whether all have ended, loses the end here. */
    @Test
    @Timeout(180)
    void of_two_who_end_the_last_items_the_second_sees_the_end() throws Exception {
        Batch batch = on.batches.open();
        long group = batch.addItems(1).groups().get(0).id();
        String other = ids(batch, 1).get(0);
        batch.onComplete(new Done("all"));
        batch.seal();
        long id = batch.id().value();
        try (HeldConnection first = new HeldConnection(on.jobs.dataSource)) {
            first.call(() -> {
                on.store.lock(id);
                var items = on.store.items(List.of(group));
                assertThat(items).hasSize(1);
                on.sql.update("UPDATE baton_batch_group SET remaining = 0, bits = NULL WHERE id = ?", group);
                return on.store.waitsForItems(id, false);
            });
            Future<List<BatchStatus>> late = pausing(() -> on.batches.ack(List.of(other)));
            first.commit();
            long told = on.completed(late.get(60, TimeUnit.SECONDS));
            assertThat(told + on.completedLater(List.of(other))).isEqualTo(1);
        }
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    @Timeout(300)
    void of_two_acknowledgements_exactly_one_completes() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Batch batch = on.batches.open();
            List<String> one = ids(batch, 1);
            List<String> other = ids(batch, 1);
            batch.seal();

            List<List<BatchStatus>> statuses = atOnce(
                    List.<Callable<List<BatchStatus>>>of(() -> on.batches.ack(one), () -> on.batches.ack(other)));

            List<String> both = List.of(one.get(0), other.get(0));
            assertThat(statuses.stream().mapToLong(on::completed).sum() + on.completedLater(both))
                    .isEqualTo(1);
        }
    }

    @Test
    @Timeout(300)
    void of_many_acknowledgements_exactly_one_completes() throws Exception {
        for (int round = 0; round < 20; round++) {
            Batch batch = on.batches.open();
            List<String> items = ids(batch, 80);
            batch.seal();

            List<List<BatchStatus>> statuses = atOnce(items.stream()
                    .<Callable<List<BatchStatus>>>map(item -> () -> on.batches.ack(List.of(item)))
                    .toList());

            assertThat(statuses.stream().mapToLong(on::completed).sum() + on.completedLater(items))
                    .isEqualTo(1);
            assertThat(on.rows("baton_ack")).isZero();
        }
    }

    /** Such as an import, which may take hours: those who acknowledge would take all connections of the application with them. */
    @Test
    @Timeout(180)
    void an_acknowledgement_does_not_wait_for_whoever_adds_to_the_batch() throws Exception {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"));
        List<String> items = ids(batch, 3);
        try (HeldConnection importer = new HeldConnection(on.jobs.dataSource)) {
            String last = importer.call(() -> ids(batch, 1)).get(0);
            List<List<BatchStatus>> statuses = atOnce(List.<Callable<List<BatchStatus>>>of(
                    () -> on.batches.ack(items.subList(0, 2)), () -> on.batches.ack(items.subList(1, 3))));
            assertThat(statuses.stream().mapToLong(on::completed).sum()).isZero();
            on.fold();
            assertThat(batch.status().remaining()).as("not yet folded").isEqualTo(3);
            importer.commit();

            assertThat(on.completed(on.batches.ack(List.of(last)))).isZero();
            assertThat(on.completed(List.of(batch.seal())))
                    .as("it reads what was noted")
                    .isEqualTo(1);
        }
        on.fold();
        assertThat(on.rows("baton_ack")).isZero();
        assertThat(on.jobs.claim(10)).hasSize(1);
    }

    @Test
    @Timeout(180)
    void what_was_acknowledged_beside_an_import_is_folded_without_anybody_else() throws Exception {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"));
        List<String> items = ids(batch, 1);
        Batch other = on.batches.open();
        List<String> ofOther = ids(other, 1);
        other.seal();
        try (HeldConnection importer = new HeldConnection(on.jobs.dataSource)) {
            importer.call(() -> {
                batch.addItems(0);
                return batch.seal();
            });
            List<String> both = List.of(items.get(0), ofOther.get(0));
            List<BatchStatus> statuses = atOnce(List.<Callable<List<BatchStatus>>>of(() -> on.batches.ack(both)))
                    .get(0);
            assertThat(statuses.get(1).completedNow()).as("that nobody holds").isTrue();
            assertThat(statuses.get(0).completedNow()).isFalse();
            importer.commit();
        }
        on.fold();
        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claim(10)).hasSize(1);
    }

    @Test
    @Timeout(180)
    void foreign_items_are_refused_beside_an_import_as_well() {
        Batch batch = on.batches.open();
        String good = ids(batch, 1).get(0);
        try (HeldConnection importer = new HeldConnection(on.jobs.dataSource)) {
            importer.call(() -> batch.addItems(1));
            assertThatThrownBy(() -> on.batches.ack(List.of(good, good.replaceFirst("0$", "7"))))
                    .isInstanceOf(InvalidItemException.class);
        }
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    @Timeout(300)
    void of_sealer_and_acknowledger_exactly_one_completes() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Batch batch = on.batches.open();
            List<String> items = ids(batch, 3);
            batch.onComplete(new Done("all"));

            List<List<BatchStatus>> statuses = atOnce(
                    List.<Callable<List<BatchStatus>>>of(() -> on.batches.ack(items), () -> List.of(batch.seal())));

            assertThat(statuses.stream().mapToLong(on::completed).sum() + on.completedLater(items))
                    .isEqualTo(1);
        }
        assertThat(on.jobs.claim(ROUNDS + 1)).hasSize(ROUNDS);
    }

    @Test
    @Timeout(300)
    void what_is_added_beside_a_seal_is_there_before_it_or_refused() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Batch batch = on.batches.open();
            List<Long> added = atOnce(List.<Callable<Long>>of(
                    () -> {
                        try {
                            return batch.addJobs(List.of(new Item(1), new Item(2)));
                        } catch (SealedBatchException e) {
                            return 0L;
                        }
                    },
                    () -> {
                        batch.seal();
                        return 0L;
                    }));

            long items = added.get(0);
            assertThat(batch.status().items()).isEqualTo(items);
            assertThat(batch.status().complete()).isEqualTo(items == 0);
        }
    }

    @Test
    @Timeout(300)
    void of_concurrent_callbacks_for_a_batch_exactly_one_is_set() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Batch batch = on.batches.open();
            atOnce(IntStream.range(0, 4)
                    .mapToObj(each -> (Callable<Batch>) () -> batch.onComplete(new Done("callback " + each)))
                    .toList());
            assertThat(on.states(3)).hasSize(1);
            batch.seal();
            assertThat(on.end(2, Outcome.Completed.PLAIN)).isEqualTo(1);
        }
    }

    @Test
    @Timeout(300)
    void items_of_several_batches_are_acknowledged_in_any_order() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Batch one = on.batches.open();
            Batch other = on.batches.open();
            List<String> ofOne = ids(one, 2);
            List<String> ofOther = ids(other, 2);
            one.seal();
            other.seal();

            List<List<BatchStatus>> statuses = atOnce(List.<Callable<List<BatchStatus>>>of(
                    () -> on.batches.ack(List.of(ofOne.get(0), ofOther.get(0))),
                    () -> on.batches.ack(List.of(ofOther.get(1), ofOne.get(1)))));

            assertThat(statuses.stream().mapToLong(on::completed).sum()
                            + on.completedLater(Stream.concat(ofOne.stream(), ofOther.stream())
                                    .toList()))
                    .isEqualTo(2);
        }
    }

    @Test
    @Timeout(300)
    void who_opens_the_same_key_at_once_gets_the_same_batch() throws Exception {
        for (int round = 0; round < 20; round++) {
            String key = "key " + round;
            List<Long> found = atOnce(IntStream.range(0, 8)
                    .mapToObj(each ->
                            (Callable<Long>) () -> on.batches.open(key).id().value())
                    .toList());
            assertThat(found).containsOnly(found.get(0));
        }
    }

    @Test
    @Timeout(300)
    void who_opens_the_same_child_at_once_adds_one_item() throws Exception {
        for (int round = 0; round < 20; round++) {
            Batch parent = on.batches.open();
            String key = "child " + round;
            List<Long> found = atOnce(IntStream.range(0, 4)
                    .mapToObj(
                            each -> (Callable<Long>) () -> parent.open(key).id().value())
                    .toList());
            assertThat(found).containsOnly(found.get(0));
            assertThat(parent.status().items()).isEqualTo(1);
        }
    }

    @Test
    @Timeout(300)
    void jobs_ending_dying_and_reviving_beside_many_folds_complete_a_batch_once() throws Exception {
        Batch batch = withCallbacks();
        batch.addJobs(items(300));
        batch.seal();

        besideFolds(List.of(), this::endAll);

        assertCompleteOnce(List.of(batch));
    }

    /** Each of them is stuck and goes on many times, which those around it are told by whoever folds it. */
    @Test
    @Timeout(300)
    void nested_batches_stuck_and_resumed_beside_many_folds_complete_once() throws Exception {
        Batch outer = withCallbacks();
        List<Batch> all = new ArrayList<>(List.of(outer));
        for (int branch = 0; branch < 4; branch++) {
            Batch middle = outer.open("middle " + branch);
            Batch inner = middle.open("inner " + branch);
            middle.addJobs(items(3));
            inner.addJobs(items(30));
            all.addAll(List.of(middle, inner));
        }
        List<Batch> sealing = new ArrayList<>(all);
        Collections.shuffle(sealing);

        besideFolds(sealing, this::dieAndComeBack);

        on.end(200, new Outcome.Dead("broken"));
        on.fold();
        assertThat(all).allMatch(batch -> Set.of(BatchState.STUCK, BatchState.COMPLETE)
                .contains(batch.status().state()));
        assertThat(on.jobs.store.revive(on.states(5))).isPositive();
        on.fold();
        assertThat(all).noneMatch(batch -> batch.status().state() == BatchState.STUCK);
        assertThat(all).allMatch(batch -> batch.status().dead() == 0);
        besideFolds(List.of(), this::endAll);
        assertCompleteOnce(all);
    }

    private Batch withCallbacks() {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"), job -> job.queue("done"));
        batch.onDead(new Done("dead"), job -> job.queue("dead"));
        return batch;
    }

    private void besideFolds(List<Batch> sealing, Runnable ending) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Future<?>> folding = IntStream.range(0, 3)
                .<Future<?>>mapToObj(each -> threads.submit(() -> {
                    var node = on.node();
                    while (!over.get()) {
                        node.run();
                    }
                }))
                .toList();
        try {
            List<Callable<Object>> work = new ArrayList<>(Collections.nCopies(4, Executors.callable(ending)));
            work.add(Executors.callable(() -> sealing.forEach(Batch::seal)));
            atOnce(work);
        } finally {
            over.set(true);
        }
        for (Future<?> each : folding) {
            each.get(60, TimeUnit.SECONDS);
        }
        on.fold();
    }

    private void assertCompleteOnce(List<Batch> batches) {
        assertThat(batches).allSatisfy(batch -> {
            assertThat(batch.status().complete()).isTrue();
            assertThat(batch.status().dead()).isZero();
        });
        assertThat(on.jobs.claim("done", 10)).hasSize(1);
        assertThat(on.jobs.claim("dead", 10).size()).isLessThanOrEqualTo(1);
        assertThat(on.rows("baton_ack")).isZero();
    }

    private void endAll() {
        while (!on.jobs.store.ids(JobFilter.all().queue("q"), 0, 1).isEmpty()) {
            endSome(40, 5);
        }
    }

    /** All callers together leave some of the jobs unfinished, whatever chance does. */
    private void dieAndComeBack() {
        for (int round = 0; round < 60; round++) {
            endSome(12, round == 0 || round == 30 ? 5 : 1);
        }
    }

    /** Of so many, one dies; all of them if it is one. Those that have died come back when there is no other. */
    private void endSome(int most, int oneDies) {
        List<ClaimedJob> claimed = on.jobs.claim(1 + ThreadLocalRandom.current().nextInt(most));
        List<Settlement> ended = new ArrayList<>();
        for (ClaimedJob job : claimed) {
            boolean dies = ThreadLocalRandom.current().nextInt(oneDies) == 0;
            ended.add(Settlement.of(job, dies ? new Outcome.Dead("broken") : Outcome.Completed.PLAIN));
        }
        settled(ended);
        if (claimed.isEmpty()) {
            on.jobs.store.revive(on.states(5));
        }
    }

    private void settled(List<Settlement> settlements) {
        List<Settlement> rest = settlements;
        while (!rest.isEmpty()) {
            Map<Fence, Settled> settled = on.jobs.store.settle(rest);
            rest = rest.stream()
                    .filter(each -> settled.get(each.fence()) == Settled.BUSY)
                    .toList();
        }
    }

    /** In a transaction of the application's, what it read first is not all there is. */
    @Test
    @Timeout(180)
    void a_transaction_that_sees_less_completes_nothing() throws Exception {
        Batch batch = on.batches.open();
        try (HeldConnection old = HeldConnection.repeatableRead(on.jobs.dataSource)) {
            old.call(() -> on.store.waitsForItems(batch.id().value(), false));
            ids(batch, 2);
            try {
                old.call(batch::seal);
                old.commit();
            } catch (IllegalStateException e) {
                assertThat(Objects.requireNonNull(e.getCause()))
                        .as("some databases refuse")
                        .isInstanceOfAny(ExecutionException.class, RuntimeException.class);
            }
        }
        on.fold();
        assertThat(batch.status().complete()).isFalse();
        assertThat(batch.status().remaining()).isEqualTo(2);
    }

    @Test
    void a_batch_that_is_no_more_is_told() {
        Batch batch = on.batches.open();
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();

        assertThat(on.batches.find(batch.id())).isEmpty();
        assertThatThrownBy(batch::seal).isInstanceOf(BatonException.class);
    }
}
