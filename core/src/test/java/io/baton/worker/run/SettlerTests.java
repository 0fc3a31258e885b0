package io.baton.worker.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.UnwrittenNotes;
import io.baton.loop.Ticker;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.wakeup.WakeupInbox;
import io.baton.worker.life.WorkerParts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;

@ExtendWith(OutputCaptureExtension.class)
class SettlerTests {

    private static final Settlement FIRST = completed(1);
    private static final Settlement SECOND = completed(2);
    private static final Settlement THIRD = completed(3);

    private final List<List<Settlement>> written = new ArrayList<>();
    private final Map<Long, Settled> answers = new HashMap<>();
    private @Nullable Settlement refused;
    private @Nullable Settlement lethal;
    private int away = Integer.MAX_VALUE;
    private boolean answerLost;
    private int transactions;
    private @Nullable Fence refusedInEveryForm;
    private final WakeupInbox here = new WakeupInbox();
    private final WakeupInbox elsewhere = new WakeupInbox();
    private final Holdings holdings = Runs.holdings();
    private final Settler settler = new Settler(
            WorkerParts.engine(new Store(), new MemoryDatabase(() -> Instant.EPOCH), new Direct(), Ticker.SYSTEM),
            holdings,
            here,
            elsewhere);

    private static Settlement completed(long id) {
        return new Settlement(new Fence(id, new UUID(0, id)), Outcome.Completed.PLAIN, false, null);
    }

    /** Answers as it is told, and goes away after so many writes. */
    private final class Store extends InMemoryJobStore {

        private Store() {
            super(new MemoryDatabase(() -> Instant.EPOCH), new Retention(null, null, null, 100));
        }

        @Override
        public Map<Fence, Settled> settle(List<Settlement> settlements) {
            if (settlements.stream()
                    .anyMatch(each -> each.equals(refused) || each.fence().equals(refusedInEveryForm))) {
                throw new DataIntegrityViolationException(
                        "refused", new SQLException("Failing row contains (secret)", "23514"));
            }
            if (written.size() >= away || settlements.stream().anyMatch(each -> each.equals(lethal))) {
                throw new DataAccessResourceFailureException("away");
            }
            written.add(List.copyOf(settlements));
            Map<Fence, Settled> settled = new HashMap<>();
            settlements.forEach(settlement -> settled.put(
                    settlement.fence(), answers.getOrDefault(settlement.fence().id(), Settled.DONE)));
            if (answerLost) {
                throw new DataAccessResourceFailureException("nobody knows whether it was committed");
            }
            return settled;
        }
    }

