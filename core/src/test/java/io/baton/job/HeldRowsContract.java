package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.job.JobSettlements.Progress;
import io.baton.job.JobSweeps.Promotion;
import io.baton.job.JobSweeps.Unlocked;
import io.baton.job.WorkerStore.SeenWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whoever holds one row hinders nobody who names others. In tables of a few rows and in tables that nobody has analyzed a server likes to
 * scan, and a scan waits at every row that somebody holds.
 */
abstract class HeldRowsContract extends VerbContract {

    private static final Duration HOUR = Duration.ofHours(1);

    static Stream<Arguments> outcomesInTablesOfSeveralSizes() {
        return Stream.of(2, 10, 300)
                .flatMap(rows -> FencingContract.outcomes().stream().map(outcome -> Arguments.of(rows, outcome)));
    }

    /** What the verb answers while somebody holds a row. */
    private <T> T whileHeld(Callable<?> hold, Supplier<T> verb) throws Exception {
        try (HeldTransaction stranger = database().hold()) {
            stranger.call(hold);
            return CompletableFuture.supplyAsync(verb).get(60, TimeUnit.SECONDS);
        }
    }

    private List<Long> waiting(int rows) {
        store().insertAll(job().times(rows));
        return store().ids(JobFilter.all().state(JobState.READY), 0, rows);
    }

    private static <T> T middle(List<T> all) {
        return all.get(all.size() / 2);
    }

    private static <T> List<T> othersThanMiddle(List<T> all) {
        List<T> others = new ArrayList<>(all);
        others.remove(all.size() / 2);
        return others;
    }

