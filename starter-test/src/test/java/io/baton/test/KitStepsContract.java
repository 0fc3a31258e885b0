package io.baton.test;

import static io.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.OnceUncertainException;
import io.baton.RunOutcome;
import io.baton.SignalResult;
import io.baton.Signals;
import io.baton.Steps;
import io.baton.test.shop.Orders;
import io.baton.test.shop.Orders.Careless;
import io.baton.test.shop.Orders.Committing;
import io.baton.test.shop.Orders.PayOut;
import io.baton.test.shop.Orders.PlaceOrder;
import io.baton.test.shop.Orders.Stumble;
import io.baton.test.shop.Orders.Travel;
import io.baton.test.shop.Shop.Ship;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.transaction.annotation.Transactional;

/** Jobs with steps and waits in the kit. */
abstract class KitStepsContract {

    private static final Duration UNTIL_COOL = Duration.ofDays(3);

    @Autowired
    BatonTestKit kit;

    @Autowired
    Jobs jobs;

    @Autowired
    JdbcClient jdbc;

    @Autowired
    Steps steps;

    @Autowired
    Signals signals;

    @Autowired
    Orders orders;

    @BeforeEach
    void nothingIsDone() {
        orders.did.clear();
        orders.broken.clear();
    }

    int sales() {
        return jdbc.sql("SELECT count(*) FROM sale").query(Integer.class).single();
    }

    private JobId place() {
        return jobs.enqueue(new PlaceOrder("lamp")).id();
    }

    @Test
    void a_job_waits_until_time_has_passed_and_a_signal_comes() {
        JobId id = place();
        assertThat(kit.runDue().suspended()).isOne();
        assertThat(steps).ofJob(id).hasDone("charge", "book").isWaitingFor("cool-off");
        assertThat(jobs).enqueued(PlaceOrder.class).once();
        assertThat(kit.runDue().all()).isEmpty();

        kit.advance(UNTIL_COOL);
        assertThat(kit.runDue().suspended()).isOne();
        assertThat(steps).ofJob(id).hasDone("cool-off").hasNotDone("approved").isWaitingFor("approved");

        assertThat(signals.send(id, "approved", true)).isEqualTo(SignalResult.DELIVERED);
        assertThat(kit.runDue().orThrow().completed()).isOne();
        assertThat(steps).ofJob(id).hasDone("approved").isNotWaiting();
        assertThat(orders.did).containsExactly("charge", "paid lamp, ship");
        assertThat(sales()).isOne();
    }

    @Test
    void a_signal_may_come_before_its_job_asks_for_it() {
        JobId id = place();
        assertThat(signals.send(id, "approved", true)).isEqualTo(SignalResult.STORED);
        kit.runDue().orThrow();
        kit.advance(UNTIL_COOL);
        assertThat(kit.runDue().orThrow().completed()).isOne();
        assertThat(orders.did).endsWith("paid lamp, ship");
    }

    @Test
    void an_await_times_out_as_time_passes() {
        JobId id = place();
        kit.runDue();
        kit.advance(UNTIL_COOL);
        kit.runDue();
        kit.advance(Duration.ofDays(7));
        assertThat(kit.runDue().orThrow().completed()).isOne();
        assertThat(steps).ofJob(id).hasTimedOut("approved").isNotWaiting();
        assertThat(orders.did).endsWith("paid lamp, refund");
    }

    @Test
    void all_waits_end_if_all_is_run() {
        place();
        JobRuns runs = kit.runAll().orThrow();
        assertThat(runs.all())
                .extracting(JobRuns.Run::outcome)
                .containsExactly(RunOutcome.SUSPENDED, RunOutcome.SUSPENDED, RunOutcome.COMPLETED);
        assertThat(orders.did).containsExactly("charge", "paid lamp, refund");
    }

    private void failsIn(int attempts, JobId id, Duration delay) {
        assertThat(kit.runDue().retried()).isOne();
        assertThat(jobs.find(id).orElseThrow().attempts()).isEqualTo(attempts);
        kit.advance(delay.minusSeconds(1));
        assertThat(kit.runDue().all()).isEmpty();
        kit.advance(Duration.ofSeconds(1));
    }

