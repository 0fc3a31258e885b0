package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.permit.Admitted;
import io.baton.permit.LimitDefinitions.PermitSemaphores;
import io.baton.permit.PermitStore;
import io.baton.permit.PermitStore.Repaired;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However many admit, end and move jobs at once, no more hold permits than there are, and nobody waits beside a free one. */
@OnEachDatabase
class PermitRaceTests extends LimitedContract<LimitedOnDatabase> {

    private static final int THREADS = 144;
    private static final int CAPACITY = 16;
    private static final Duration WHOLE_RUN = Duration.ofSeconds(500);

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @Override
    LimitedOnDatabase store(TestDatabase kind) {
        LimitedOnDatabase store = new LimitedOnDatabase(kind);
        LongLockWaits.allow(store.dataSource);
        return store;
    }

    @AfterAll
    void end() {
        threads.shutdownNow();
    }

    private Admitted admit() {
        return limited.permits.admit(Set.of("a"), Set.of("q"), 1_000);
    }

    private void awaitSomebodyWaiting() {
        LockWaits.awaitAny(kind, limited.sql);
    }

    @Test
    @Timeout(180)
    void the_second_of_two_admissions_sees_what_the_first_one_gave() throws Exception {
        limited.define("a", 2);
        for (int each = 0; each < 5; each++) {
            limited.insert(job(), "a");
        }
        try (HeldConnection first = new HeldConnection(limited.dataSource);
                HeldConnection second = new HeldConnection(limited.dataSource)) {
            assertThat(first.call(this::admit).jobs()).isEqualTo(2);
            Future<Admitted> late = second.start(this::admit);
            awaitSomebodyWaiting();
            first.commit();
            assertThat(late.get(120, TimeUnit.SECONDS).jobs()).isZero();
            second.commit();
        }
        assertThat(limited.held("a")).isEqualTo(2);
    }

    @Test
    @Timeout(180)
    void an_admission_that_waited_for_a_failed_one_gives_its_permits() throws Exception {
        limited.define("a", 2);
        for (int each = 0; each < 5; each++) {
            limited.insert(job(), "a");
        }
        try (HeldConnection first = new HeldConnection(limited.dataSource);
                HeldConnection second = new HeldConnection(limited.dataSource)) {
            first.call(this::admit);
            Future<Admitted> late = second.start(this::admit);
            awaitSomebodyWaiting();
            first.rollback();
            assertThat(late.get(120, TimeUnit.SECONDS).jobs()).isEqualTo(2);
            second.commit();
        }
        assertThat(limited.held("a")).isEqualTo(2);
    }

    private Admitted admitKey(String queue) {
        return limited.permits.admit(Set.of("a:x"), Set.of(queue), 1_000);
    }

    @Test
    @Timeout(180)
    void the_second_creator_of_a_key_row_sees_what_the_first_gave() throws Exception {
        assumeThat(kind).as("H2 lets the second one fail").isNotEqualTo(TestDatabase.H2);
        limited.define("a", 1);
        for (int each = 0; each < 3; each++) {
            limited.insert(job(), "a:x");
        }
        try (HeldConnection first = new HeldConnection(limited.dataSource);
                HeldConnection second = new HeldConnection(limited.dataSource)) {
            assertThat(first.call(() -> admitKey("q")).jobs()).isEqualTo(1);
            Future<Admitted> late = second.start(() -> admitKey("q"));
            awaitSomebodyWaiting();
            first.commit();
            assertThat(late.get(120, TimeUnit.SECONDS).jobs()).isZero();
            second.commit();
        }
        assertThat(limited.held("a:x")).isEqualTo(1);
    }

    @Test
    @Timeout(180)
    void the_second_creator_of_a_key_row_locks_it_or_retries_later() throws Exception {
        assumeThat(kind).as("H2 lets the second one fail").isNotEqualTo(TestDatabase.H2);
        limited.define("a", 1);
        limited.insert(job(), "a:x");
        limited.insert(job(), "a:x");
        try (HeldConnection first = new HeldConnection(limited.dataSource);
                HeldConnection second = new HeldConnection(limited.dataSource);
                HeldConnection third = new HeldConnection(limited.dataSource)) {
            assertThat(first.call(() -> admitKey("other")).jobs()).isZero();
            Future<Admitted> late = second.start(() -> admitKey("q"));
            awaitSomebodyWaiting();
            first.commit();
            Admitted admitted = late.get(120, TimeUnit.SECONDS);
            assertThat(admitted.jobs() == 1 || admitted.further().contains("a:x"))
                    .as("%s", admitted)
                    .isTrue();
            Future<Admitted> later = third.start(() -> admitKey("q"));
            await().atMost(Duration.ofMinutes(2)).until(() -> later.isDone() || LockWaits.any(kind, limited.sql));
            second.commit();
            later.get(120, TimeUnit.SECONDS);
            third.commit();
        }
        assertThat(limited.held("a:x")).isEqualTo(1);
    }