    private final class Direct implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            transactions++;
            return work.get();
        }

        @Override
        public <T extends @Nullable Object> T single(Supplier<T> work) {
            return work.get();
        }
    }

    @Test
    void writes_together_what_ended_together() {
        settler.settle(List.of(FIRST, SECOND));
        assertThat(settler.turn()).isZero();
        assertThat(written).containsExactly(List.of(FIRST, SECOND));
        assertThat(settler.unsettled()).isZero();
    }

    @Test
    void writes_an_outcome_after_its_runs_notes_and_others_at_once() {
        UnwrittenNotes.add(FIRST.fence());
        UnwrittenNotes.add(FIRST.fence());
        settler.settle(List.of(FIRST, SECOND));
        assertThat(settler.turn()).isZero();
        assertThat(written).containsExactly(List.of(SECOND));
        UnwrittenNotes.remove(FIRST.fence());
        assertThat(settler.turn()).as("looks again").isBetween(Duration.ofMillis(1), Duration.ofSeconds(1));
        assertThat(written).hasSize(1);
        assertThat(settler.unsettled()).isOne();
        UnwrittenNotes.remove(FIRST.fence());
        settler.turn();
        assertThat(written).containsExactly(List.of(SECOND), List.of(FIRST));
    }

    @Test
    void one_more_failure_after_a_success_divides_no_write() {
        settler.settle(List.of(FIRST, SECOND));
        away = 0;
        assertThatThrownBy(settler::turn).hasMessage("away");
        assertThatThrownBy(settler::turn).hasMessage("away");
        away = 1;
        settler.turn();
        settler.settle(List.of(THIRD, completed(4)));
        assertThatThrownBy(settler::turn).hasMessage("away");
        away = Integer.MAX_VALUE;
        settler.turn();
        assertThat(written).containsExactly(List.of(FIRST, SECOND), List.of(THIRD, completed(4)));
    }

    @Test
    void wakes_whoever_writes_as_soon_as_there_is_something_to_write() {
        List<Integer> woken = new ArrayList<>();
        settler.onWork(() -> woken.add(settler.unsettled()));
        settler.settle(List.of());
        assertThat(woken).isEmpty();
        settler.settle(List.of(FIRST, SECOND));
        assertThat(woken).containsExactly(2);
    }

    @Test
    void writes_no_more_together_than_one_transaction_should_hold() {
        List<Settlement> many = LongStream.rangeClosed(1, 1_001)
                .mapToObj(SettlerTests::completed)
                .toList();
        settler.settle(many);
        settler.turn();
        settler.turn();
        assertThat(written).containsExactly(many.subList(0, 1_000), many.subList(1_000, 1_001));
    }

    /** Completions alone are one statement. */
    @Test
    void writes_what_takes_several_statements_in_a_transaction() {
        settler.settle(List.of(FIRST));
        settler.turn();
        assertThat(transactions).isZero();
        settler.settle(List.of(FIRST, new Settlement(SECOND.fence(), new Outcome.Snoozed(Duration.ZERO), false, null)));
        settler.turn();
        assertThat(transactions).isEqualTo(1);
    }

    @Test
    void keeps_the_order_of_what_it_could_not_write() {
        away = 0;
        settler.settle(List.of(FIRST, SECOND));
        assertThatThrownBy(settler::turn).isInstanceOf(DataAccessResourceFailureException.class);
        settler.settle(List.of(THIRD));
        assertThat(settler.unsettled()).isEqualTo(3);
        away = Integer.MAX_VALUE;
        settler.turn();
        assertThat(written).containsExactly(List.of(FIRST, SECOND, THIRD));
        assertThat(settler.unsettled()).isZero();
    }

    /** Such as a statement that the server answers by closing the connection. */
    @Test
    void an_outcome_that_fails_every_write_delays_others_few_turns_only() {
        lethal = SECOND;
        settler.settle(
                LongStream.rangeClosed(1, 100).mapToObj(SettlerTests::completed).toList());
        for (int turn = 0; turn < 40; turn++) {
            try {
                settler.turn();
            } catch (DataAccessResourceFailureException e) {
                // the loop pauses
            }
        }
        assertThat(settler.unsettled()).isEqualTo(1);
        lethal = null;
        settler.turn();
        assertThat(settler.unsettled()).isZero();
    }

    @Test
    void writes_many_together_again_after_the_database_was_away() {
        away = 0;
        settler.settle(LongStream.rangeClosed(1, 1_000)
                .mapToObj(SettlerTests::completed)
                .toList());
        for (int turn = 0; turn < 20; turn++) {
            assertThatThrownBy(settler::turn).isInstanceOf(DataAccessResourceFailureException.class);
        }
        away = Integer.MAX_VALUE;
        for (int turn = 0; turn < 10; turn++) {
            settler.turn();
        }
        assertThat(settler.unsettled()).isZero();
        assertThat(written).hasSize(10);
    }

    @Test
    void tries_again_what_somebody_holds_though_not_at_once() {
        answers.put(2L, Settled.BUSY);
        settler.settle(List.of(FIRST, SECOND));
        assertThat(settler.turn()).isZero();
        assertThat(settler.turn()).isPositive().isLessThan(Duration.ofSeconds(1));
        answers.clear();
        settler.turn();
        assertThat(written).containsExactly(List.of(FIRST, SECOND), List.of(SECOND), List.of(SECOND));
        assertThat(settler.unsettled()).isZero();
    }

    @Test
    void counts_what_is_somebody_elses_by_now_and_lets_go_of_it() {
        List<String> lost = new ArrayList<>();
        settler.onLost(() -> lost.add("one"));
        answers.put(1L, Settled.FENCED);
        settler.settle(List.of(FIRST, SECOND));
        settler.turn();
        assertThat(settler.fenced()).isEqualTo(1);
        assertThat(settler.unsettled()).isZero();
        assertThat(lost).hasSize(1);
    }

    @Test
    void many_that_are_refused_at_once_have_one_line(CapturedOutput output) {
        answers.put(1L, Settled.FENCED);
        answers.put(2L, Settled.FENCED);
        answers.put(3L, Settled.FENCED);
        settler.settle(List.of(FIRST, SECOND, THIRD));
        settler.turn();
        assertThat(output)
                .containsOnlyOnce("is not written: this worker's claim was lost")
                .contains("The outcome of job 1 and 2 others");
    }

    @Test
    void one_that_is_refused_has_no_others(CapturedOutput output) {
        answers.put(1L, Settled.FENCED);
        settler.settle(List.of(FIRST));
        settler.turn();
        assertThat(output).contains("The outcome of job 1 is not written");
    }

    @Test
    void what_was_written_though_the_answer_was_lost_is_nobody_elses() {
        answerLost = true;
        settler.settle(
                List.of(ended(1, Outcome.Completed.PLAIN), ended(2, new Outcome.Retried(Duration.ZERO, "it broke"))));
        assertThatThrownBy(settler::turn).isInstanceOf(DataAccessResourceFailureException.class);
        answerLost = false;
        answers.put(1L, Settled.FENCED);
        answers.put(2L, Settled.FENCED);
        settler.turn();
        assertThat(settler.fenced()).isZero();
        assertThat(settler.unsettled()).isZero();
        assertThat(holdings.count()).isZero();
        assertThat(here.takeReady()).containsExactly(ReadyJobs.outOfTurn("q2"));
    }

    @Test
    void a_claim_is_in_doubt_no_longer_than_until_it_is_settled() {
        answerLost = true;
        settler.settle(List.of(ended(1, Outcome.Completed.PLAIN)));
        assertThatThrownBy(settler::turn).isInstanceOf(DataAccessResourceFailureException.class);
        answerLost = false;
        settler.turn();
        assertThat(settler.unsettled()).isZero();
        answers.put(1L, Settled.FENCED);
        settler.settle(List.of(ended(1, Outcome.Completed.PLAIN)));
        settler.turn();
        assertThat(settler.fenced()).as("nothing is left of the doubt").isEqualTo(1);
    }

    @Test
    void what_was_taken_back_after_an_answer_was_lost_counts_as_fenced() {
        answerLost = true;
        settler.settle(List.of(ended(1, Outcome.Completed.PLAIN)));
        assertThatThrownBy(settler::turn).isInstanceOf(DataAccessResourceFailureException.class);
        answerLost = false;
        holdings.forgetAll();
        answers.put(1L, Settled.FENCED);
        settler.turn();
        assertThat(settler.fenced()).isEqualTo(1);
    }

    @Test
    void a_job_with_a_refused_outcome_is_dead_and_others_are_written() {
        refused = SECOND;
        settler.settle(List.of(FIRST, SECOND, THIRD));
        turns();
        assertThat(written).hasSize(3);
        assertThat(written.get(0)).containsExactly(FIRST);
        assertThat(written.get(1)).singleElement().satisfies(dead -> {
            assertThat(dead.fence()).isEqualTo(SECOND.fence());
            assertThat(dead.outcome()).isInstanceOf(Outcome.Dead.class);
        });
        assertThat(written.get(2)).containsExactly(THIRD);
        assertThat(settler.unsettled()).isZero();
    }

    @Test
    void a_job_refused_in_every_form_fails_turns_and_delays_no_other() {
        refusedInEveryForm = SECOND.fence();
        settler.settle(List.of(FIRST, SECOND, THIRD));
        assertThatThrownBy(this::turns).isInstanceOf(DataIntegrityViolationException.class);
        assertThatThrownBy(this::turns).isInstanceOf(DataIntegrityViolationException.class);
        assertThat(settler.unsettled()).isEqualTo(1);
        Settlement later = completed(4);
        settler.settle(List.of(later));
        assertThatThrownBy(this::turns).isInstanceOf(DataIntegrityViolationException.class);
        assertThatThrownBy(this::turns).isInstanceOf(DataIntegrityViolationException.class);
        assertThat(written).containsExactly(List.of(FIRST), List.of(THIRD), List.of(later));
        refusedInEveryForm = null;
        turns();
        assertThat(settler.unsettled()).isZero();
    }

    @Test
    void what_somebody_holds_is_kept_when_another_is_refused_in_every_form() {
        refusedInEveryForm = SECOND.fence();
        answers.put(1L, Settled.BUSY);
        settler.settle(List.of(FIRST, SECOND, THIRD));
        turns();
        assertThatThrownBy(this::turns).isInstanceOf(DataIntegrityViolationException.class);
        refusedInEveryForm = null;
        answers.clear();
        turns();
        assertThat(settler.unsettled()).isZero();
        assertThat(written.get(written.size() - 1)).contains(FIRST);
    }

    @Test
    void an_unanswered_write_of_a_refused_outcome_as_dead_is_no_loss() {
        refused = ended(2, Outcome.Completed.PLAIN);
        answerLost = true;
        settler.settle(List.of(requireNonNull(refused)));
        assertThatThrownBy(this::turns).isInstanceOf(DataAccessResourceFailureException.class);
        answerLost = false;
        answers.put(2L, Settled.FENCED);
        turns();
        assertThat(settler.fenced()).isZero();
        assertThat(settler.unsettled()).isZero();
    }

    @Test
    void tells_of_a_refused_outcome_without_what_the_row_holds(CapturedOutput output) {
        // whatever other tests of this JVM asked for
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel(Settler.class.getName(), LogLevel.INFO);
        refused = SECOND;
        settler.settle(List.of(SECOND));
        turns();
        assertThat(output.toString().lines())
                .filteredOn(line ->
                        line.contains(" ERROR [" + Thread.currentThread().getName() + "] "))
                .singleElement()
                .asString()
                .contains("outcome of job 2", "SQLState 23514");
        assertThat(output).doesNotContain("secret");
    }

    @Test
    void loses_none_when_the_database_fails_during_writes_one_by_one() {
        refused = SECOND;
        away = 1;
        settler.settle(List.of(FIRST, SECOND, THIRD));
        assertThatThrownBy(this::turns).isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(settler.unsettled()).isEqualTo(2);
        away = Integer.MAX_VALUE;
        turns();
        assertThat(written.stream().flatMap(List::stream))
                .extracting(Settlement::fence)
                .containsExactlyInAnyOrder(FIRST.fence(), SECOND.fence(), THIRD.fence());
        assertThat(settler.unsettled()).isZero();
    }

    /** All turns until there is nothing to do at once. */
    private void turns() {
        for (int turn = 0; turn < 20 && settler.turn().isZero(); turn++) {
            // the next one writes what this one left
        }
    }

    /** Held here, in a queue of its own. */
    private Settlement ended(long id, Outcome outcome) {
        ClaimedJob job = ClaimedJobs.plain(id, "work", "q" + id);
        holdings.claimed(List.of(job));
        return new Settlement(job.fence(), outcome, false, null);
    }

    @Test
    void a_job_that_is_tried_again_at_once_is_announced_here() {
        settler.settle(List.of(
                ended(1, new Outcome.Retried(Duration.ZERO, "it broke")),
                ended(2, new Outcome.Retried(Duration.ofSeconds(1), "it broke")),
                ended(3, new Outcome.Snoozed(Duration.ZERO)),
                ended(4, Outcome.Completed.PLAIN)));
        settler.turn();
        assertThat(here.takeReady()).containsExactly(ReadyJobs.outOfTurn("q1"));
        assertThat(elsewhere.takeReady()).isEmpty();
    }

    @Test
    void a_job_that_is_given_back_is_announced_elsewhere() {
        settler.settle(List.of(
                ended(1, Outcome.HandedBack.UNSTARTED),
                ended(2, new Outcome.HandedBack(Duration.ofSeconds(5), "unknown"))));
        settler.turn();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.outOfTurn("q1"));
        assertThat(here.takeReady()).isEmpty();
    }

    @Test
    void what_was_not_written_is_not_announced() {
        answers.put(1L, Settled.FENCED);
        answers.put(2L, Settled.BUSY);
        Outcome again = new Outcome.Retried(Duration.ZERO, "it broke");
        settler.settle(List.of(ended(1, again), ended(2, again)));
        settler.turn();
        assertThat(here.takeReady()).isEmpty();
        answers.clear();
        settler.turn();
        assertThat(here.takeReady()).containsExactly(ReadyJobs.outOfTurn("q2"));
        settler.turn();
        assertThat(here.takeReady()).as("it was announced already").isEmpty();
    }
}
