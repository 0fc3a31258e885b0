package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.baton.JobState;
import io.baton.SignalResult;
import io.baton.StepDetails.Kind;
import io.baton.StepDetails.State;
import io.baton.job.JobSteps.FoundStep;
import io.baton.job.JobSteps.NewStep;
import io.baton.job.JobSteps.Sent;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.sql.SQLIntegrityConstraintViolationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever else decides a wait at the same moment, it has one outcome, which its sender hears and its job sees. */
@OnEachDatabase
class SignalRaceTests extends StoreContract<StoreOnDatabase> {

    private static final int ROUNDS = 20;
    private static final int PAIRS = 50;

    private final ExecutorService threads = Executors.newFixedThreadPool(6);

    @Override
    StoreOnDatabase store(TestDatabase kind) {
        StoreOnDatabase store = new StoreOnDatabase(kind);
        LongLockWaits.allow(store.dataSource);
        return store;
    }

    @AfterAll
    void end() {
        threads.shutdownNow();
    }

    private Steps steps() {
        return new Steps(database.store);
    }

    private ClaimedJob claimed() {
        database.insert(job());
        return database.claimOne();
    }

    private ClaimedJob waiting() {
        ClaimedJob job = claimed();
        steps().waitFor(job, "approved");
        return job;
    }

    private Sent send(long job, String value) {
        return database.joining.send(job, "approved", value, null);
    }

    private void awaitSomebodyWaiting() {
        LockWaits.awaitAny(kind, database.sql);
    }

    private static <T> T of(Future<T> result) throws Exception {
        return result.get(120, TimeUnit.SECONDS);
    }

    private void bothAtOnce(Callable<?> one, Callable<?> other) throws Exception {
        List<Future<?>> both = List.of(threads.submit(one), threads.submit(other));
        for (Future<?> each : both) {
            of(each);
        }
    }

    @Test
    @Timeout(180)
    void a_signal_committed_before_the_suspension_is_not_lost() {
        ClaimedJob job = claimed();
        assertThat(Steps.awaited(database.store, job.fence(), Steps.await("approved")))
                .isNotNull();
        try (HeldConnection sender = new HeldConnection(database.dataSource)) {
            assertThat(sender.call(() -> send(job.id(), "1"))).isEqualTo(new Sent(SignalResult.DELIVERED, null));
            assertThat(steps().suspend(job)).isEqualTo(Settled.BUSY);
            sender.commit();
        }
        assertThat(steps().suspend(job)).isEqualTo(Settled.WOKEN);
        assertThat(steps().of(job.id(), "approved").result()).isEqualTo("1");
    }

    @Test
    @Timeout(180)
    void a_signal_committed_before_the_wait_is_recorded_is_not_lost() {
        ClaimedJob job = claimed();
        try (HeldConnection sender = new HeldConnection(database.dataSource)) {
            assertThat(sender.call(() -> send(job.id(), "1"))).isEqualTo(new Sent(SignalResult.STORED, null));
            assertThat(Steps.awaited(database.store, job.fence(), Steps.await("approved")))
                    .isNull();
            sender.commit();
        }
        FoundStep found = Steps.awaited(database.store, job.fence(), Steps.await("approved"));
        assertThat(found).isNotNull();
        assertThat(found.result()).isEqualTo("1");
    }

    @Test
    @Timeout(180)
    void a_sender_waits_for_a_wait_that_is_being_recorded() throws Exception {
        ClaimedJob job = claimed();
        try (HeldConnection run = new HeldConnection(database.dataSource);
                HeldConnection sender = new HeldConnection(database.dataSource)) {
            run.call(() -> Steps.awaited(database.joining, job.fence(), Steps.await("approved")));
            Future<Sent> sent = sender.start(() -> send(job.id(), "1"));
            awaitSomebodyWaiting();
            run.commit();
            assertThat(of(sent)).isEqualTo(new Sent(SignalResult.DELIVERED, null));
            sender.commit();
        }
        assertThat(steps().suspend(job)).isEqualTo(Settled.WOKEN);
    }

