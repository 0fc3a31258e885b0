package io.baton.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.Once;
import io.baton.OnceAction;
import io.baton.OnceBusyException;
import io.baton.OnceOptions;
import io.baton.OnceResult;
import io.baton.OnceUncertainException;
import io.baton.UnusableTransactionException;
import io.baton.job.CurrentJob;
import io.baton.job.Fence;
import io.baton.job.UnwrittenNotes;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What is done once is done once, whoever tries, whoever dies. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@OnEachDatabase
class OnceTests implements TestsOnDatabase {

    record Receipt(String number) {}

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger done = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private OnceOnDatabase on;

    @SuppressWarnings("NullAway.Init")
    private Once once;

    @Override
    public void open(TestDatabase kind) {
        on = new OnceOnDatabase(kind);
        once = on.once;
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
        on.away(false);
        done.set(0);
    }

    @Test
    void the_second_learns_that_it_was_done() {
        assertThat(once.perform("mail:7", key -> done.incrementAndGet())).isEqualTo(OnceResult.PERFORMED);
        assertThat(once.perform("mail:7", key -> done.incrementAndGet())).isEqualTo(OnceResult.ALREADY_PERFORMED);
        assertThat(once.perform("mail:8", key -> done.incrementAndGet())).isEqualTo(OnceResult.PERFORMED);
        assertThat(done).hasValue(2);
        assertThat(once.isDone("mail:7")).isTrue();
        assertThat(once.isDone("mail:9")).isFalse();
    }

    @Test
    void keys_differ_by_case_and_blanks() {
        List.of("a", "A", "a ", "\u00e4", "a\u0308").forEach(key -> once.perform(key, token -> done.incrementAndGet()));
        assertThat(done).hasValue(5);
    }

    @Test
    void what_a_call_returned_is_returned_again() {
        Receipt receipt =
                once.call("order:7", Receipt.class, key -> new Receipt(key)).orElseThrow();
        assertThat(once.call("order:7", Receipt.class, key -> new Receipt("another")))
                .contains(receipt);
        assertThat(once.call("order:8", Receipt.class, key -> null)).isEmpty();
        assertThat(once.call("order:8", Receipt.class, key -> new Receipt("late")))
                .isEmpty();
    }

    @Test
    void an_action_that_fails_is_done_again_with_the_same_idempotency_key() {
        List<String> keys = new ArrayList<>();
        assertThatThrownBy(() -> once.perform("mail", key -> {
                    keys.add(key);
                    throw new IOException("the server is away");
                }))
                .isInstanceOf(IOException.class);
        assertThat(once.isDone("mail")).isFalse();
        assertThat(once.perform("mail", keys::add)).isEqualTo(OnceResult.PERFORMED);
        assertThat(new HashSet<>(keys)).hasSize(1);
        assertThat(keys).hasSize(2);
    }