    @Test
    @Timeout(180)
    void a_locked_job_keeps_no_other_from_waiting_when_permits_are_reduced() {
        assumeThat(kind).as("H2 waits for that job").isNotEqualTo(TestDatabase.H2);
        limited.define("a", 250);
        List<Long> ids =
                Stream.generate(() -> limited.insert(job(), "a")).limit(250).toList();
        limited.follow();
        assertThat(limited.held("a")).isEqualTo(250);
        try (HeldConnection other = new HeldConnection(limited.dataSource)) {
            other.call(() -> limited.sql.queryForList(
                    "SELECT id FROM baton_job WHERE id = ? FOR UPDATE", ids.get(ids.size() - 1)));
            new PermitSemaphores(limited.permits, limited.database.transactions, limited.dirty).resize("a", 0);
            assertThat(limited.held("a")).isEqualTo(1);
        }
    }

    @Test
    @Timeout(180)
    void of_many_concurrent_creators_of_a_key_row_one_admits_none_fails() throws Exception {
        limited.define("a", 1);
        for (int round = 0; round < 40; round++) {
            String key = "a:" + round;
            limited.insert(job(), key);
            List<Future<Admitted>> nodes = Stream.generate(() -> threads.submit(() -> limited.admit(key)))
                    .limit(6)
                    .toList();
            for (Future<Admitted> node : nodes) {
                node.get(120, TimeUnit.SECONDS);
            }
            limited.admit(key);
            assertThat(limited.held(key)).isEqualTo(1);
        }
    }

    @Test
    @Timeout(180)
    void a_job_moved_while_it_is_admitted_is_either_admitted_or_moved() throws Exception {
        limited.define("a", 1);
        for (int round = 0; round < 60; round++) {
            long id = limited.insert(job(), "a");
            Future<Integer> person = threads.submit(() -> round(id));
            Future<?> node = threads.submit(limited::follow);
            person.get(120, TimeUnit.SECONDS);
            node.get(120, TimeUnit.SECONDS);
            limited.follow();
            limited.database.store.reschedule(List.of(id), Due.NOW);
            limited.follow();
            assertThat(limited.held("a")).isEqualTo(1);
            limited.database.store.settle(List.of(Settlement.of(limited.database.claimOne(), Outcome.Completed.PLAIN)));
            assertThat(limited.held("a")).isZero();
        }
    }

    private int round(long id) {
        return limited.database.store.reschedule(List.of(id), new Due.After(Duration.ofHours(1)));
    }

    @Test
    void a_job_claimed_while_its_permit_is_released_keeps_it() {
        assumeThat(kind).as("the others lock its row").isEqualTo(TestDatabase.H2);
        limited.define("a", 1);
        limited.insert(job(), "a");
        limited.follow();
        List<ClaimedJob> claimed = new ArrayList<>();
        DataSource between = BeforeStatements.on(limited.dataSource, sql -> {
            if (sql.startsWith("UPDATE baton_job") && claimed.isEmpty()) {
                claimed.add(limited.database.claimOne());
            }
        });
        PermitStore permits = new PermitStore(new Database(between, null));
        new OwnTransactions(between).run(() -> permits.releaseUnserved(Set.of(), 10));
        assertThat(claimed).hasSize(1);
        assertThat(limited.held("a")).isEqualTo(1);
    }

    @Test
    @Timeout(300)
    void a_job_restarted_while_it_is_admitted_gets_its_permits_in_turn() throws Exception {
        limited.define("a", 1_000);
        limited.define("b", 1_000);
        List<Long> ids =
                limited.database.store.insertAllWithIds(job().permits("a", "b").times(300));
        List<Long> last = ids.subList(299, 300);
        for (int round = 0; round < 12; round++) {
            limited.admit("a");
            Future<?> node = threads.submit(() -> limited.admit("b"));
            limited.database.store.reschedule(last, Due.NOW);
            node.get(120, TimeUnit.SECONDS);
            assertThat(limited.of(last.get(0))).isEqualTo(Map.of("a", 1, "b", 0));
            assertThat(limited.database.state(last.get(0))).isEqualTo(JobState.BLOCKED);
            limited.database.store.reschedule(ids, Due.NOW);
        }
    }

    @Test
    @Timeout(180)
    void jobs_that_name_the_same_limits_in_any_order_all_run() throws Exception {
        limited.define("a", 1);
        limited.define("b", 1);
        for (int each = 0; each < 50; each++) {
            limited.insert(job(), "a", "b");
            limited.insert(job(), "b", "a");
        }
        runAll(8, 100, job -> Outcome.Completed.PLAIN, new CountDownLatch(0));
        assertThat(limited.held("a")).isZero();
        assertThat(limited.held("b")).isZero();
    }

    @Test
    @Timeout(600)
    void of_many_threads_exactly_as_many_run_as_there_are_permits() throws Exception {
        limited.define("a", CAPACITY);
        int jobs = 500;
        for (int each = 0; each < jobs; each++) {
            limited.insert(job().priority(each % 3), "a");
        }
        int most = runAll(THREADS, jobs, job -> outcome(), new CountDownLatch(CAPACITY));

        assertThat(most).isEqualTo(CAPACITY);
        assertThat(limited.sql.queryForObject("SELECT COUNT(*) FROM baton_permit", Integer.class))
                .isZero();
    }

