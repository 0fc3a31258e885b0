package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobState;
import io.baton.Rate;
import io.baton.enqueue.QueueSignal;
import io.baton.permit.LimitDefinitions.PermitSemaphores;
import io.baton.permit.PermitFollowUp;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Nobody keeps permits from others who could use them: not by a narrower limit, a queue of which no job starts, or a transaction that stays open. */
@Timeout(180)
@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES})
class FairLimitsTests extends LimitedContract<LimitedOnDatabase> {

    private static final Duration DAY = Duration.ofDays(1);

    @Override
    LimitedOnDatabase store(TestDatabase kind) {
        LimitedOnDatabase opened = new LimitedOnDatabase(kind);
        LongLockWaits.allow(opened.dataSource);
        return opened;
    }

    private List<Long> insert(int count, JobDraft job, String... names) {
        return IntStream.range(0, count)
                .mapToObj(each -> limited.insert(job, names))
                .toList();
    }

    private List<Long> claimed(String queue) {
        return limited.database.claim(queue, 1_000).stream().map(ClaimedJob::id).toList();
    }

    void complete(ClaimedJob job) {
        limited.database.store.settle(List.of(Settlement.of(job, Outcome.Completed.PLAIN)));
    }

    TransactionTemplate caller(int isolation) {
        TransactionTemplate caller = new TransactionTemplate(new JdbcTransactionManager(limited.dataSource));
        caller.setIsolationLevel(isolation);
        return caller;
    }

    @Test
    void waiters_of_a_narrow_limit_do_not_exhaust_a_wide_one() {
        limited.define("api", 3);
        limited.define("tenant", 1);
        insert(5, job(), "api", "tenant:x");
        long other = limited.insert(job(), "api", "tenant:y");
        limited.follow();

        assertThat(claimed("q")).contains(other);
    }

    @Test
    void waiters_of_a_slow_rate_do_not_exhaust_a_fast_one() {
        limited.define("~api", Rate.of(1_000, Duration.ofSeconds(1)).withBurst(3));
        limited.define("~tenant", Rate.of(1, DAY).withBurst(1));
        insert(5, job(), "~api", "~tenant:x");
        long other = limited.insert(job(), "~api", "~tenant:y");
        limited.follow();
        List<Long> ran = new ArrayList<>(claimed("q"));
        limited.pass(Duration.ofSeconds(10));
        limited.dirty.mark(List.of("~api"));
        limited.follow();
        ran.addAll(claimed("q"));

        assertThat(ran).contains(other);
    }

    private void followAsANode(Set<String> open) {
        PermitFollowUp node = new PermitFollowUp(
                limited.permits,
                limited.database.transactions,
                limited.dirty,
                new QueueSignal(queue -> {}),
                System::nanoTime,
                () -> Duration.ofSeconds(10));
        node.begin(() -> {});
        for (int turn = 0; turn < 50 && node.follow(() -> open).isZero(); ) {
            turn++;
        }
    }

    @Test
    void jobs_of_a_dead_node_in_an_unserved_queue_hold_no_permits() {
        limited.define("a", 1);
        long dying = limited.database.register("dying", "other");
        limited.insert(job().queue("other"), "a");
        limited.database.transactions.run(() -> limited.permits.admit(Set.of("a"), Set.of("other"), 100));
        limited.database.store.claim(new Claim("other", UUID.randomUUID(), dying, 1, null));
        limited.database.workers.deregister(dying, false);
        limited.database.store.unlock(dying, 10);
        long waiting = limited.insert(job(), "a");
        followAsANode(Set.of("q"));

        assertThat(claimed("q")).containsExactly(waiting);
    }

    @Test
    void a_job_waiting_for_a_thread_blocks_no_rate_for_others() {
        limited.define("~r", Rate.of(10, Duration.ofSeconds(1)).withBurst(1));
        limited.insert(job().queue("full"), "~r");
        long other = limited.insert(job(), "~r");
        limited.database.transactions.run(() -> limited.permits.admit(Set.of("~r"), Set.of("full", "q"), 100));
        limited.pass(DAY);
        for (int turn = 0; turn < 2; turn++) {
            limited.database.transactions.run(() -> limited.permits.admit(Set.of("~r"), Set.of("full", "q"), 100));
        }

        assertThat(claimed("q")).containsExactly(other);
    }