    private void makeDead(List<ClaimedJob> jobs) {
        store().settle(jobs.stream()
                .map(job -> new Settlement(job.fence(), new Outcome.Dead("it broke"), false, null))
                .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void waiting_jobs_are_cancelled(int rows) throws Exception {
        List<Long> ids = waiting(rows);
        assertThat(this.<Integer>whileHeld(() -> database().joining.cancel(List.of(middle(ids))), () -> store().cancel(
                                othersThanMiddle(ids))))
                .isEqualTo(rows - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void running_jobs_are_asked_to_stop(int rows) throws Exception {
        waiting(rows);
        List<ClaimedJob> running = claim(rows);
        List<Long> ids = running.stream().map(ClaimedJob::id).toList();
        assertThat(this.<Integer>whileHeld(
                        () -> database()
                                .joining
                                .settle(List.of(
                                        new Settlement(middle(running).fence(), Outcome.Completed.PLAIN, false, null))),
                        () -> store().cancel(othersThanMiddle(ids))))
                .isEqualTo(rows - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void dead_jobs_are_revived(int rows) throws Exception {
        List<Long> ids = waiting(rows);
        makeDead(claim(rows));
        assertThat(this.<Integer>whileHeld(() -> database().joining.revive(List.of(middle(ids))), () -> store().revive(
                                othersThanMiddle(ids))))
                .isEqualTo(rows - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void waiting_jobs_are_rescheduled(int rows) throws Exception {
        List<Long> ids = waiting(rows);
        assertThat(this.<Integer>whileHeld(
                        () -> database().joining.reschedule(List.of(middle(ids)), new Due.After(HOUR)),
                        () -> store().reschedule(othersThanMiddle(ids), new Due.After(HOUR))))
                .isEqualTo(rows - 1);
    }

    @ParameterizedTest
    @MethodSource("outcomesInTablesOfSeveralSizes")
    void outcomes_are_written(int rows, Outcome outcome) throws Exception {
        waiting(rows);
        List<ClaimedJob> running = claim(rows);
        List<Settlement> settlements = othersThanMiddle(running).stream()
                .map(job -> new Settlement(job.fence(), outcome, false, null))
                .toList();
        assertThat(this.<Map<Fence, Settled>>whileHeld(
                        () -> database().joining.cancel(List.of(middle(running).id())),
                        () -> store().settle(settlements)))
                .hasSize(rows - 1)
                .containsValue(Settled.DONE)
                .doesNotContainValue(Settled.BUSY)
                .doesNotContainValue(Settled.FENCED);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void starts_are_charged(int rows) throws Exception {
        waiting(rows);
        List<ClaimedJob> running = claim(rows);
        List<Fence> starting =
                othersThanMiddle(running).stream().map(ClaimedJob::fence).toList();
        assertThat(this.<Map<Fence, Settled>>whileHeld(
                        () -> database().joining.cancel(List.of(middle(running).id())),
                        () -> store().countCrash(starting)))
                .containsOnlyKeys(starting)
                .doesNotContainValue(Settled.BUSY)
                .doesNotContainValue(Settled.FENCED);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void a_start_is_not_charged_whose_row_is_held(int rows) throws Exception {
        waiting(rows);
        List<ClaimedJob> running = claim(rows);
        Fence held = middle(running).fence();
        List<Fence> starting = running.stream().map(ClaimedJob::fence).toList();
        Map<Fence, Settled> charged = this.<Map<Fence, Settled>>whileHeld(
                () -> database().joining.cancel(List.of(held.id())), () -> store().countCrash(starting));
        assertThat(charged).containsOnlyKeys(starting).containsEntry(held, Settled.BUSY);
        assertThat(charged.values())
                .filteredOn(settled -> settled == Settled.DONE)
                .hasSize(rows - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void progress_and_checkpoints_are_saved(int rows) throws Exception {
        waiting(rows);
        List<ClaimedJob> running = claim(rows);
        Fence other = running.get(0).fence();
        Map<Fence, Progress> half = Map.of(other, new Progress(0.5, "half"));
        assertThat(this.<Map<Fence, Settled>>whileHeld(
                        () -> database().joining.cancel(List.of(middle(running).id())),
                        () -> store().saveProgress(half)))
                .containsExactly(Map.entry(other, Settled.DONE));
        assertThat(this.<Settled>whileHeld(
                        () -> database().joining.cancel(List.of(middle(running).id())),
                        () -> store().saveCheckpoint(other, "half")))
                .isEqualTo(Settled.DONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void ready_jobs_are_claimed(int rows) throws Exception {
        long held = insert(job().queue("other"));
        waiting(rows);
        assertThat(this.<List<ClaimedJob>>whileHeld(() -> database().joining.cancel(List.of(held)), () -> claim(rows)))
                .hasSize(rows);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "10, 10", "300, 1", "300, 7", "300, 300"})
    void claims_go_on_behind_jobs_that_are_held(int held, int limit) throws Exception {
        List<Long> ids = waiting(held + 2 * limit);
        Callable<?> hold = () -> {
            ids.subList(0, held).forEach(database()::lockJob);
            return held;
        };
        for (Set<String> types : Arrays.asList(null, Set.of("work"))) {
            Claim claim = new Claim("q", UUID.randomUUID(), database().worker, limit, types);
            int from = types == null ? held : held + limit;
            assertThat(this.<List<ClaimedJob>>whileHeld(
                            hold, () -> store().claim(claim).jobs()))
                    .extracting(ClaimedJob::id)
                    .containsExactlyElementsOf(ids.subList(from, from + limit));
        }
        assertThat(claim(held)).hasSize(held);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void due_jobs_are_promoted(int rows) throws Exception {
        long held = insert(job().dueIn(HOUR));
        for (int row = 0; row < rows; row++) {
            database().insertOverdue(job(), "2024-01-01 00:00:00");
        }
        assertThat(this.<Promotion>whileHeld(
                                () -> database().joining.cancel(List.of(held)), () -> store().promoteDue(rows))
                        .promoted())
                .isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void what_ended_long_ago_is_purged(int rows) throws Exception {
        waiting(2 * rows);
        makeDead(claim(rows));
        claim(rows).forEach(job -> settle(job, Outcome.Completed.PLAIN));
        long held = waiting(1).get(0);
        database().everythingLongAgo();
        assertThat(this.<Integer>whileHeld(() -> database().joining.cancel(List.of(held)), () -> store().purge(
                                new Retention(HOUR, HOUR, HOUR, 100), 2 * rows)))
                .isEqualTo(2 * rows);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void jobs_of_the_dead_are_taken_back(int rows) throws Exception {
        long dead = database().register("dead", "q");
        long held = insert(job());
        claimOne();
        waiting(rows);
        assertThat(store().claim(new Claim("q", UUID.randomUUID(), dead, rows, null))
                        .jobs())
                .hasSize(rows);
        SeenWorker seen = database().workers.living().stream()
                .filter(worker -> worker.id() == dead)
                .findFirst()
                .orElseThrow();
        assertThat(database().workers.declareDead(seen)).isTrue();
        assertThat(this.<Unlocked>whileHeld(
                                () -> database().joining.cancel(List.of(held)),
                                () -> database().store.unlock(dead, rows))
                        .jobs())
                .isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void locked_jobs_of_dead_workers_are_left_for_the_next_sweep(int rows) throws Exception {
        assumeTrue(database().passesOverHeldRows(), "H2 waits for them");
        long dead = database().register("dead", "q");
        waiting(rows);
        List<ClaimedJob> held = store().claim(new Claim("q", UUID.randomUUID(), dead, rows, null))
                .jobs();
        SeenWorker seen = database().workers.living().stream()
                .filter(worker -> worker.id() == dead)
                .findFirst()
                .orElseThrow();
        assertThat(database().workers.declareDead(seen)).isTrue();
        Callable<?> hold = () -> {
            database().lockJob(middle(held).id());
            return held;
        };
        assertThat(this.<Unlocked>whileHeld(hold, () -> database().store.unlock(dead, rows))
                        .jobs())
                .isEqualTo(rows - 1);
        assertThat(database().store.unlock(dead, rows).jobs()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100})
    void workers_beat_die_and_are_forgotten(int rows) throws Exception {
        List<Long> workers = Stream.generate(() -> database().register("worker", "q"))
                .limit(rows)
                .toList();
        Callable<?> hold = () -> {
            database().lockWorker(database().worker);
            return Instant.EPOCH;
        };
        assertThat(this.<Boolean>whileHeld(hold, () -> database().workers.heartbeat(workers.get(0))))
                .isTrue();
        this.<Boolean>whileHeld(hold, () -> {
            workers.forEach(worker -> database().workers.deregister(worker, true));
            return true;
        });
        workers.forEach(database()::seenLongAgo);
        assertThat(this.<Integer>whileHeld(hold, () -> database().workers.forget(rows)))
                .isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 100})
    void dead_workers_are_removed_except_one_whose_row_is_locked(int rows) throws Exception {
        WorkerStore workers = database().workers;
        while (workers.forget(1_000) > 0) {}
        List<Long> dead = Stream.generate(() -> database().register("worker", "q"))
                .limit(rows)
                .toList();
        dead.forEach(worker -> workers.deregister(worker, true));
        dead.forEach(database()::seenLongAgo);
        Callable<?> hold = () -> {
            database().lockWorker(middle(dead));
            return Instant.EPOCH;
        };
        assertThat(this.<Integer>whileHeld(hold, () -> workers.forget(rows))).isEqualTo(rows - 1);
        assertThat(workers.forget(rows)).isEqualTo(1);
    }
}
