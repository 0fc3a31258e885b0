package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.job.JobSweeps.Promotion;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two who change the same job at once: one of them is first, and nothing that either was told is lost. */
@OnEachDatabase(and = {TestDatabase.POSTGRES_CONTAINER, TestDatabase.MARIADB_CONTAINER})
class ChangeRaceTests extends StoreContract<StoreOnDatabase> {

    private final ExecutorService threads = Executors.newFixedThreadPool(3);
    private final CyclicBarrier together = new CyclicBarrier(2);

    @Override
    StoreOnDatabase store(TestDatabase kind) {
        StoreOnDatabase opened = new StoreOnDatabase(kind);
        LongLockWaits.allow(opened.dataSource);
        return opened;
    }

    @AfterAll
    void letThreadsGo() {
        threads.shutdownNow();
    }

    private <T> Future<T> start(Callable<T> change) {
        return threads.submit(() -> {
            together.await(60, TimeUnit.SECONDS);
            return change.call();
        });
    }

    private static <T> T end(Future<T> change) throws Exception {
        return change.get(60, TimeUnit.SECONDS);
    }

    private Settled settleInTheEnd(ClaimedJob job, Outcome outcome) {
        Settled settled = Settled.BUSY;
        while (settled == Settled.BUSY) {
            settled = database.settle(job, outcome);
        }
        return settled;
    }

    private int rows(String table) {
        Integer rows = database.sql.queryForObject("SELECT COUNT(*) FROM " + table, Integer.class);
        return rows == null ? 0 : rows;
    }

    @Test
    @Timeout(300)
    void a_completion_beside_a_cancel_is_kept() throws Exception {
        for (int round = 0; round < 400; round++) {
            database.insert(job());
            ClaimedJob running = database.claimOne();
            Future<Integer> cancel = start(() -> database.store.cancel(List.of(running.id())));
            Future<Settled> completion = start(() -> settleInTheEnd(running, new Outcome.Completed("1")));
            assertThat(end(completion)).isEqualTo(Settled.DONE);
            assertThat(end(cancel)).isBetween(0, 1);
            assertThat(database.state(running.id())).isEqualTo(JobState.COMPLETED);
        }
        assertThat(rows("baton_job")).isZero();
        assertThat(rows("baton_job_history")).isEqualTo(400);
    }

    @Test
    @Timeout(300)
    void a_cancel_beside_a_retry_is_kept() throws Exception {
        for (int round = 0; round < 400; round++) {
            database.insert(job());
            ClaimedJob running = database.claimOne();
            Future<Integer> cancel = start(() -> database.store.cancel(List.of(running.id())));
            Future<Settled> retry =
                    start(() -> settleInTheEnd(running, new Outcome.Retried(Duration.ZERO, "it broke")));
            assertThat(end(retry)).isEqualTo(Settled.DONE);
            // only a cancel that found the job settled as cancelled before it began could reach none
            assertThat(end(cancel)).isEqualTo(1);
            assertThat(database.state(running.id())).isEqualTo(JobState.CANCELLED);
        }
        assertThat(rows("baton_job")).isZero();
        assertThat(rows("baton_job_history")).isEqualTo(400);
    }

    @Test
    @Timeout(300)
    void a_cancel_beside_a_claim_is_kept() throws Exception {
        for (int round = 0; round < 400; round++) {
            long id = database.insert(job());
            Future<Integer> cancel = start(() -> database.store.cancel(List.of(id)));
            Future<List<ClaimedJob>> claim = start(() -> database.claim(1));
            assertThat(end(cancel)).isEqualTo(1);
            if (end(claim).isEmpty()) {
                assertThat(database.state(id)).isEqualTo(JobState.CANCELLED);
            } else {
                Fence fence = end(claim).get(0).fence();
                assertThat(database.store.cancelRequested(database.worker, Set.of(fence)))
                        .containsExactly(fence);
                database.settle(fence, new Outcome.Cancelled());
            }
        }
        assertThat(rows("baton_job")).isZero();
        assertThat(rows("baton_job_history")).isEqualTo(400);
    }