    @Test
    void attempts_begin_anew_after_a_step_and_end_without_progress() {
        JobId id = jobs.enqueue(new Stumble("steps")).id();
        orders.broken.add("one");
        failsIn(0, id, Duration.ofMinutes(1));
        failsIn(1, id, Duration.ofMinutes(1));
        orders.broken.clear();
        orders.broken.add("two");
        // its last attempt, in which a transactional step is recorded
        failsIn(0, id, Duration.ofMinutes(1));
        orders.broken.clear();
        orders.broken.add("end");
        assertThat(kit.runDue().suspended()).isOne();
        assertThat(jobs.find(id).orElseThrow().attempts()).isZero();
        kit.advance(Duration.ofHours(1));
        failsIn(1, id, Duration.ofMinutes(1));
        assertThat(kit.runDue().dead()).isOne();
        assertThat(jobs.find(id).orElseThrow().attempts()).isEqualTo(2);
        assertThat(orders.did)
                .containsExactly("attempt 1", "first", "attempt 1", "attempt 2", "attempt 1", "attempt 1", "attempt 2");
    }

    @ParameterizedTest
    @CsvSource({"nothing, 1", "chunks, 0", "checkpoints, 0", "the same checkpoint, 0"})
    void attempts_begin_anew_after_a_chunk_or_a_checkpoint(String by, int attempts) {
        JobId id = jobs.enqueue(new Stumble(by)).id();
        orders.broken.add("end");
        failsIn(attempts, id, Duration.ofMinutes(1));
    }

    @Test
    void a_job_that_makes_progress_again_and_again_does_not_end() {
        JobId id = jobs.enqueue(new Stumble("checkpoints")).id();
        orders.broken.add("end");
        for (int i = 0; i < 5; i++) {
            failsIn(0, id, Duration.ofMinutes(1));
        }
        orders.broken.clear();
        assertThat(kit.runDue().orThrow().completed()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"the same checkpoint", "chunks", "nothing"})
    void a_job_that_starts_over_or_does_nothing_more_dies(String by) {
        JobId id = jobs.enqueue(new Stumble(by)).id();
        orders.broken.add("end");
        assertThat(kit.runAll().dead()).isOne();
        assertThat(jobs.find(id).orElseThrow().attempts()).isEqualTo(2);
    }

    @Test
    void attempts_begin_anew_after_an_undo() {
        JobId id = jobs.enqueue(new Stumble("undo")).id();
        assertThat(kit.runDue().suspended()).isOne();
        orders.broken.add("undo");
        jobs.cancel(id);
        failsIn(0, id, Duration.ofMinutes(1));
        assertThat(orders.did).endsWith("back");
        failsIn(1, id, Duration.ofMinutes(1));
        orders.broken.clear();
        kit.runDue();
        assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void a_limit_that_rejects_a_step_uses_up_no_attempt_until_the_tenth_time() {
        JobId id = jobs.enqueue(new Stumble("a limit")).id();
        for (int i = 1; i < 10; i++) {
            assertThat(kit.runDue().snoozed()).isOne();
            assertThat(jobs.find(id).orElseThrow().attempts()).isZero();
            kit.advance(Duration.ofSeconds(36));
        }
        kit.runDue();
        assertThat(jobs.find(id).orElseThrow().attempts()).isOne();
        assertThat(jobs.find(id).orElseThrow().error()).startsWith(InvocationRejectedException.class.getName());
        assertThat(steps).ofJob(id).hasNotDone("limited");
        assertThat(kit.runAll().all()).hasSize(10);
        assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.DEAD);
    }

