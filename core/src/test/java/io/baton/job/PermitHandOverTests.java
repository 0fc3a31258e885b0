package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.loop.Ticker;
import io.baton.permit.PermitFollowUp;
import io.baton.permit.Permits;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On PostgreSQL, the transaction that settles a job gives its permit of a key to the next one. */
class PermitHandOverTests {

    private final LimitedOnDatabase limited = new LimitedOnDatabase(TestDatabase.POSTGRES);
    private final List<ReadyJobs> announced = new ArrayList<>();
    private final OwnTransactions transactions = new OwnTransactions(limited.dataSource);
    private final JobStore worker = JobStore.of(JdbcJobRoles.on(
            new Database(limited.dataSource, null),
            TestedStore.KEEP_ALL,
            List.of(new Permits(limited.dirty, announcing(), limited.dataSource)),
            InsertObserver.NONE,
            () -> 0));
    private final PermitFollowUp followUp = new PermitFollowUp(
            limited.permits, transactions, limited.dirty, announcing(), Ticker.SYSTEM, () -> Duration.ofHours(1));

    private JobSignal announcing() {
        return new JobSignal() {
            @Override
            public void jobsAvailable(ReadyJobs ready) {
                announced.add(ready);
            }

            @Override
            public void jobsScheduled() {}

            @Override
            public void pausesChanged() {}
        };
    }

    @BeforeEach
    void begin() {
        limited.define("a", 1);
        followUp.begin(() -> {});
    }

    @AfterEach
    void close() {
        limited.close();
    }

    private void follow(String... queues) {
        while (followUp.follow(() -> Set.of(queues)).isZero()) {
            // until nothing is left to do
        }
        announced.clear();
    }

    /** Claims the first job, and settles it in a transaction of the worker. */
    private void completeOne(Outcome outcome) {
        ClaimedJob claimed = limited.database.claimOne();
        assertThat(transactions.run(() -> worker.settle(List.of(Settlement.of(claimed, outcome)))))
                .containsValue(Settled.DONE);
    }

    private void completeOne() {
        completeOne(new Outcome.Completed(null));
    }

    private JobState state(long job) {
        return limited.database.state(job);
    }

    @Test
    void the_end_of_a_job_makes_the_next_of_its_key_ready() {
        limited.insert(job(), "a:x");
        long second = limited.insert(job(), "a:x");
        long third = limited.insert(job(), "a:x");
        follow("q");
        completeOne();

        assertThat(state(second)).isEqualTo(JobState.READY);
        assertThat(limited.of(second)).isEqualTo(Map.of("a:x", 2));
        assertThat(state(third)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.dirty()).isEmpty();
        assertThat(announced).containsExactly(ReadyJobs.outOfTurn("q"));
        completeOne();
        assertThat(state(third)).isEqualTo(JobState.READY);
    }

    @Test
    void the_commit_of_such_a_settlement_waits_for_the_disk() {
        limited.insert(job(), "a:x");
        limited.insert(job(), "a:x");
        follow("q");
        ClaimedJob claimed = limited.database.claimOne();
        String commit = transactions.run(() -> {
            worker.settle(List.of(Settlement.of(claimed, new Outcome.Completed(null))));
            return limited.sql.queryForObject("SHOW synchronous_commit", String.class);
        });
        assertThat(commit).isEqualTo("on");
    }

    @Test
    @Timeout(180)
    void no_more_hold_a_key_than_may_while_many_settle() throws Exception {
        limited.define("b", 2);
        int jobs = 300;
        for (int each = 0; each < jobs; each++) {
            limited.insert(job(), (each % 2 == 0 ? "a:" : "b:") + each % 6);
        }
        AtomicInteger most = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                all.add(threads.submit(() -> {
                    while (done.get() < jobs) {
                        for (ClaimedJob claimed : limited.database.claim(1)) {
                            String key =
                                    limited.of(claimed.id()).keySet().iterator().next();
                            int held = (int) limited.held(key);
                            most.accumulateAndGet(key.startsWith("a") ? held : held - 1, Math::max);
                            // an admission that saw it wait may hold its row for a moment
                            List<Settlement> completed = List.of(Settlement.of(claimed, new Outcome.Completed(null)));
                            await().until(() -> transactions
                                    .run(() -> worker.settle(completed))
                                    .containsValue(Settled.DONE));
                            done.incrementAndGet();
                        }
                    }
                }));
            }
            while (done.get() < jobs) {
                followUp.follow(() -> Set.of("q"));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(most).hasValue(1);
        assertThat(limited.permitRows()).isZero();
    }