    @Test
    @Timeout(180)
    void a_sender_wakes_a_job_whose_suspension_it_waited_for() throws Exception {
        ClaimedJob job = claimed();
        Steps.awaited(database.store, job.fence(), Steps.await("approved"));
        try (HeldConnection run = new HeldConnection(database.dataSource);
                HeldConnection sender = new HeldConnection(database.dataSource)) {
            run.call(() -> database.joining.settle(List.of(Steps.suspended(job, "approved"))));
            Future<Sent> sent = sender.start(() -> send(job.id(), "1"));
            awaitSomebodyWaiting();
            run.commit();
            assertThat(of(sent)).isEqualTo(new Sent(SignalResult.DELIVERED, ReadyJobs.outOfTurn("q")));
            sender.commit();
        }
        assertThat(database.state(job.id())).isEqualTo(JobState.READY);
    }

    @Test
    @Timeout(180)
    void a_sender_hears_of_an_end_that_it_waited_for() throws Exception {
        ClaimedJob job = claimed();
        try (HeldConnection run = new HeldConnection(database.dataSource);
                HeldConnection sender = new HeldConnection(database.dataSource)) {
            run.call(() -> database.joining.settle(List.of(Settlement.of(job, new Outcome.Completed("1")))));
            Future<Sent> sent = sender.start(() -> send(job.id(), "1"));
            awaitSomebodyWaiting();
            run.commit();
            assertThat(of(sent)).isEqualTo(new Sent(SignalResult.TOO_LATE, null));
            sender.commit();
        }
    }

    @Test
    @Timeout(300)
    void a_signal_and_the_time_decide_each_wait_once() throws Exception {
        Map<SignalResult, Integer> results = new HashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Long> jobs = waitingFor(Duration.ofMillis(5L + round));
            Map<Long, Sent> sent = new ConcurrentHashMap<>();
            Callable<?> senders = () -> {
                jobs.forEach(job -> sent.put(job, database.store.send(job, "approved", "1", null)));
                return null;
            };
            Callable<?> sweeper = () -> {
                while (jobs.stream().anyMatch(job -> steps().state(job, "approved") == State.WAITING)) {
                    database.store.promoteDue(10);
                }
                return null;
            };
            bothAtOnce(senders, sweeper);
            for (long job : jobs) {
                SignalResult result = Objects.requireNonNull(sent.get(job)).result();
                results.merge(result, 1, Integer::sum);
                FoundStep step = steps().of(job, "approved");
                assertThat(result).isIn(SignalResult.DELIVERED, SignalResult.TOO_LATE);
                assertThat(step.state()).isEqualTo(result == SignalResult.DELIVERED ? State.DONE : State.TIMED_OUT);
                assertThat(step.result()).isEqualTo(result == SignalResult.DELIVERED ? "1" : null);
                assertThat(database.state(job)).isEqualTo(JobState.READY);
            }
            List<ClaimedJob> ready = database.claim(2 * PAIRS);
            assertThat(ready).hasSize(PAIRS);
            for (ClaimedJob job : ready) {
                assertThat(Steps.awaited(database.store, job.fence(), Steps.await("approved")))
                        .isEqualTo(steps().of(job.id(), "approved"));
            }
            clear();
        }
        assertThat(results.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(ROUNDS * PAIRS);
    }

    private List<Long> waitingFor(Duration time) {
        database.store.insertAll(job().times(PAIRS));
        List<ClaimedJob> jobs = database.claim(PAIRS);
        NewStep wait = new NewStep(
                "approved", Kind.AWAIT, State.WAITING, 1, Duration.ZERO, new Due.After(time), null, Ties.STEPS);
        jobs.forEach(job -> Steps.awaited(database.store, job.fence(), wait));
        database.store.settle(
                jobs.stream().map(job -> Steps.suspended(job, "approved")).toList());
        return jobs.stream().map(ClaimedJob::id).toList();
    }