    @Test
    @Transactional
    void in_the_tests_transaction_steps_and_signals_are_part_of_it() {
        JobId id = place();
        kit.runDue().orThrow();
        assertThat(steps).ofJob(id).hasDone("charge", "book").isWaitingFor("cool-off");
        kit.advance(UNTIL_COOL);
        kit.runDue().orThrow();
        assertThat(signals.send(id, "approved", true)).isEqualTo(SignalResult.DELIVERED);
        assertThat(kit.runDue().orThrow().completed()).isOne();
        assertThat(orders.did).containsExactly("charge", "paid lamp, ship");
        assertThat(sales()).isOne();
    }

    @ParameterizedTest
    @CsvSource({"BEFORE_EFFECT, 0, 1", "AFTER_EFFECT, 1, 2", "AFTER_RECORD, 1, 1"})
    void an_external_step_is_repeated_unless_it_was_recorded(Crash point, int before, int after) {
        JobId id = place();
        JobRuns crashed = kit.crash(point, "charge");
        assertThat(crashed.all()).extracting(JobRuns.Run::outcome).containsExactly(RunOutcome.LOST);
        assertThat(orders.did).isEqualTo(Collections.nCopies(before, "charge"));
        kit.runDue().orThrow();
        assertThat(orders.did).isEqualTo(Collections.nCopies(after, "charge"));
        assertThat(steps).ofJob(id).hasDone("charge", "book").isWaitingFor("cool-off");
        assertThat(jobs.find(id).orElseThrow().attempts()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"BEFORE_EFFECT, 0", "AFTER_EFFECT, 0", "AFTER_RECORD, 1"})
    void a_transactional_step_commits_with_its_record_or_not(Crash point, int before) {
        JobId id = place();
        kit.crash(point, "book");
        assertThat(sales()).isEqualTo(before);
        if (before == 0) {
            assertThat(steps).ofJob(id).hasNotDone("book");
        } else {
            assertThat(steps).ofJob(id).hasDone("book");
        }
        kit.runDue().orThrow();
        assertThat(sales()).isOne();
        assertThat(orders.did).containsExactly("charge");
    }

    @Test
    void a_crash_at_the_beginning_of_a_wait_changes_nothing() {
        JobId id = place();
        kit.crash(Crash.AFTER_RECORD, "cool-off");
        assertThat(kit.runDue().suspended()).isOne();
        kit.advance(UNTIL_COOL);
        kit.crash(Crash.AFTER_RECORD, "approved");
        assertThat(signals.send(id, "approved", true)).isEqualTo(SignalResult.DELIVERED);
        assertThat(kit.runDue().orThrow().completed()).isOne();
        assertThat(orders.did).containsExactly("charge", "paid lamp, ship");
    }

    @Test
    void what_is_done_at_most_once_is_uncertain_after_a_crash() {
        JobId id = jobs.enqueue(new PayOut(false)).id();
        kit.crash(Crash.AFTER_EFFECT, "transfer");
        assertThat(steps).ofJob(id).hasNotDone("transfer");
        JobRuns runs = kit.runDue();
        assertThat(runs.firstFailure()).get().isInstanceOf(OnceUncertainException.class);
        assertThat(orders.did).containsExactly("transfer");
    }

    @Test
    void what_happened_is_found_out_after_a_crash() {
        JobId id = jobs.enqueue(new PayOut(true)).id();
        kit.crash(Crash.BEFORE_EFFECT, "transfer");
        kit.runDue().orThrow();
        assertThat(steps).ofJob(id).hasDone("transfer");
        assertThat(orders.did).containsExactly("paid out");
    }