    @Test
    void a_shared_limit_is_left_to_the_next_admission() {
        limited.insert(job(), "a");
        long second = limited.insert(job(), "a");
        follow("q");
        completeOne();

        assertThat(state(second)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.dirty()).containsExactly("a");
    }

    @Test
    void the_first_in_line_gets_it_whichever_open_queue_it_has() {
        limited.insert(job(), "a:x");
        follow("q", "other");
        long closed = limited.insert(job().queue("closed").priority(9), "a:x");
        long other = limited.insert(job().queue("other").priority(5), "a:x");
        long same = limited.insert(job(), "a:x");
        completeOne();

        assertThat(state(closed)).isEqualTo(JobState.BLOCKED);
        assertThat(state(other)).isEqualTo(JobState.READY);
        assertThat(state(same)).isEqualTo(JobState.BLOCKED);
    }

    @Test
    void no_job_is_let_in_where_the_limit_has_become_smaller() {
        limited.define("a", 1);
        limited.insert(job(), "a:x");
        long second = limited.insert(job(), "a:x");
        follow("q");
        limited.sql.update("UPDATE baton_limit SET capacity = 0 WHERE name = 'a'");
        completeOne();

        assertThat(state(second)).isEqualTo(JobState.BLOCKED);
    }

    @Test
    void a_limit_with_a_locked_row_is_left_to_the_next_admission() {
        limited.insert(job(), "a:x");
        long second = limited.insert(job(), "a:x");
        follow("q");
        try (HeldTransaction admission = limited.database.hold()) {
            admission.call(() -> limited.permits.admit(Set.of("a:x"), Set.of("q"), 1));
            completeOne();
            admission.rollback();
        }
        assertThat(state(second)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.dirty()).containsExactly("a:x");
    }

    @Test
    void a_job_with_a_locked_row_is_left_to_the_next_admission() {
        limited.insert(job(), "a:x");
        long second = limited.insert(job(), "a:x");
        follow("q");
        try (HeldTransaction person = limited.database.hold()) {
            person.call(() -> limited.database.joining.cancel(List.of(second)));
            completeOne();
            person.rollback();
        }
        assertThat(state(second)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.dirty()).containsExactly("a:x");
    }

    @Test
    void a_job_that_needs_another_permit_too_waits_for_that() {
        limited.define("b", 1);
        limited.insert(job(), "a:x");
        long second = limited.insert(job(), "a:x", "b");
        follow("q");
        completeOne();

        assertThat(limited.of(second)).isEqualTo(Map.of("a:x", 2, "b", 1));
        assertThat(state(second)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.dirty()).containsExactly("b");
    }

    @Test
    void a_transaction_of_the_application_locks_no_further_job() {
        limited.insert(job(), "a:x");
        long second = limited.insert(job(), "a:x");
        follow("q");
        ClaimedJob claimed = limited.database.claimOne();
        limited.database.store.settle(List.of(Settlement.of(claimed, new Outcome.Completed(null))));

        assertThat(state(second)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.dirty()).containsExactly("a:x");
    }

    @Test
    void a_failed_hand_over_is_left_out_and_fails_no_completed_job() {
        limited.insert(job(), "a:x");
        long second = limited.insert(job(), "a:x");
        follow("q");
        limited.sql.execute("ALTER TABLE baton_limit RENAME COLUMN capacity TO away");
        ClaimedJob claimed = limited.database.claimOne();
        List<Settlement> completed = List.of(Settlement.of(claimed, new Outcome.Completed(null)));
        assertThat(transactions.run(() -> worker.settle(completed))).containsValue(Settled.DONE);
        assertThat(state(second)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.dirty()).containsExactly("a:x");
        limited.sql.execute("ALTER TABLE baton_limit RENAME COLUMN away TO capacity");
        limited.dirty.mark(Set.of("a:x"));
        follow("q");
        assertThat(state(second)).isEqualTo(JobState.READY);
    }
}