    @Test
    @Timeout(300)
    void of_two_senders_at_once_one_reaches_the_wait() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = waiting();
            List<Sent> sent = new ArrayList<>();
            Callable<?> sender = () -> {
                Sent result = database.store.send(job.id(), "approved", "1", null);
                synchronized (sent) {
                    sent.add(result);
                }
                return null;
            };
            bothAtOnce(sender, sender);
            assertThat(sent)
                    .extracting(Sent::result)
                    .containsExactlyInAnyOrder(SignalResult.DELIVERED, SignalResult.STORED);
            FoundStep second = Steps.awaited(database.store, database.claimOne().fence(), Steps.await("approved#2"));
            assertThat(second).isNotNull();
            assertThat(second.result()).isEqualTo("1");
            clear();
        }
    }

    @Test
    @Timeout(300)
    void a_message_sent_twice_at_once_counts_once() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = waiting();
            Callable<?> sender = () -> {
                assertThat(database.store.send(job.id(), "approved", "1", "m").result())
                        .isEqualTo(SignalResult.DELIVERED);
                return null;
            };
            bothAtOnce(sender, sender);
            assertThat(database.sql.queryForObject("SELECT COUNT(*) FROM baton_signal", Integer.class))
                    .isOne();
            clear();
        }
    }

    @Test
    @Timeout(300)
    void a_cancellation_beside_a_signal_ends_the_job() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClaimedJob job = waiting();
            Callable<?> sender = () -> {
                assertThat(database.store.send(job.id(), "approved", "1", null).result())
                        .isIn(SignalResult.DELIVERED, SignalResult.TOO_LATE);
                return null;
            };
            Callable<?> operator = () -> database.store.cancel(List.of(job.id()));
            bothAtOnce(sender, operator);
            assertThat(database.state(job.id())).isEqualTo(JobState.CANCELLED);
            assertThat(database.claim(10)).isEmpty();
            clear();
        }
    }

    /** A transaction that has read before, so that it sees what was there then. */
    private HeldConnection sinceNow() {
        HeldConnection sender = HeldConnection.repeatableRead(database.dataSource);
        sender.call(() -> List.of(
                database.joining.ofJob(0), database.sql.queryForList("SELECT id FROM baton_job_history"),
                database.sql.queryForList("SELECT id FROM baton_signal"), database.joining.find(0)));
        return sender;
    }

    private void assumeLocksReadTheNewest() {
        assumeThat(kind)
                .as("the others refuse to lock what has changed since")
                .isIn(TestDatabase.MARIADB, TestDatabase.MYSQL);
    }

    @Test
    @Timeout(180)
    void a_sender_that_began_before_the_wait_finds_it() {
        assumeLocksReadTheNewest();
        ClaimedJob job = claimed();
        try (HeldConnection sender = sinceNow()) {
            steps().waitFor(job, "approved");
            assertThat(sender.call(() -> send(job.id(), "1")))
                    .isEqualTo(new Sent(SignalResult.DELIVERED, ReadyJobs.outOfTurn("q")));
            sender.commit();
        }
        assertThat(database.state(job.id())).isEqualTo(JobState.READY);
        assertThat(steps().of(job.id(), "approved").result()).isEqualTo("1");
    }

    @Test
    @Timeout(180)
    void a_run_finds_a_signal_whose_sender_began_before_its_wait() {
        assumeLocksReadTheNewest();
        ClaimedJob job = claimed();
        try (HeldConnection sender = sinceNow()) {
            Steps.awaited(database.store, job.fence(), Steps.await("approved"));
            assertThat(sender.call(() -> send(job.id(), "1")).result())
                    .isIn(SignalResult.STORED, SignalResult.DELIVERED);
            sender.commit();
        }
        assertThat(steps().suspend(job)).isEqualTo(Settled.WOKEN);
        FoundStep found = Steps.awaited(database.store, database.claimOne().fence(), Steps.await("approved"));
        assertThat(found).isNotNull();
        assertThat(found.result()).isEqualTo("1");
    }

    @Test
    @Timeout(180)
    void a_sender_that_began_before_a_message_does_not_repeat_it() {
        assumeLocksReadTheNewest();
        ClaimedJob job = waiting();
        try (HeldConnection sender = sinceNow()) {
            database.store.send(job.id(), "approved", "1", "m");
            assertThatThrownBy(() -> sender.call(() -> database.joining.send(job.id(), "approved", "1", "m")))
                    .hasRootCauseInstanceOf(SQLIntegrityConstraintViolationException.class);
        }
        assertThat(database.store.send(job.id(), "approved", "1", "m").result()).isEqualTo(SignalResult.DELIVERED);
    }

    @Test
    @Timeout(180)
    void a_sender_that_began_before_the_end_is_too_late() {
        assumeLocksReadTheNewest();
        ClaimedJob job = claimed();
        try (HeldConnection sender = sinceNow()) {
            database.settle(job, Outcome.Completed.PLAIN);
            assertThat(sender.call(() -> send(job.id(), "1"))).isEqualTo(new Sent(SignalResult.TOO_LATE, null));
        }
    }

    @Test
    @Timeout(180)
    void a_postgres_sender_with_an_older_snapshot_misses_no_wait() {
        assumeThat(kind).isEqualTo(TestDatabase.POSTGRES);
        ClaimedJob job = claimed();
        try (HeldConnection sender = sinceNow()) {
            steps().waitFor(job, "approved");
            assertThatThrownBy(() -> sender.call(() -> send(job.id(), "1"))).hasMessageContaining("serialize");
        }
        assertThat(database.state(job.id())).isEqualTo(JobState.WAITING);
    }

    /** The wait that the older snapshot has is over. */
    @Test
    @Timeout(180)
    void a_mariadb_sender_with_an_older_snapshot_loses_no_value() {
        assumeThat(kind).isIn(TestDatabase.MARIADB, TestDatabase.MYSQL);
        ClaimedJob job = claimed();
        Steps.awaited(database.store, job.fence(), Steps.await("approved"));
        try (HeldConnection sender = sinceNow()) {
            assertThat(send(job.id(), "1").result()).isEqualTo(SignalResult.DELIVERED);
            assertThat(sender.call(() -> database.joining
                            .send(job.id(), "approved", "2", null)
                            .result()))
                    .isEqualTo(SignalResult.STORED);
            sender.commit();
        }
        assertThat(Steps.awaited(database.store, job.fence(), Steps.await("approved#2")))
                .extracting(FoundStep::result)
                .isEqualTo("2");
    }

    @Test
    @Timeout(180)
    void an_open_sender_delays_no_step_of_another_job() throws Exception {
        assumeThat(kind)
                .as("there, the lock of waits blocks neighbouring inserts until the sender's transaction ends")
                .isNotIn(TestDatabase.MARIADB, TestDatabase.MYSQL);
        ClaimedJob waiting = waiting();
        ClaimedJob other = claimed();
        try (HeldConnection sender = HeldConnection.repeatableRead(database.dataSource)) {
            sender.call(() -> database.joining.send(waiting.id(), "approved", "1", "m"));
            assertThat(of(threads.submit(() -> database.store.save(other.fence(), Steps.done("charge", "1")))))
                    .isEqualTo(Settled.DONE);
            sender.commit();
        }
    }

    @Test
    @Timeout(180)
    void two_open_senders_of_messages_to_two_jobs_do_not_meet() throws Exception {
        ClaimedJob first = waiting();
        ClaimedJob second = waiting();
        try (HeldConnection one = HeldConnection.repeatableRead(database.dataSource);
                HeldConnection other = HeldConnection.repeatableRead(database.dataSource)) {
            one.call(() -> database.joining.send(first.id(), "approved", "1", "m"));
            assertThat(of(other.start(() -> database.joining.send(second.id(), "approved", "1", "m")))
                            .result())
                    .isEqualTo(SignalResult.DELIVERED);
            assertThat(one.call(() -> database.joining.send(first.id(), "other", "1", "m2"))
                            .result())
                    .isEqualTo(SignalResult.STORED);
            other.commit();
            one.commit();
        }
    }
}