    @Test
    void an_undo_is_repeated_with_its_key_unless_it_was_recorded() {
        JobId id = jobs.enqueue(new Travel()).id();
        kit.runDue().orThrow();
        assertThat(jobs.cancel(id)).isTrue();
        kit.crash(Crash.AFTER_EFFECT, "book");
        assertThat(sales()).isOne();
        kit.crash(Crash.AFTER_EFFECT, "seat");
        assertThat(sales()).isEqualTo(2);
        kit.crash(Crash.BEFORE_EFFECT, "seat");
        kit.runDue();
        assertThat(orders.did).startsWith("back", "back").hasSize(4);
        assertThat(orders.did.get(2)).startsWith("free 7A ").isEqualTo(orders.did.get(3));
        assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.CANCELLED);
        assertThat(sales()).isEqualTo(2);
    }

    @Test
    void a_crash_is_one_even_if_the_handler_catches_it() {
        JobId id = jobs.enqueue(new Careless()).id();
        assertThat(kit.crash(Crash.AFTER_EFFECT, "first").completed()).isZero();
        assertThat(orders.did).containsExactly("first", "swallowed", "swallowed");
        assertThat(assertThat(steps).ofJob(id).details()).isEmpty();
        kit.runDue().orThrow();
        assertThat(orders.did).endsWith("first", "second");
    }

    @Test
    void other_jobs_of_the_process_run_once_after_a_crash() {
        jobs.enqueueAll(List.of(new Ship("a"), new Ship("b")));
        jobs.enqueueAll(List.of(new PlaceOrder("c"), new PlaceOrder("d")));
        jobs.enqueueAll(List.of(new PayOut(false), new PayOut(false)));
        int before = kit.crash(Crash.AFTER_EFFECT, "charge").completed();
        JobRuns runs = kit.runDue().orThrow();
        assertThat(before + runs.completed()).isEqualTo(4);
        assertThat(runs.suspended()).isEqualTo(2);
        assertThat(orders.did).filteredOn("charge"::equals).hasSize(3);
        assertThat(orders.did).filteredOn("transfer"::equals).hasSize(2);
        assertThat(sales()).isEqualTo(2);
    }

    @Test
    void a_crash_that_does_not_happen_fails_the_test() {
        place();
        assertThatThrownBy(() -> kit.crash(Crash.AFTER_RECORD, "chrage"))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith(
                        "No job came to the point AFTER_RECORD of a step \"chrage\" that it had not done before: 1 run: place-order")
                .hasMessageEndingWith("SUSPENDED");
    }

    @Test
    @Transactional
    void in_the_tests_transaction_nothing_can_crash() {
        place();
        assertThatThrownBy(() -> kit.crash(Crash.AFTER_EFFECT, "charge"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("NOT_SUPPORTED");
    }

    @Test
    void a_step_that_commits_apart_from_its_record_fails_the_test() {
        JobId id = jobs.enqueue(new Committing()).id();
        assertThatThrownBy(() -> kit.runDue())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Step \"own\" of job " + id + " (committing) commits a transaction of its own")
                .hasMessageContaining("runInTransaction");
        assertThat(sales()).isZero();
    }

    @Test
    void a_failed_assertion_lists_the_steps() {
        JobId id = place();
        assertThatThrownBy(() -> assertThat(steps).ofJob(id).hasDone("charge"))
                .hasMessage("Expected job " + id + " to have done charge, but its steps are: none");
        kit.runDue();
        assertThatThrownBy(() -> assertThat(steps).as("at first").ofJob(id).hasDone("charge", "approved"))
                .hasMessageStartingWith(
                        "[at first] Expected job " + id
                                + " to have done charge, approved, but its steps are:\n  charge: DONE\n  book: DONE\n  cool-off: WAITING until ");
        assertThatThrownBy(() -> assertThat(steps).ofJob(id).isNotWaiting())
                .hasMessageContaining("Expected job " + id + " not to wait, but");
        assertThatThrownBy(() -> assertThat(steps).ofJob(id).hasNotDone("approved", "book"))
                .hasMessageContaining("not to have done approved, book, but");
        assertThatThrownBy(() -> assertThat(steps).ofJob(id).hasTimedOut("cool-off"))
                .hasMessageContaining("to have timed out in cool-off, but");
    }

    @Test
    void payloads_of_jobs_that_wait_are_read_again() {
        JobId id = place();
        kit.runDue();
        jdbc.sql("UPDATE baton_job SET payload = ? WHERE id = ?")
                .params("[1]", id.value())
                .update();
        assertThat(kit.unreadablePending()).extracting(JobDetails::id).containsExactly(id);
    }
}