    /** As the changes of many jobs do. */
    @Test
    @Timeout(300)
    void a_cancel_of_ready_jobs_leaves_one_that_was_claimed_meanwhile() throws Exception {
        JobStore plain = JobStore.on(
                new Database(database.dataSource, null), new Retention(Duration.ofDays(1), null, null, 100));
        OwnTransactions transactions = new OwnTransactions(database.dataSource);
        JobFilter ready = JobFilter.all().state(JobState.READY);
        for (int round = 0; round < 200; round++) {
            long id = database.insert(job());
            Future<Integer> cancel = start(() -> transactions.run(() -> {
                List<Long> locked =
                        List.copyOf(plain.lock(plain.ids(ready, 0, 10), ready).keySet());
                return plain.cancel(locked, false);
            }));
            Future<List<ClaimedJob>> claim = start(() -> database.claim(1));
            List<ClaimedJob> claimed = end(claim);
            assertThat(end(cancel)).isEqualTo(1 - claimed.size());
            for (ClaimedJob each : claimed) {
                assertThat(database.store.cancelRequested(database.worker, Set.of(each.fence())))
                        .isEmpty();
                database.settle(each, Outcome.Completed.PLAIN);
            }
            assertThat(database.state(id)).isEqualTo(claimed.isEmpty() ? JobState.CANCELLED : JobState.COMPLETED);
        }
    }

    /** A change holds its row when the other transaction reads that it matches. */
    @Test
    @Timeout(300)
    void what_does_not_match_any_more_once_it_is_locked_is_left() throws Exception {
        long id = database.insert(job());
        JobFilter ready = JobFilter.all().state(JobState.READY);
        CountDownLatch changed = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        OwnTransactions transactions = new OwnTransactions(database.dataSource);
        Future<Integer> moved = threads.submit(() -> transactions.run(() -> {
            int rows = database.sql.update("UPDATE baton_job SET state = 5 WHERE id = ?", id);
            changed.countDown();
            await(read);
            return rows;
        }));
        await(changed);
        List<Long> ids = database.store.ids(ready, 0, 10);
        Future<Map<Long, String>> locked = threads.submit(() -> database.store.lock(ids, ready));
        read.countDown();
        assertThat(ids).containsExactly(id);
        assertThat(end(moved)).isEqualTo(1);
        assertThat(end(locked)).isEmpty();
    }

    private static void await(CountDownLatch signal) {
        try {
            assertThat(signal.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Timeout(300)
    void a_reschedule_beside_a_promotion_is_kept() throws Exception {
        for (int round = 0; round < 200; round++) {
            long id = database.insertOverdue(job(), "2020-01-01 00:00:00");
            Future<Integer> reschedule =
                    start(() -> database.store.reschedule(List.of(id), new Due.After(Duration.ofHours(1))));
            Future<Promotion> promotion = start(() -> database.store.promoteDue(10));
            end(promotion);
            assertThat(end(reschedule)).isEqualTo(1);
            JobDetails found = database.find(id);
            assertThat(found.state()).isEqualTo(JobState.SCHEDULED);
            assertThat(found.dueAt()).isAfter(found.enqueuedAt().plus(Duration.ofMinutes(59)));
            database.clear();
        }
    }

    @Test
    @Timeout(300)
    void every_due_job_is_promoted_once_however_many_sweep() throws Exception {
        for (int round = 0; round < 5; round++) {
            database.clear();
            database.store.insertAll(job().dueIn(Duration.ofHours(1)).times(1_000));
            database.sql.update("UPDATE baton_job SET due_at = '2020-01-01 00:00:00'");
            List<Future<Integer>> sweeps =
                    List.of(threads.submit(this::sweep), threads.submit(this::sweep), threads.submit(this::sweep));
            int promoted = 0;
            for (Future<Integer> sweep : sweeps) {
                promoted += end(sweep);
            }
            assertThat(promoted).isEqualTo(1_000);
            assertThat(database.claim(2_000)).hasSize(1_000);
        }
    }

    private int sweep() {
        int promoted = 0;
        while (database.store.anyUnfinished(JobFilter.all().state(JobState.SCHEDULED))) {
            promoted += database.store.promoteDue(50).promoted();
        }
        return promoted;
    }

    @Test
    @Timeout(300)
    void every_ended_job_is_purged_once_however_many_sweep() throws Exception {
        database.store.insertAll(job().times(1_000));
        database.store.settle(database.claim(1_000).stream()
                .map(claimed -> new Settlement(claimed.fence(), Outcome.Completed.PLAIN, false, null))
                .toList());
        List<Future<Integer>> sweeps =
                List.of(threads.submit(this::purge), threads.submit(this::purge), threads.submit(this::purge));
        int purged = 0;
        for (Future<Integer> sweep : sweeps) {
            purged += end(sweep);
        }
        assertThat(purged).isEqualTo(1_000);
    }

    private int purge() {
        int purged = 0;
        while (rows("baton_job_history") > 0) {
            purged += database.store.purge(new Retention(Duration.ZERO, null, null, 100), 50);
        }
        return purged;
    }
}