    @Test
    void of_many_at_once_one_does_it_and_all_get_its_outcome() throws Exception {
        List<Future<Receipt>> all = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int caller = 0; caller < 16; caller++) {
            all.add(threads.submit(() -> {
                start.await();
                return once.call("order", Receipt.class, key -> new Receipt("r" + done.incrementAndGet()))
                        .orElseThrow();
            }));
        }
        start.countDown();
        Set<Receipt> receipts = new HashSet<>();
        for (Future<Receipt> each : all) {
            receipts.add(each.get(120, TimeUnit.SECONDS));
        }
        assertThat(receipts).containsExactly(new Receipt("r1"));
    }

    @Test
    void of_many_who_do_again_what_failed_one_does_it() throws Exception {
        int callers = 8;
        for (int round = 1; round <= 40; round++) {
            String key = "mail:" + round;
            assertThatThrownBy(() -> once.perform(key, token -> {
                        throw new IOException("the server is away");
                    }))
                    .isInstanceOf(IOException.class);
            CyclicBarrier start = new CyclicBarrier(callers);
            List<Future<OnceResult>> all = new ArrayList<>();
            for (int caller = 0; caller < callers; caller++) {
                all.add(threads.submit(() -> {
                    start.await();
                    return once.perform(key, options -> options.skipWhileRunning(), token -> done.incrementAndGet());
                }));
            }
            for (Future<OnceResult> each : all) {
                each.get(120, TimeUnit.SECONDS);
            }
            assertThat(done).hasValue(round);
        }
    }

    @Test
    void while_somebody_does_it_others_skip_or_give_up() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<OnceResult> first = threads.submit(() -> once.perform("slow", key -> {
            begun.countDown();
            end.await();
        }));
        begun.await();
        assertThat(once.perform("slow", options -> options.skipWhileRunning(), key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.SKIPPED_WHILE_RUNNING);
        assertThatThrownBy(() -> once.perform(
                        "slow", options -> options.waitFor(Duration.ofMillis(50)), key -> done.incrementAndGet()))
                .isInstanceOf(OnceBusyException.class)
                .hasMessageContaining("slow");
        assertThat(once.forget("slow")).isFalse();
        Future<OnceResult> waiting = threads.submit(() -> once.perform("slow", key -> done.incrementAndGet()));
        end.countDown();
        assertThat(first.get(120, TimeUnit.SECONDS)).isEqualTo(OnceResult.PERFORMED);
        assertThat(waiting.get(120, TimeUnit.SECONDS)).isEqualTo(OnceResult.ALREADY_PERFORMED);
        assertThat(done).hasValue(0);
    }

    @Test
    void an_action_of_a_dead_process_is_repeated_with_the_same_key() {
        String left = on.leaveClaim("mail");
        List<String> keys = Collections.synchronizedList(new ArrayList<>());
        assertThat(once.perform("mail", keys::add)).isEqualTo(OnceResult.PERFORMED);
        assertThat(keys).containsExactly(left);
    }

    @Test
    void what_a_dead_process_may_have_done_is_skipped_on_request() {
        on.leaveClaim("mail");
        assertThat(once.perform("mail", options -> options.skipIfUncertain(), key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.SKIPPED_AS_UNCERTAIN);
        assertThat(once.perform("mail", key -> done.incrementAndGet())).isEqualTo(OnceResult.ALREADY_PERFORMED);
        assertThat(done).hasValue(0);
    }

    @Test
    void an_action_of_a_dead_process_is_reported_on_request_until_decided() {
        on.leaveClaim("mail");
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() ->
                            once.perform("mail", options -> options.failIfUncertain(), key -> done.incrementAndGet()))
                    .isInstanceOf(OnceUncertainException.class)
                    .hasMessageContaining("mail");
        }
        assertThat(once.forget("mail")).isTrue();
        assertThat(once.perform("mail", options -> options.failIfUncertain(), key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.PERFORMED);
    }

    @Test
    void a_claim_of_a_run_stands_as_long_as_its_worker_lives() {
        long worker = on.worker();
        on.leaveClaimOf("mail", on.job(worker));
        assertThat(once.perform("mail", options -> options.skipWhileRunning(), key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.SKIPPED_WHILE_RUNNING);
        on.sql.update("UPDATE baton_worker SET dead = TRUE WHERE id = ?", worker);
        assertThat(once.perform("mail", key -> done.incrementAndGet())).isEqualTo(OnceResult.PERFORMED);
    }

    @Test
    void a_claim_of_a_dead_worker_ends_before_its_time() {
        long worker = on.worker();
        on.leaveClaimOf("mail", on.job(worker));
        on.sql.update("UPDATE baton_once SET claimed_until = '2100-01-01 00:00:00'");
        on.sql.update("UPDATE baton_worker SET dead = TRUE WHERE id = ?", worker);
        assertThat(once.perform("mail", options -> options.skipWhileRunning(), key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.PERFORMED);
    }

    /** The run was given up, for one: its job goes back, though its worker lives. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE baton_job SET state = 0, lock_id = NULL, worker_id = NULL",
                "UPDATE baton_job SET state = 5, lock_id = NULL, worker_id = NULL",
                "DELETE FROM baton_job"
            })
    void a_claim_of_a_run_that_has_ended_is_uncertain(String end) {
        String token = on.leaveClaimOf("mail", on.job(on.worker()));
        on.sql.update(end);
        assertThatThrownBy(() -> once.perform(
                        "mail", options -> options.skipWhileRunning().failIfUncertain(), key -> done.incrementAndGet()))
                .isInstanceOf(OnceUncertainException.class);
        assertThat(once.perform("mail", key -> assertThat(key).isEqualTo(token)))
                .isEqualTo(OnceResult.PERFORMED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_action_of_an_abandoned_run_leaves_the_next_run_its_claim(boolean fails) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Fence job = on.job(on.worker());
        List<Future<OnceResult>> next = new ArrayList<>();
        OnceAction<Exception> late = key -> {
            Fence again = on.runAgain(job);
            next.add(threads.submit(() -> inHandler(
                    again,
                    () -> once.perform("slow", OnceOptions::skipWhileRunning, other -> {
                        assertThat(other).isEqualTo(key);
                        begun.countDown();
                        end.await();
                    }))));
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            if (fails) {
                throw new IOException("the server is away");
            }
        };
        if (fails) {
            assertThatThrownBy(() -> inHandler(job, () -> once.perform("slow", late)))
                    .isInstanceOf(IOException.class);
        } else {
            assertThat(inHandler(job, () -> once.perform("slow", late))).isEqualTo(OnceResult.PERFORMED);
        }
        assertThat(once.isDone("slow")).as("the next one still acts").isFalse();
        assertThat(once.perform("slow", OnceOptions::skipWhileRunning, key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.SKIPPED_WHILE_RUNNING);
        end.countDown();
        assertThat(next.get(0).get(120, TimeUnit.SECONDS)).isEqualTo(OnceResult.PERFORMED);
        assertThat(once.isDone("slow")).isTrue();
    }

    @Test
    void a_claim_whose_commit_is_not_answered_ends_with_its_run() throws Exception {
        Fence job = on.job(on.worker());
        on.losesAnswer(true);
        assertThatThrownBy(() -> inHandler(job, () -> once.perform("mail", key -> done.incrementAndGet())))
                .isInstanceOf(DataAccessResourceFailureException.class);
        on.away(false);
        Fence again = on.runAgain(job);
        assertThat(inHandler(again, () -> on.another()
                        .perform("mail", OnceOptions::skipWhileRunning, key -> done.incrementAndGet())))
                .isEqualTo(OnceResult.PERFORMED);
        assertThat(once.isDone("mail")).isTrue();
        assertThat(done).hasValue(1);
    }

    /** Otherwise the next run could find a claim without an owner, though this process knows what became of it. */
    @ParameterizedTest
    @ValueSource(strings = {"done", "failed"})
    void the_outcome_of_a_run_waits_for_its_notes(String what) {
        Fence job = on.job(on.worker());
        Throwable thrown = catchThrowable(() -> inHandler(
                job,
                () -> once.perform("mail", key -> {
                    on.away(true);
                    if (what.equals("failed")) {
                        throw new IOException("the server is away");
                    }
                })));
        assertThat(thrown == null).as("whether the handler goes on").isEqualTo(what.equals("done"));
        assertThat(UnwrittenNotes.has(job)).isTrue();
        assertThatThrownBy(() -> on.once.notes().sweep()).isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(UnwrittenNotes.has(job)).isTrue();
        on.away(false);
        on.once.notes().sweep();
        assertThat(UnwrittenNotes.has(job)).isFalse();
    }

    @Test
    void an_outcome_does_not_wait_for_a_refused_note() throws Exception {
        Fence job = on.job(on.worker());
        assertThat(inHandler(job, () -> once.perform("mail", key -> on.away(true))))
                .isEqualTo(OnceResult.PERFORMED);
        on.away(false);
        on.refusesNotes(true);
        assertThatThrownBy(() -> on.once.notes().sweep()).isInstanceOf(DataIntegrityViolationException.class);
        assertThat(UnwrittenNotes.has(job)).isFalse();
        on.refusesNotes(false);
        on.once.notes().sweep();
        assertThat(once.isDone("mail")).isTrue();
    }

    @Test
    void a_claim_belongs_to_its_jobs_run_unless_that_was_lost() throws Exception {
        Fence job = on.job(on.worker());
        assertThat(jobOfClaim(job)).isEqualTo(job.id());
        assertThat(jobOfClaim(new Fence(job.id(), UUID.randomUUID())))
                .as("another run has it by now")
                .isNull();
    }

    private @Nullable Long jobOfClaim(Fence job) throws Exception {
        List<@Nullable Long> found = new ArrayList<>();
        inHandler(
                job,
                () -> once.perform(
                        job.lockId().toString(),
                        key -> found.addAll(
                                on.sql.queryForList("SELECT job_id FROM baton_once WHERE state = 1", Long.class))));
        return found.get(0);
    }

    private static OnceResult inHandler(Fence job, Callable<OnceResult> handler) throws Exception {
        CurrentJob.begin(job);
        try {
            return handler.call();
        } finally {
            CurrentJob.end();
        }
    }

    @Test
    void a_skip_whose_commit_is_not_answered_is_told_as_a_skip() {
        on.leaveClaim("mail");
        on.losesAnswer(false);
        assertThat(once.perform("mail", OnceOptions::skipIfUncertain, key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.SKIPPED_AS_UNCERTAIN);
        assertThat(once.perform("mail", OnceOptions::skipIfUncertain, key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.ALREADY_PERFORMED);
        assertThat(done).hasValue(0);
    }

    @Test
    void a_skip_whose_commit_is_never_answered_stays_one() {
        on.leaveClaim("mail");
        on.losesAnswer(true);
        assertThatThrownBy(() -> once.perform("mail", OnceOptions::skipIfUncertain, key -> done.incrementAndGet()))
                .isInstanceOf(DataAccessResourceFailureException.class);
        on.away(false);
        assertThat(once.isDone("mail")).isTrue();
    }

    /** Its commit may not have been answered. */
    @Test
    void a_note_that_is_repeated_counts() {
        UUID lockId = UUID.randomUUID();
        on.whileClaiming("mail", lockId, () -> {});
        assertThat(on.done("mail", lockId)).isTrue();
        assertThat(on.done("mail", lockId)).isTrue();
        assertThat(once.isDone("mail")).isTrue();
        assertThat(on.done("mail", UUID.randomUUID())).isFalse();
    }

    @Test
    void a_claim_whose_commit_is_not_answered_is_found_again() {
        List<String> keys = new ArrayList<>();
        on.losesAnswer(false);
        assertThat(once.perform("mail", options -> options.skipWhileRunning(), keys::add))
                .isEqualTo(OnceResult.PERFORMED);
        assertThat(keys).hasSize(1);
        assertThat(once.isDone("mail")).isTrue();
    }

    @Test
    void a_claim_whose_commit_is_never_answered_is_uncertain_after_its_lease() {
        on.losesAnswer(true);
        assertThatThrownBy(() -> once.perform("mail", key -> done.incrementAndGet()))
                .isInstanceOf(DataAccessResourceFailureException.class);
        on.away(false);
        assertThat(once.perform("mail", options -> options.skipWhileRunning(), key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.SKIPPED_WHILE_RUNNING);
        on.sql.update("UPDATE baton_once SET claimed_until = '2020-01-01 00:00:00'");
        assertThatThrownBy(
                        () -> once.perform("mail", options -> options.failIfUncertain(), key -> done.incrementAndGet()))
                .isInstanceOf(OnceUncertainException.class);
        assertThat(once.perform("mail", key -> done.incrementAndGet())).isEqualTo(OnceResult.PERFORMED);
        assertThat(done).hasValue(1);
    }

    @Test
    void an_end_that_cannot_be_noted_is_noted_later() {
        assertThatThrownBy(() -> once.perform("mail", key -> on.away(true)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("mail");
        assertThatThrownBy(() -> on.once.notes().sweep()).isInstanceOf(DataAccessResourceFailureException.class);
        on.away(false);
        assertThat(once.isDone("mail")).isFalse();
        on.once.notes().sweep();
        assertThat(once.isDone("mail")).isTrue();
        on.away(true);
        assertThat(on.once.notes().sweep()).as("nothing is left to note").isPositive();
        on.away(false);
    }

    /** Whatever it is: each of the others is noted. */
    @Test
    void an_end_that_can_never_be_noted_holds_up_no_other() {
        for (String key : List.of("a", "b", "c", "d", "e")) {
            assertThatThrownBy(() -> once.perform(key, token -> on.away(true))).isInstanceOf(BatonException.class);
            on.away(false);
        }
        on.fails("b", "d");
        assertThatThrownBy(() -> on.once.notes().sweep()).isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(List.of("a", "b", "c", "d", "e")).filteredOn(once::isDone).containsExactly("a", "c", "e");
        on.fails();
        on.once.notes().sweep();
        assertThat(List.of("b", "d")).allMatch(once::isDone);
    }

    @Test
    void a_call_whose_outcome_the_database_refuses_is_done_without_one() {
        on.refusesOutcomes(true);
        assertThat(once.call("card", String.class, token -> "4711")).contains("4711");
        on.refusesOutcomes(false);
        assertThat(once.call("card", String.class, token -> "again")).isEmpty();
    }

    @Test
    void an_outcome_that_the_database_refuses_later_is_left_out_later() {
        assertThatThrownBy(() -> once.call("card", String.class, token -> {
                    on.away(true);
                    return "4711";
                }))
                .isInstanceOf(BatonException.class);
        on.away(false);
        on.refusesOutcomes(true);
        on.once.notes().sweep();
        on.refusesOutcomes(false);
        assertThat(once.call("card", String.class, token -> "again")).isEmpty();
    }

    @Test
    void a_claim_that_cannot_be_let_go_is_let_go_later() {
        assertThatThrownBy(() -> once.perform("mail", key -> {
                    on.away(true);
                    throw new IOException("the server is away");
                }))
                .isInstanceOf(IOException.class);
        on.away(false);
        assertThat(once.perform("mail", options -> options.skipWhileRunning(), key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.SKIPPED_WHILE_RUNNING);
        on.once.notes().sweep();
        assertThat(once.perform("mail", options -> options.skipWhileRunning(), key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.PERFORMED);
    }

    /** Whoever has been late finds the claim of the next one, who still acts. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_action_that_outlives_its_claim_leaves_that_of_the_next(boolean fails) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        List<Future<OnceResult>> next = new ArrayList<>();
        OnceAction<Exception> late = key -> {
            on.sql.update("UPDATE baton_once SET claimed_until = '2020-01-01 00:00:00'");
            next.add(threads.submit(() -> once.perform("slow", other -> {
                begun.countDown();
                end.await();
            })));
            begun.await();
            if (fails) {
                throw new IOException("the server is away");
            }
        };
        if (fails) {
            assertThatThrownBy(() -> once.perform("slow", late)).isInstanceOf(IOException.class);
        } else {
            assertThat(once.perform("slow", late)).isEqualTo(OnceResult.PERFORMED);
        }
        assertThat(once.isDone("slow")).as("the next one still acts").isFalse();
        assertThat(once.perform("slow", options -> options.skipWhileRunning(), key -> done.incrementAndGet()))
                .isEqualTo(OnceResult.SKIPPED_WHILE_RUNNING);
        end.countDown();
        assertThat(next.get(0).get(120, TimeUnit.SECONDS)).isEqualTo(OnceResult.PERFORMED);
        assertThat(once.isDone("slow")).isTrue();
    }

    @Test
    void an_action_that_outlives_its_claim_changes_nothing_of_the_next() {
        assertThat(once.perform("slow", key -> {
                    on.sql.update("UPDATE baton_once SET claimed_until = '2020-01-01 00:00:00'");
                    assertThat(once.perform("slow", other -> assertThat(other).isEqualTo(key)))
                            .isEqualTo(OnceResult.PERFORMED);
                }))
                .isEqualTo(OnceResult.PERFORMED);
        assertThat(once.isDone("slow")).isTrue();
    }

    @Test
    void it_can_be_done_again_when_it_was_kept_long_enough() {
        List<String> keys = new ArrayList<>();
        once.perform("daily", options -> options.keep(Duration.ofDays(1)), keys::add);
        on.expire();
        assertThat(once.isDone("daily")).isFalse();
        assertThat(once.perform("daily", keys::add)).isEqualTo(OnceResult.PERFORMED);
        assertThat(new HashSet<>(keys))
                .as("another key, since it is another mail")
                .hasSize(2);
    }

    @Test
    void an_action_that_fails_when_repeated_keeps_its_new_idempotency_key() {
        List<String> keys = new ArrayList<>();
        once.perform("daily", keys::add);
        on.expire();
        assertThatThrownBy(() -> once.perform("daily", key -> {
                    keys.add(key);
                    throw new IOException("the server is away");
                }))
                .isInstanceOf(IOException.class);
        on.once.purge().sweep();
        once.perform("daily", keys::add);
        assertThat(keys).hasSize(3);
        assertThat(keys.get(1)).isNotEqualTo(keys.get(0)).isEqualTo(keys.get(2));
    }

    @Test
    void expired_outcomes_are_removed_but_standing_claims_are_not() {
        once.perform("old", key -> {});
        once.perform("busy", key -> {
            on.expire();
            on.once.purge().sweep();
            assertThat(on.keys()).containsExactly("busy");
        });
        assertThat(once.isDone("busy")).isTrue();
        on.leaveClaim("dead");
        on.expire();
        on.once.purge().sweep();
        assertThat(on.keys()).isEmpty();
    }

    @Test
    void a_claim_that_is_just_being_made_is_not_removed() {
        once.perform("daily", key -> {});
        on.expire();
        on.whileClaiming(
                "daily",
                () -> assertThat(threads.submit(() -> on.once.purge().sweep())).succeedsWithin(Duration.ofMinutes(2)));
        assertThat(on.keys()).containsExactly("daily");
    }

    @Test
    void all_that_was_kept_long_enough_is_removed_without_a_rest() {
        on.keep(1_500);
        on.expire();
        assertThat(on.once.purge().sweep()).isLessThan(Duration.ofSeconds(1));
        assertThat(on.once.purge().sweep()).isGreaterThan(Duration.ofMinutes(1));
        assertThat(on.keys()).isEmpty();
    }

    @Test
    void forgotten_is_done_again() {
        once.perform("mail", key -> {});
        assertThat(once.forget("mail")).isTrue();
        assertThat(once.forget("mail")).isFalse();
        assertThat(once.perform("mail", key -> done.incrementAndGet())).isEqualTo(OnceResult.PERFORMED);
    }

    @Test
    void it_is_refused_in_a_transaction() {
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(on.dataSource));
        assertThatThrownBy(() -> transaction.execute(status -> once.perform("mail", key -> {})))
                .isInstanceOf(UnusableTransactionException.class);
        assertThat(on.keys()).isEmpty();
    }

    @Test
    void an_outcome_may_be_as_large_as_a_payload() {
        int frame = "{\"number\":\"\"}".length();
        Receipt largest = new Receipt("x".repeat(OnceOnDatabase.LARGEST - frame));
        assertThat(once.call("large", Receipt.class, key -> largest)).contains(largest);
        assertThat(once.call("large", Receipt.class, key -> new Receipt("another")))
                .contains(largest);
    }

    @Test
    void an_outcome_too_large_is_refused_and_the_call_not_repeated() {
        assertThatThrownBy(() -> once.call("large", Receipt.class, key -> {
                    done.incrementAndGet();
                    return new Receipt("x".repeat(2_000));
                }))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("baton.payload.max-size");
        assertThat(once.call("large", Receipt.class, key -> new Receipt("n" + done.incrementAndGet())))
                .isEmpty();
        assertThat(done).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000b", "half \ud800"})
    void keys_that_nothing_can_have_are_refused(String key) {
        assertThatThrownBy(() -> once.perform(key, token -> {})).isInstanceOf(BatonException.class);
    }

    @Test
    void a_claim_outside_of_handlers_stands_as_long_as_the_call_says() {
        List<Integer> standing = new ArrayList<>();
        once.perform(
                "long",
                options -> options.claimFor(Duration.ofDays(36_500)),
                key -> standing.add(on.sql.queryForObject(
                        "SELECT COUNT(*) FROM baton_once WHERE claimed_until > '2100-01-01 00:00:00'", Integer.class)));
        assertThat(standing).containsExactly(1);
    }

    @Test
    void options_that_mean_nothing_are_refused() {
        assertThatThrownBy(() -> once.perform("a", options -> options.claimFor(Duration.ZERO), key -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> once.perform("a", options -> options.keep(Duration.ZERO), key -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> once.perform("a", options -> options.waitFor(Duration.ofMillis(-1)), key -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
