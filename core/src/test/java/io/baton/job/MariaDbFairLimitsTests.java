package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.BatonException;
import io.baton.database.Database;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.permit.DirtyLimits;
import io.baton.permit.Permits;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;

/** Also what callers do in the isolation that is the default of MariaDB. */
@OnEachDatabase(TestDatabase.MARIADB)
class MariaDbFairLimitsTests extends FairLimitsTests {

    private static final int DEFAULT = TransactionDefinition.ISOLATION_REPEATABLE_READ;

    private static final String WAIT_FOR = "SELECT COUNT(*) FROM information_schema.innodb_lock_waits w"
            + " JOIN information_schema.innodb_trx t ON t.trx_id = w.blocking_trx_id WHERE t.trx_mysql_thread_id = ?";

    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    /** Not if it waits for a lock of the caller, who keeps it. */
    private boolean isDoneBesideCaller(Future<?> late) {
        Long caller = limited.sql.queryForObject("SELECT CONNECTION_ID()", Long.class);
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            Integer waiting = limited.sql.queryForObject(WAIT_FOR, Integer.class, caller);
            return late.isDone() || (waiting != null && waiting > 0);
        });
        return late.isDone();
    }

    private boolean runsBeside(int isolation, Runnable ofCaller, Runnable beside) throws Exception {
        boolean[] done = new boolean[1];
        Future<?>[] late = new Future<?>[1];
        caller(isolation).executeWithoutResult(status -> {
            ofCaller.run();
            late[0] = threads.submit(beside);
            done[0] = isDoneBesideCaller(late[0]);
        });
        late[0].get(120, TimeUnit.SECONDS);
        return done[0];
    }

    @Test
    void a_caller_who_cancels_holds_up_no_enqueue() throws Exception {
        limited.define("a", 1);
        limited.insert(job(), "a");
        long last = limited.insert(job(), "a");

        assertThat(runsBeside(
                        DEFAULT,
                        () -> limited.database.joining.cancel(List.of(last)),
                        () -> limited.insert(job(), "a")))
                .isTrue();
    }

    @Test
    void a_caller_who_reschedules_holds_up_no_enqueue() throws Exception {
        limited.define("a", 1);
        limited.insert(job(), "a");
        long last = limited.insert(job(), "a");

        assertThat(runsBeside(
                        DEFAULT,
                        () -> limited.database.joining.reschedule(List.of(last), new Due.After(Duration.ofHours(1))),
                        () -> limited.insert(job(), "a")))
                .isTrue();
    }

    @Test
    void a_caller_who_pauses_holds_up_nobody_who_pauses() throws Exception {
        assertThat(runsBeside(
                        DEFAULT,
                        () -> limited.database.joining.pause("x", null),
                        () -> limited.database.store.pauseAtLeast("y", Duration.ofHours(1))))
                .isTrue();
    }

    @Test
    void two_callers_may_pause_at_once() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        List<Future<?>> callers =
                List.of(threads.submit(() -> pauseTwo("k", both)), threads.submit(() -> pauseTwo("m", both)));
        for (Future<?> caller : callers) {
            caller.get(120, TimeUnit.SECONDS);
        }
    }

    /** In each of them the queue was not paused before, and the second one is paused once both have begun. */
    private void pauseTwo(String queue, CountDownLatch both) {
        caller(DEFAULT).executeWithoutResult(status -> {
            limited.database.joining.resume(queue);
            both.countDown();
            try {
                both.await(120, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            limited.database.joining.pause(queue, null);
        });
    }

    @Test
    void a_serializable_caller_who_enqueues_holds_up_no_admission() throws Exception {
        limited.define("t:own", 1);
        limited.insert(job(), "t:own");
        assertThat(runsBeside(
                        TransactionDefinition.ISOLATION_SERIALIZABLE,
                        () -> limited.database.joining.insert(
                                job().permits("t:own").asNew()),
                        () -> limited.database.transactions.run(
                                () -> limited.permits.admit(Set.of("t:own"), Set.of("q"), 10))))
                .isTrue();
    }

    @Test
    void a_serializable_caller_leaves_a_limit_that_its_node_knows_to_others() {
        limited.define("far", 1);
        DirtyLimits read = new DirtyLimits();
        JobStore elsewhere = JobStore.on(
                new Database(limited.dataSource, null),
                TestedStore.KEEP_ALL,
                List.of(new Permits(read, JobSignal.ClusterSignal.NONE, null)),
                InsertObserver.NONE);
        caller(DEFAULT)
                .executeWithoutResult(
                        status -> elsewhere.insert(job().permits("far:1").asNew()));
        caller(TransactionDefinition.ISOLATION_SERIALIZABLE).executeWithoutResult(status -> {
            elsewhere.insert(job().permits("far:1").asNew());
            try (HeldConnection other = new HeldConnection(limited.dataSource)) {
                assertThat(other.call(() -> limited.sql.queryForList(
                                "SELECT name FROM baton_limit WHERE name = 'far' FOR UPDATE NOWAIT", String.class)))
                        .containsExactly("far");
            }
        });
        assertThat(read.isKnown("far")).isTrue();
    }

    @Test
    void a_serializable_caller_is_told_that_there_is_no_such_limit() {
        JobStore elsewhere = JobStore.on(
                new Database(limited.dataSource, null),
                TestedStore.KEEP_ALL,
                List.of(new Permits(new DirtyLimits(), JobSignal.ClusterSignal.NONE, null)),
                InsertObserver.NONE);
        assertThatThrownBy(() -> caller(TransactionDefinition.ISOLATION_SERIALIZABLE)
                        .execute(
                                status -> elsewhere.insert(job().permits("none").asNew())))
                .isInstanceOf(BatonException.class);
    }

    @Test
    void a_cancel_publishes_the_permit_it_frees_however_old_its_snapshot() {
        limited.define("a", 1);
        long id = limited.insert(job(), "a");
        limited.dirty();
        caller(DEFAULT).executeWithoutResult(status -> {
            limited.database.joining.counts();
            limited.admit("a");
            limited.database.joining.cancel(List.of(id));
        });

        assertThat(limited.dirty()).contains("a");
    }
}