    @Test
    void permits_are_not_taken_from_a_job_just_being_claimed() throws Exception {
        limited.define("a", 1);
        long id = limited.insert(job(), "a");
        limited.follow();
        try (HeldConnection worker = new HeldConnection(limited.dataSource);
                HeldConnection node = new HeldConnection(limited.dataSource)) {
            worker.call(() -> limited.database.joining.claim(limited.database.wish("q", 1)));
            Future<?> late = node.start(() -> limited.permits.releaseUnserved(Set.of("other"), 10));
            waitOrDone(late);
            worker.commit();
            late.get(60, TimeUnit.SECONDS);
            node.commit();
        }
        limited.insert(job(), "a");
        limited.dirty.mark(List.of("a"));
        limited.follow();

        assertThat(limited.database.state(id)).isEqualTo(JobState.CLAIMED);
        assertThat(claimed("q")).as("while the first one runs").isEmpty();
    }

    /** While somebody holds the row of the first of these jobs. */
    private <T> T whileFirstIsHeld(List<Long> ids, Supplier<T> work) {
        assumeThat(kind).as("H2 cannot pass over rows that somebody holds").isNotEqualTo(TestDatabase.H2);
        try (HeldTransaction person = limited.database.hold()) {
            person.call(() -> limited.database.joining.cancel(ids.subList(0, 1)));
            return limited.database.transactions.run(work);
        }
    }

    @Test
    void a_locked_row_does_not_keep_other_permits_from_being_reclaimed() {
        limited.define("a", 2);
        List<Long> ids = insert(2, job(), "a");
        limited.follow();
        assertThat(whileFirstIsHeld(ids, () -> limited.permits.releaseUnserved(Set.of("other"), 10))
                        .repaired())
                .isEqualTo(1);
        assertThat(limited.of(ids.get(0))).isEqualTo(Map.of("a", 2));
        assertThat(limited.of(ids.get(1))).isEqualTo(Map.of("a", 1));
    }

    @Test
    void a_row_that_somebody_holds_keeps_nobody_else_from_being_repaired() {
        limited.define("a", 2);
        List<Long> ids = insert(2, job(), "a");
        ids.forEach(limited::sleepByHand);
        whileFirstIsHeld(ids, () -> limited.permits.wakeForgotten(0, 10));
        assertThat(limited.of(ids.get(0))).isEqualTo(Map.of("a", 0));
        assertThat(limited.of(ids.get(1))).isEqualTo(Map.of("a", 1));
    }

    @Test
    void a_job_just_being_claimed_is_not_sent_to_the_lines_end() {
        assumeThat(kind).as("H2 cannot pass over rows that somebody holds").isNotEqualTo(TestDatabase.H2);
        limited.define("~r", Rate.of(10, Duration.ofSeconds(1)).withBurst(1));
        long id = limited.insert(job(), "~r");
        limited.admit("~r");
        limited.insert(job().queue("other"), "~r");
        limited.pass(DAY);
        try (HeldConnection worker = new HeldConnection(limited.dataSource)) {
            worker.call(() -> limited.database.joining.claim(limited.database.wish("q", 1)));
            assertThat(limited.database
                            .transactions
                            .run(() -> limited.permits.admit(Set.of("~r"), Set.of("q", "other"), 10))
                            .busy())
                    .containsExactly("~r");
            worker.commit();
        }
        assertThat(limited.of(id)).isEqualTo(Map.of("~r", 2));
    }

    void waitOrDone(Future<?> late) {
        await().atMost(Duration.ofMinutes(1)).until(() -> late.isDone() || LockWaits.any(kind, limited.sql));
    }

    @Test
    void nobody_starts_after_a_resize_to_zero() {
        limited.define("a", 1);
        limited.insert(job(), "a");
        limited.follow();
        new PermitSemaphores(limited.permits, limited.database.transactions, limited.dirty).resize("a", 0);
        followAsANode(Set.of("q"));

        assertThat(claimed("q")).isEmpty();
    }

    @Test
    void a_caller_may_define_a_limit_and_use_it_whatever_its_isolation() {
        caller(TransactionDefinition.ISOLATION_REPEATABLE_READ).executeWithoutResult(status -> {
            limited.database.joining.counts();
            limited.define("fresh", 1);
            assertThatCode(() -> limited.database.joining.insert(
                            job().permits("fresh").asNew()))
                    .doesNotThrowAnyException();
        });
    }

    @Test
    void a_key_can_be_defined_whether_it_was_used_or_not() {
        limited.define("t", 1);
        limited.insert(job(), "t:used");
        limited.follow();
        limited.define("t:unused", 5);
        limited.define("t:used", 5);

        assertThat(limited.permits.find("t:unused").orElseThrow().capacity()).isEqualTo(5);
        assertThat(limited.permits.find("t:used").orElseThrow().capacity()).isEqualTo(5);
    }
}