    @Test
    @Timeout(180)
    void a_limit_change_waiting_for_one_key_delays_few_of_the_others() throws Exception {
        limited.define("a", 1);
        for (int each = 100; each < 350; each++) {
            limited.insert(job(), "a:" + each);
        }
        limited.follow();
        PermitSemaphores semaphores =
                new PermitSemaphores(limited.permits, limited.database.transactions, limited.dirty);
        try (HeldConnection node = new HeldConnection(limited.dataSource)) {
            node.call(() -> limited.permits.admit(Set.of("a:349"), Set.of("q"), 1));
            Future<?> change = threads.submit(() -> semaphores.resize("a", 0));
            awaitSomebodyWaiting();
            threads.submit(() -> limited.admit("a:100")).get(120, TimeUnit.SECONDS);
            node.commit();
            change.get(120, TimeUnit.SECONDS);
        }
        assertThat(limited.database.claim("q", 1_000)).isEmpty();
    }

    @Test
    void a_job_that_another_node_repairs_meanwhile_keeps_what_it_has_got() {
        limited.define("a", 1);
        limited.define("b", 1);
        limited.insert(job(), "b");
        limited.follow();
        long both = limited.insert(job(), "a", "b");
        limited.sleepByHand(both);
        AtomicInteger locks = new AtomicInteger();
        DataSource watching = BeforeStatements.on(limited.dataSource, text -> {
            if (text.contains("ORDER BY j.id") && locks.getAndIncrement() == 0) {
                limited.database.transactions.run(() -> limited.permits.wakeForgotten(0, 1_000));
                limited.admit("a");
            }
        });
        PermitStore permits = new PermitStore(new Database(watching, null));
        new OwnTransactions(watching).run(() -> permits.wakeForgotten(0, 1_000));

        assertThat(locks).hasPositiveValue();
        assertThat(limited.of(both)).isEqualTo(Map.of("a", 2, "b", 1));
    }

    /** What it ends with is one transaction: it is there with its permits, or neither is. */
    @Test
    void a_job_ending_during_the_search_for_forgotten_permits_is_not_forgotten() {
        limited.define("a", 1);
        limited.insert(job(), "a");
        limited.follow();
        ClaimedJob running = limited.database.claimOne();
        AtomicInteger ended = new AtomicInteger();
        DataSource watching = BeforeStatements.on(limited.dataSource, text -> {
            if (text.contains("baton_job ") && ended.getAndIncrement() == 0) {
                limited.database.store.settle(List.of(Settlement.of(running, Outcome.Completed.PLAIN)));
            }
        });
        PermitStore permits = new PermitStore(new Database(watching, null));
        Repaired repaired = new OwnTransactions(watching).run(() -> permits.removeForgotten(0, 1_000));

        assertThat(ended).hasPositiveValue();
        assertThat(limited.permitRows()).isZero();
        assertThat(repaired).isEqualTo(new Repaired(null, 0, Set.of()));
    }

    private static Outcome outcome() {
        return switch (ThreadLocalRandom.current().nextInt(10)) {
            case 0 -> new Outcome.Retried(Duration.ZERO, "again");
            case 1 -> new Outcome.Snoozed(Duration.ofMillis(1));
            case 2 -> Outcome.HandedBack.UNSTARTED;
            case 3 -> new Outcome.HandedBack(Duration.ofMillis(1), "later");
            default -> Outcome.Completed.PLAIN;
        };
    }

    private interface Work {
        Outcome run(ClaimedJob job);
    }

    /**
     * Runs everything on so many threads, each of which claims, settles, promotes and admits.
     *
     * @param together so many wait for each other in the beginning
     * @return how many ran at once at most
     */
    private int runAll(int count, int jobs, Work work, CountDownLatch together) throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger completed = new AtomicInteger();
        List<Future<?>> workers = new ArrayList<>();
        for (int each = 0; each < count; each++) {
            workers.add(threads.submit(() -> {
                while (completed.get() < jobs) {
                    limited.follow();
                    List<ClaimedJob> claimed = limited.database.claim(1);
                    if (claimed.isEmpty()) {
                        limited.database.store.promoteDue(10);
                        continue;
                    }
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    together.countDown();
                    together.await(300, TimeUnit.SECONDS);
                    Outcome outcome = work.run(claimed.get(0));
                    running.decrementAndGet();
                    if (settled(claimed.get(0), outcome) && outcome instanceof Outcome.Completed) {
                        completed.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        for (Future<?> worker : workers) {
            worker.get(WHOLE_RUN.toSeconds(), TimeUnit.SECONDS);
        }
        return most.get();
    }

    private boolean settled(ClaimedJob job, Outcome outcome) {
        while (true) {
            Settled settled = limited.database
                    .store
                    .settle(List.of(Settlement.of(job, outcome)))
                    .get(job.fence());
            if (settled != Settled.BUSY) {
                return settled == Settled.DONE;
            }
        }
    }
}
