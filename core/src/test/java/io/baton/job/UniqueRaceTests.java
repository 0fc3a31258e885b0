package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.baton.DuplicateJobException;
import io.baton.Enqueued;
import io.baton.Enqueued.Outcome;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.OnDuplicate;
import io.baton.job.UniqueOnDatabase.Mail;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.transaction.TransactionDefinition;

/** Unique keys beside transactions that stay open, starts and ends. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
@OnEachDatabase
class UniqueRaceTests implements TestsOnDatabase {

    @SuppressWarnings("UnnecessaryLambda") // shared by the tests
    private static final Consumer<JobOptions> UNTIL_STARTED = job -> job.unique("k");

    @SuppressWarnings("UnnecessaryLambda") // shared by the tests
    private static final Consumer<JobOptions> UNTIL_FINISHED = job -> job.uniqueUntilFinished("k");

    @SuppressWarnings("UnnecessaryLambda") // shared by the tests
    private static final Consumer<JobOptions> FOR_A_DAY = job -> job.unique("k", Duration.ofDays(1));

    private static final io.baton.job.Outcome COMPLETED = new io.baton.job.Outcome.Completed(null);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @SuppressWarnings("NullAway.Init")
    private TestDatabase kind;

    @SuppressWarnings("NullAway.Init")
    private UniqueOnDatabase on;

    @Override
    public void open(TestDatabase kind) {
        this.kind = kind;
        on = new UniqueOnDatabase(kind);
        LongLockWaits.allow(on.jobs.dataSource);
        on.sql.execute("CREATE TABLE wish (number integer NOT NULL PRIMARY KEY)");
    }

    @Override
    public void close() {
        on.close();
    }

    @AfterAll
    void endThreads() {
        threads.shutdownNow();
    }

    private String waitsForLocks() {
        return LockWaits.on(
                kind,
                "SELECT COUNT(*) FROM information_schema.sessions WHERE executing_statement LIKE '%baton_%' AND session_id <> SESSION_ID()");
    }

    @BeforeEach
    void clear() {
        on.clear();
        on.sql.update("DELETE FROM wish");
    }

    private HeldConnection hold() {
        return new HeldConnection(on.jobs.dataSource);
    }

    private static <T> T of(Future<T> future) throws Exception {
        return future.get(180, TimeUnit.SECONDS);
    }

    private void awaitSomebodyWaiting() {
        awaitWaiting(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_claimed_job_does_not_start_before_a_relying_enqueue_ends(boolean untilFinished) {
        Consumer<JobOptions> options = untilFinished ? UNTIL_FINISHED : UNTIL_STARTED;
        on.mail(1, options);
        ClaimedJob claimed = on.jobs.claimOne();
        try (HeldConnection caller = hold()) {
            assertThat(caller.call(() -> on.mail(2, options)).outcome()).isEqualTo(Outcome.KEPT);
            assertThat(on.start(claimed)).isEqualTo(Settled.BUSY);
            caller.commit();
        }
        assertThat(on.start(claimed)).isEqualTo(Settled.DONE);
    }

    @Test
    void a_waiting_job_is_not_claimed_before_a_relying_enqueue_ends() {
        on.mail(1, UNTIL_STARTED);
        try (HeldConnection caller = hold()) {
            assertThat(caller.call(() -> on.mail(2, UNTIL_STARTED)).outcome()).isEqualTo(Outcome.KEPT);
            for (ClaimedJob claimed : on.jobs.claim(10)) {
                assertThat(on.start(claimed)).isEqualTo(Settled.BUSY);
            }
        }
    }

    @Test
    void a_start_beside_others_tells_them_apart() {
        Enqueued first = on.mail(1, UNTIL_STARTED);
        on.mail(2, job -> job.unique("other"));
        on.mail(3, job -> {});
        List<ClaimedJob> claimed = on.jobs.claim(10);
        try (HeldConnection caller = hold()) {
            caller.call(() -> on.mail(4, UNTIL_STARTED));
            var answers =
                    on.jobs.store.start(claimed.stream().map(ClaimedJob::fence).toList());
            answers.forEach((fence, answer) ->
                    assertThat(answer).isEqualTo(fence.id() == first.id().value() ? Settled.BUSY : Settled.DONE));
        }
        assertThat(on.keys()).containsExactly("k");
    }

    @Test
    void a_settlement_waits_for_no_enqueue_and_leaves_a_void_key() {
        Enqueued first = on.mail(1, UNTIL_FINISHED);
        ClaimedJob running = on.claimAndStart();
        try (HeldConnection caller = hold()) {
            assertThat(caller.call(() -> on.mail(2, UNTIL_FINISHED)))
                    .isEqualTo(new Enqueued(first.id(), Outcome.RUNNING));
            assertThat(on.settle(running, COMPLETED)).isEqualTo(Settled.DONE);
        }
        assertThat(on.keys()).containsExactly("k");
        assertThat(on.mail(3, UNTIL_FINISHED).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void a_death_beside_an_enqueue_leaves_a_key_that_is_void() {
        on.mail(1, UNTIL_FINISHED);
        ClaimedJob running = on.claimAndStart();
        try (HeldConnection caller = hold()) {
            caller.call(() -> on.mail(2, UNTIL_FINISHED));
            assertThat(on.settle(running, new io.baton.job.Outcome.Dead("broken")))
                    .isEqualTo(Settled.DONE);
        }
        assertThat(on.mail(3, UNTIL_FINISHED).outcome()).isEqualTo(Outcome.CREATED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_second_enqueue_with_a_new_key_waits_for_the_first(boolean commits) throws Exception {
        try (HeldConnection first = hold()) {
            Enqueued created = first.call(() -> on.mail(1, UNTIL_STARTED));
            Future<Enqueued> second = threads.submit(() -> on.mail(2, UNTIL_STARTED));
            awaitSomebodyWaiting();
            if (commits) {
                first.commit();
                assertThat(of(second)).isEqualTo(new Enqueued(created.id(), Outcome.KEPT));
            } else {
                first.rollback();
                assertThat(of(second).outcome()).isEqualTo(Outcome.CREATED);
            }
        }
        assertThat(on.jobs.claim(10)).hasSize(1);
    }

    @Test
    void of_a_hundred_with_one_key_one_is_stored() throws Exception {
        CyclicBarrier together = new CyclicBarrier(8);
        List<Future<Integer>> created = IntStream.range(0, 8)
                .mapToObj(thread -> threads.submit(() -> {
                    together.await();
                    int stored = 0;
                    for (int i = 0; i < 13; i++) {
                        stored += on.mail(i, UNTIL_STARTED).isCreated() ? 1 : 0;
                    }
                    return stored;
                }))
                .toList();
        int all = 0;
        for (Future<Integer> each : created) {
            all += of(each);
        }
        assertThat(all).isEqualTo(1);
        assertThat(on.jobs.claim(10)).hasSize(1);
    }

    @Test
    void bulks_of_the_same_keys_in_any_order_do_not_deadlock() throws Exception {
        List<Mail> up = IntStream.range(0, 300).mapToObj(Mail::new).toList();
        List<Mail> down = IntStream.range(0, 300)
                .mapToObj(number -> new Mail(299 - number))
                .toList();
        CyclicBarrier together = new CyclicBarrier(4);
        List<Future<Long>> stored = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            List<Mail> mails = thread % 2 == 0 ? up : down;
            stored.add(threads.submit(() -> {
                together.await();
                // a call of its own would not wait for the others for longer than 3 s
                return on.transaction(TransactionDefinition.ISOLATION_DEFAULT)
                        .execute(status ->
                                on.office.enqueueAll(mails, (mail, job) -> job.unique("mail:" + mail.number())));
            }));
        }
        long all = 0;
        for (Future<Long> each : stored) {
            all += of(each);
        }
        assertThat(all).isEqualTo(300);
    }

    /** Whoever is told that a waiting job stands for the new one relies on it to see what the caller has written. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void no_request_is_lost(boolean untilFinished) throws Exception {
        int rounds = 150;
        Consumer<JobOptions> options = untilFinished ? UNTIL_FINISHED : UNTIL_STARTED;
        AtomicBoolean over = new AtomicBoolean();
        Set<Integer> seen = new HashSet<>();
        Future<Boolean> worker = threads.submit(() -> {
            while (!over.get()) {
                run(seen);
            }
            return true;
        });
        List<Future<Set<Integer>>> callers = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            int offset = thread * rounds;
            callers.add(threads.submit(() -> requests(offset, rounds, options)));
        }
        Set<Integer> relied = new HashSet<>();
        for (Future<Set<Integer>> caller : callers) {
            relied.addAll(of(caller));
        }
        over.set(true);
        of(worker);
        while (on.jobs.store.anyUnfinished(JobFilter.all())) {
            run(seen);
        }
        relied.removeAll(seen);
        assertThat(relied).as("requests that no run has seen").isEmpty();
    }

    /** Returns the wishes that some run must see. */
    private Set<Integer> requests(int offset, int rounds, Consumer<JobOptions> options) {
        Set<Integer> relied = new HashSet<>();
        for (int round = 0; round < rounds; round++) {
            int wish = offset + round;
            try {
                Outcome outcome = on.transaction(TransactionDefinition.ISOLATION_DEFAULT)
                        .execute(status -> {
                            on.sql.update("INSERT INTO wish (number) VALUES (?)", wish);
                            return on.mail(wish, options).outcome();
                        });
                if (outcome != Outcome.RUNNING) {
                    relied.add(wish);
                }
            } catch (ConcurrencyFailureException e) {
                // rolled back, with its wish
            }
        }
        return relied;
    }

    /** An enqueue that is over tells workers to look everywhere. */
    private void run(Set<Integer> seen) {
        on.jobs.store.hints().expect(ReadyJobs.outOfTurn("q"));
        for (ClaimedJob job : on.jobs.claim(5)) {
            if (on.start(job) == Settled.DONE) {
                seen.addAll(on.sql.queryForList("SELECT number FROM wish", Integer.class));
                on.settle(job, COMPLETED);
            } else {
                handBack(job);
            }
        }
    }

    /** An enqueue that is not over may hold the row. */
    private void handBack(ClaimedJob job) {
        Settled settled = Settled.BUSY;
        while (settled == Settled.BUSY) {
            settled = on.settle(job, new io.baton.job.Outcome.HandedBack(Duration.ZERO, null));
        }
    }

    @Test
    void what_is_replaced_beside_its_start_runs_as_it_was_replaced() throws Exception {
        for (int round = 0; round < 60; round++) {
            int number = round * 10;
            on.mail(number, UNTIL_STARTED);
            ClaimedJob claimed = on.jobs.claimOne();
            CyclicBarrier together = new CyclicBarrier(2);
            Future<Enqueued> replacing = threads.submit(() -> {
                together.await();
                return on.mail(number + 1, UNTIL_STARTED.andThen(job -> job.onDuplicate(OnDuplicate.REPLACE)));
            });
            together.await();
            Settled started = on.start(claimed);
            Outcome outcome = of(replacing).outcome();
            if (started == Settled.DONE) {
                assertThat(outcome).isEqualTo(Outcome.CREATED);
                assertThat(on.settle(claimed, COMPLETED)).isEqualTo(Settled.DONE);
            } else {
                assertThat(outcome).isEqualTo(Outcome.REPLACED);
                assertThat(on.settle(claimed, COMPLETED)).isEqualTo(Settled.FENCED);
            }
            ClaimedJob next = on.claimAndStart();
            assertThat(next.payload()).isEqualTo("{\"number\":" + (number + 1) + "}");
            on.settle(next, COMPLETED);
            assertThat(on.rows()).isZero();
        }
    }

    @Test
    void an_end_beside_an_enqueue_never_leaves_neither() throws Exception {
        for (int round = 0; round < 100; round++) {
            int number = round;
            on.mail(number, UNTIL_FINISHED);
            ClaimedJob running = on.claimAndStart();
            CyclicBarrier together = new CyclicBarrier(2);
            Future<Enqueued> enqueue = threads.submit(() -> {
                together.await();
                return on.mail(number, UNTIL_FINISHED);
            });
            together.await();
            assertThat(on.settle(running, COMPLETED)).isEqualTo(Settled.DONE);
            Enqueued told = of(enqueue);
            assertThat(told.outcome()).isIn(Outcome.CREATED, Outcome.RUNNING);
            if (told.isCreated()) {
                on.settle(on.claimAndStart(), COMPLETED);
            } else {
                assertThat(told.id()).isEqualTo(new JobId(running.id()));
                assertThat(on.mail(number, UNTIL_FINISHED).outcome()).isEqualTo(Outcome.CREATED);
                on.settle(on.claimAndStart(), COMPLETED);
            }
        }
    }

    /** Such a caller may be refused by its database, but never told that a job stands for it which is no more. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_old_snapshot_is_not_blocked_by_a_job_that_is_gone(boolean keyIsLeft) {
        Enqueued first = on.mail(1, UNTIL_STARTED);
        Outcome told = told(() -> on.transaction(TransactionDefinition.ISOLATION_REPEATABLE_READ)
                .execute(status -> {
                    on.sql.queryForList("SELECT id FROM baton_job", Long.class);
                    cancelElsewhere(first.id(), keyIsLeft);
                    return on.mail(2, UNTIL_STARTED).outcome();
                }));
        assertThat(told).isIn(Outcome.CREATED, null);
        assertThat(on.jobs.claim(10)).hasSize(told == null ? 0 : 1);
    }

    private void cancelElsewhere(JobId job, boolean keyIsLeft) {
        elsewhere(() -> {
            if (keyIsLeft) {
                on.sql.update("DELETE FROM baton_job WHERE id = ?", job.value());
            } else {
                on.office.cancel(job);
            }
            return true;
        });
    }

    private static <T> @Nullable T told(Callable<@Nullable T> enqueue) {
        try {
            return enqueue.call();
        } catch (ConcurrencyFailureException e) {
            return null;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it has in its place is another worker's, which may not have started it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoever_starts_too_late_starts_nothing_for_the_next_one(boolean untilFinished) {
        Consumer<JobOptions> options = untilFinished ? UNTIL_FINISHED : UNTIL_STARTED;
        Enqueued first = on.mail(1, options);
        ClaimedJob late = on.jobs.claimOne();
        on.mail(2, options.andThen(job -> job.onDuplicate(OnDuplicate.REPLACE)));
        ClaimedJob next = on.jobs.claimOne();
        assertThat(on.start(late)).isEqualTo(Settled.FENCED);
        assertThat(on.mail(3, options)).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        assertThat(on.start(next)).isEqualTo(Settled.DONE);
    }

    /** What is about to be cancelled does nothing for whoever relies on it. */
    @ParameterizedTest
    @EnumSource
    void nobody_relies_on_a_claimed_job_that_was_cancelled(OnDuplicate choice) {
        Enqueued first = on.mail(1, UNTIL_STARTED);
        ClaimedJob claimed = on.jobs.claimOne();
        assertThat(on.office.cancel(first.id())).isTrue();
        Enqueued second = on.mail(2, UNTIL_STARTED.andThen(job -> job.onDuplicate(choice)));
        assertThat(second.outcome()).isEqualTo(Outcome.CREATED);
        on.settle(claimed, new io.baton.job.Outcome.HandedBack(Duration.ZERO, null));
        assertThat(on.jobs.claimOne().id()).isEqualTo(second.id().value());
        assertThat(on.mail(3, UNTIL_STARTED)).isEqualTo(new Enqueued(second.id(), Outcome.KEPT));
    }

    @ParameterizedTest
    @EnumSource(names = {"KEEP", "REPLACE"})
    void a_cancelled_job_until_finished_allows_no_other_and_no_reliance(OnDuplicate choice) {
        Enqueued first = on.mail(1, UNTIL_FINISHED);
        ClaimedJob claimed = on.jobs.claimOne();
        assertThat(on.office.cancel(first.id())).isTrue();
        assertThat(on.mail(2, UNTIL_FINISHED.andThen(job -> job.onDuplicate(choice))))
                .isEqualTo(new Enqueued(first.id(), Outcome.RUNNING));
        assertThat(on.start(claimed)).isEqualTo(Settled.DONE);
        on.settle(claimed, COMPLETED);
        assertThat(on.mail(3, UNTIL_FINISHED).outcome()).isEqualTo(Outcome.CREATED);
    }

    /** On H2 it neither sees the row nor can insert one. */
    @Test
    void a_caller_whose_snapshot_is_older_than_the_key_is_answered() {
        Optional<Outcome> told = assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> Optional.ofNullable(told(() -> on.transaction(TransactionDefinition.ISOLATION_REPEATABLE_READ)
                        .execute(status -> {
                            on.mail(1, job -> job.unique("other"));
                            elsewhere(() -> on.mail(2, UNTIL_STARTED));
                            return on.mail(3, UNTIL_STARTED).outcome();
                        }))));
        assertThat(told).isIn(Optional.of(Outcome.KEPT), Optional.empty());
        assertThat(on.jobs.claim(10)).hasSize(told.isEmpty() ? 1 : 2);
    }

    @Test
    void an_old_snapshot_stores_no_second_job_beside_a_running_one() {
        assumeTrue(kind != TestDatabase.H2, "H2 locks only rows of the snapshot");
        Outcome told = told(() -> on.transaction(TransactionDefinition.ISOLATION_REPEATABLE_READ)
                .execute(status -> {
                    on.sql.queryForList("SELECT id FROM baton_job", Long.class);
                    elsewhere(() -> {
                        on.mail(1, UNTIL_FINISHED);
                        return on.claimAndStart();
                    });
                    return on.mail(2, UNTIL_FINISHED).outcome();
                }));
        assertThat(told).isIn(Outcome.RUNNING, null);
        assertThat(on.jobs.claim(10)).isEmpty();
    }

    @Test
    void an_old_snapshot_revives_no_job_beside_another_with_its_key() {
        assumeTrue(kind != TestDatabase.H2, "H2 locks only rows of the snapshot");
        Enqueued dead = on.mail(1, UNTIL_FINISHED);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        Boolean revived = told(() -> on.transaction(TransactionDefinition.ISOLATION_REPEATABLE_READ)
                .execute(status -> {
                    on.sql.queryForList("SELECT id FROM baton_job", Long.class);
                    elsewhere(() -> on.mail(2, UNTIL_FINISHED));
                    try {
                        return on.office.revive(dead.id());
                    } catch (DuplicateJobException e) {
                        return false;
                    }
                }));
        assertThat(revived).isIn(false, null);
        assertThat(on.jobs.claim(10)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_death_beside_an_enqueue_leaves_a_key_to_take_back(boolean taken) {
        Enqueued dead = on.mail(1, UNTIL_FINISHED);
        ClaimedJob running = on.claimAndStart();
        try (HeldConnection caller = hold()) {
            caller.call(() -> on.mail(2, UNTIL_FINISHED));
            on.settle(running, new io.baton.job.Outcome.Dead("broken"));
        }
        if (taken) {
            Enqueued other = on.mail(3, UNTIL_FINISHED);
            assertThatThrownBy(() -> on.office.revive(dead.id())).isInstanceOf(DuplicateJobException.class);
            on.office.cancel(other.id());
        }
        assertThat(on.office.revive(dead.id())).isTrue();
        assertThat(on.mail(4, UNTIL_FINISHED)).isEqualTo(new Enqueued(dead.id(), Outcome.KEPT));
        assertThat(on.rows()).isEqualTo(1);
    }

    @Test
    void a_retry_beside_an_enqueue_is_seen_waiting_by_the_next() {
        Enqueued first = on.mail(1, UNTIL_FINISHED);
        ClaimedJob running = on.claimAndStart();
        try (HeldConnection caller = hold()) {
            caller.call(() -> on.mail(2, UNTIL_FINISHED));
            on.settle(running, new io.baton.job.Outcome.Retried(Duration.ofMinutes(1), "again"));
        }
        assertThat(on.mail(3, UNTIL_FINISHED)).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        assertThat(on.mail(4, UNTIL_FINISHED.andThen(job -> job.onDuplicate(OnDuplicate.REPLACE)))
                        .outcome())
                .isEqualTo(Outcome.REPLACED);
        assertThat(on.claimAndStart().payload()).isEqualTo("{\"number\":4}");
    }

    /** Both lock the jobs of the keys in the order of the jobs. */
    @Test
    void a_bulk_beside_a_cancel_of_the_same_jobs_does_not_deadlock() throws Exception {
        Enqueued older = on.mail(1, job -> job.unique("b"));
        Enqueued newer = on.mail(2, job -> job.unique("a"));
        List<Long> both = List.of(older.id().value(), newer.id().value());
        try (HeldConnection holder = hold()) {
            holder.call(() ->
                    on.sql.queryForList("SELECT id FROM baton_job WHERE id = ? FOR UPDATE", Long.class, both.get(0)));
            Future<Integer> cancel = threads.submit(() -> on.transaction(TransactionDefinition.ISOLATION_READ_COMMITTED)
                    .execute(status -> on.jobs.store.cancel(both)));
            awaitWaiting(1);
            Future<List<Enqueued>> bulk = threads.submit(() -> on.office.enqueueEach(
                    List.of(new Mail(3), new Mail(4)), (mail, job) -> job.unique(mail.number() == 3 ? "a" : "b")));
            awaitWaiting(2);
            holder.rollback();
            assertThat(of(cancel)).isEqualTo(2);
            assertThat(of(bulk)).extracting(Enqueued::outcome).doesNotContain(Outcome.RUNNING);
        }
    }

    private void awaitWaiting(int callers) {
        Awaitility.await().until(() -> {
            Integer waits = on.sql.queryForObject(waitsForLocks(), Integer.class);
            return waits != null && waits >= callers;
        });
    }

    @Test
    void an_expired_key_is_not_swept_while_it_is_being_taken() throws Exception {
        Consumer<JobOptions> day = job -> job.unique("k", Duration.ofDays(1));
        on.mail(1, day);
        on.settle(on.jobs.claimOne(), COMPLETED);
        on.expire();
        try (HeldConnection caller = hold()) {
            assertThat(caller.call(() -> on.mail(2, day)).outcome()).isEqualTo(Outcome.CREATED);
            Future<Boolean> sweep = threads.submit(() -> {
                on.sweep();
                return true;
            });
            Awaitility.await().until(() -> sweep.isDone() || isSomebodyWaiting());
            caller.commit();
            of(sweep);
        }
        assertThat(on.mail(3, day).outcome()).isEqualTo(Outcome.KEPT);
    }

    private boolean isSomebodyWaiting() {
        Integer waits = on.sql.queryForObject(waitsForLocks(), Integer.class);
        return waits != null && waits > 0;
    }

    /** A transaction of the application that goes on after an enqueue that failed leaves a key without a job. */
    @Test
    void a_key_without_a_job_is_held_as_the_next_one_asks() {
        on.mail(1, UNTIL_STARTED);
        on.sql.update("DELETE FROM baton_job");
        on.sql.update("UPDATE baton_unique SET job_id = 0");
        Consumer<JobOptions> day = job -> job.unique("k", Duration.ofDays(1));
        assertThat(on.mail(2, day).outcome()).isEqualTo(Outcome.CREATED);
        on.settle(on.claimAndStart(), COMPLETED);
        assertThat(on.mail(3, day).outcome()).isEqualTo(Outcome.KEPT);
    }

    /** History may be kept for no time at all. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_cancel_beside_an_enqueue_frees_the_key_for_good(boolean known) {
        Enqueued first = on.mail(1, FOR_A_DAY);
        try (HeldConnection caller = hold()) {
            assertThat(caller.call(() -> on.mail(2, FOR_A_DAY)).outcome()).isEqualTo(Outcome.KEPT);
            assertThat(on.office.cancel(first.id())).isTrue();
        }
        if (!known) {
            on.sql.update("DELETE FROM baton_job_history");
        }
        Enqueued next = on.mail(3, FOR_A_DAY);
        assertThat(next.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(on.mail(4, FOR_A_DAY)).isEqualTo(new Enqueued(next.id(), Outcome.KEPT));
        on.settle(on.claimAndStart(), COMPLETED);
        on.sql.update("DELETE FROM baton_job_history");
        assertThat(on.mail(5, FOR_A_DAY)).isEqualTo(new Enqueued(next.id(), Outcome.KEPT));
    }

    @Test
    void a_running_job_cancelled_beside_an_enqueue_frees_its_key_for_good() {
        on.mail(1, FOR_A_DAY);
        ClaimedJob running = on.claimAndStart();
        try (HeldConnection caller = hold()) {
            assertThat(caller.call(() -> on.mail(2, FOR_A_DAY)).outcome()).isEqualTo(Outcome.KEPT);
            assertThat(on.settle(running, new io.baton.job.Outcome.Cancelled())).isEqualTo(Settled.DONE);
        }
        on.sql.update("DELETE FROM baton_job_history");
        assertThat(on.mail(3, FOR_A_DAY).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void a_dead_job_cancelled_beside_an_enqueue_frees_its_key_for_good() {
        Enqueued first = on.mail(1, FOR_A_DAY);
        ClaimedJob running = on.claimAndStart();
        try (HeldConnection caller = hold()) {
            caller.call(() -> on.mail(2, FOR_A_DAY));
            on.settle(running, new io.baton.job.Outcome.Dead("broken"));
            assertThat(on.office.cancel(first.id())).isTrue();
        }
        on.sql.update("DELETE FROM baton_job_history");
        assertThat(on.mail(3, FOR_A_DAY).outcome()).isEqualTo(Outcome.CREATED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_dead_job_regains_a_key_freed_beside_an_enqueue(boolean known) {
        Enqueued dead = on.mail(1, FOR_A_DAY);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        Enqueued next = on.mail(2, FOR_A_DAY);
        try (HeldConnection caller = hold()) {
            assertThat(caller.call(() -> on.mail(3, FOR_A_DAY)).outcome()).isEqualTo(Outcome.KEPT);
            assertThat(on.office.cancel(next.id())).isTrue();
        }
        if (!known) {
            on.sql.update("DELETE FROM baton_job_history");
        }
        assertThat(on.office.revive(dead.id())).isTrue();
        assertThat(on.mail(4, FOR_A_DAY)).isEqualTo(new Enqueued(dead.id(), Outcome.KEPT));
    }

    @Test
    void a_job_ended_beside_an_enqueue_keeps_its_key_for_the_period() {
        Enqueued first = on.mail(1, FOR_A_DAY);
        ClaimedJob running = on.claimAndStart();
        try (HeldConnection caller = hold()) {
            assertThat(caller.call(() -> on.mail(2, FOR_A_DAY)).outcome()).isEqualTo(Outcome.KEPT);
            assertThat(on.settle(running, COMPLETED)).isEqualTo(Settled.DONE);
        }
        on.sql.update("DELETE FROM baton_job_history");
        on.sweep();
        assertThat(on.mail(3, FOR_A_DAY)).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        on.expire();
        assertThat(on.mail(4, FOR_A_DAY).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void remains_of_a_cancel_beside_an_enqueue_are_swept_when_expired() {
        Enqueued first = on.mail(1, FOR_A_DAY);
        try (HeldConnection caller = hold()) {
            caller.call(() -> on.mail(2, FOR_A_DAY));
            on.office.cancel(first.id());
        }
        on.expire();
        on.sweep();
        assertThat(on.rows()).isZero();
    }

    @Test
    void a_cancel_that_is_not_over_keeps_nobody_from_other_keys() {
        on.mail(1, job -> job.unique("a"));
        Enqueued cancelled = on.mail(2, job -> job.unique("c"));
        try (HeldConnection caller = HeldConnection.repeatableRead(on.jobs.dataSource)) {
            assertThat(caller.call(() -> on.office.cancel(cancelled.id()))).isTrue();
            for (String key : List.of("0", "b", "d")) {
                assertThat(elsewhere(() -> on.mail(3, job -> job.unique(key))).outcome())
                        .isEqualTo(Outcome.CREATED);
            }
            caller.commit();
        }
        assertThat(on.keys()).containsExactly("0", "a", "b", "d");
    }

    /** PostgreSQL does not find the job; H2 finds it, since its snapshot is that of the tables that were read. MariaDB 11.6 and newer refuse it. */
    @Test
    void a_cancel_by_an_older_snapshot_frees_the_key_for_good() {
        try (HeldConnection caller = oldSnapshot()) {
            Enqueued first = on.mail(1, FOR_A_DAY);
            Boolean cancelled = caller.call(() -> told(() -> on.office.cancel(first.id())));
            assertThat(cancelled).isIn(!isPostgres(), null);
            assertThat(on.mail(2, job -> job.unique("j", Duration.ofDays(1))).outcome())
                    .as("keeps nobody from other keys")
                    .isEqualTo(Outcome.CREATED);
            endAfter(caller, cancelled);
            on.sql.update("DELETE FROM baton_job_history");
            assertThat(on.mail(3, FOR_A_DAY).outcome())
                    .isEqualTo(Boolean.TRUE.equals(cancelled) ? Outcome.CREATED : Outcome.KEPT);
        }
        on.sweep();
        assertThat(on.keys()).containsExactly("j", "k");
        assertThat(on.rows()).isEqualTo(2);
    }

    @Test
    void a_cancel_of_a_job_revived_since_the_snapshot_frees_its_key() {
        Enqueued first = on.mail(1, FOR_A_DAY);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        try (HeldConnection caller = oldSnapshot()) {
            assertThat(on.office.revive(first.id())).isTrue();
            cancelAsFarAsPossible(caller, first.id());
        }
        assertThat(on.jobs.claim(10)).isEmpty();
        on.sql.update("DELETE FROM baton_job_history");
        on.sweep();
        assertThat(on.rows()).isZero();
        assertThat(on.mail(2, FOR_A_DAY).outcome()).isEqualTo(Outcome.CREATED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_cancel_of_a_job_dead_since_the_snapshot_leaves_no_row(boolean untilFinished) {
        Enqueued first = on.mail(1, untilFinished ? UNTIL_FINISHED : FOR_A_DAY);
        try (HeldConnection caller = oldSnapshot()) {
            on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
            cancelAsFarAsPossible(caller, first.id());
        }
        on.sql.update("DELETE FROM baton_job_history");
        on.sweep();
        assertThat(on.rows()).isZero();
        assertThat(on.mail(2, FOR_A_DAY).outcome()).isEqualTo(Outcome.CREATED);
    }

    private HeldConnection oldSnapshot() {
        HeldConnection caller = HeldConnection.repeatableRead(on.jobs.dataSource);
        caller.call(() -> on.sql.queryForList("SELECT unique_key FROM baton_unique", String.class));
        return caller;
    }

    private boolean isPostgres() {
        return kind.name().startsWith("POSTGRES");
    }

    /** A database may refuse to change what was changed since the snapshot; then the job is cancelled by another transaction. */
    private void cancelAsFarAsPossible(HeldConnection caller, JobId job) {
        List<Long> ids = List.of(job.value());
        Integer cancelled = caller.call(() -> told(() -> on.jobs.joining.cancel(ids, true)));
        endAfter(caller, cancelled);
        if (cancelled == null) {
            on.jobs.store.cancel(ids, true);
        } else {
            assertThat(cancelled).isEqualTo(1);
        }
    }

    private static void endAfter(HeldConnection caller, @Nullable Object told) {
        if (told == null) {
            caller.rollback();
        } else {
            caller.commit();
        }
    }

    private <T> T elsewhere(Callable<T> work) {
        try {
            return of(threads.submit(work));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
