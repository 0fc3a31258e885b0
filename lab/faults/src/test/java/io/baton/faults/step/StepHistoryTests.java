package io.baton.faults.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.faults.step.StepHistory.Answer;
import io.baton.faults.step.StepHistory.Call;
import io.baton.faults.step.StepHistory.Row;
import io.baton.faults.step.StepHistory.Sent;
import io.baton.faults.step.StepHistory.Undo;
import io.baton.faults.step.StepWork.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Histories of one job whose steps took effect once, and of some in which they did not. */
class StepHistoryTests {

    private static final long JOB = 7;
    private static final long VALUE = 3L * StepHandlers.ATTEMPTS + 1;

    private final List<Row> rows =
            new ArrayList<>(List.of(reserve(1), new Row(3, "book", JOB, 1L, "key", VALUE), items(6, 7)));
    private final List<Call> calls = new ArrayList<>(List.of(call(2, "key"), call(2, "key")));
    private final List<Undo> undos = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>(List.of(new Answer(JOB, VALUE, true, true)));
    private End end = End.COMPLETES;
    private @Nullable JobState state = JobState.COMPLETED;
    private boolean isWaiting;
    private boolean races;

    @Test
    void a_call_that_was_repeated_with_its_key_is_well() {
        assertThat(judge().violations()).isEmpty();
    }

    @Test
    void a_row_that_is_there_twice_is_found() {
        rows.add(reserve(4));
        assertThat(judge().rowsWrong()).isEqualTo(1);
    }

    @Test
    void a_row_that_is_missing_is_found() {
        rows.remove(1);
        assertThat(judge().rowsWrong()).isEqualTo(1);
    }

    @Test
    void a_job_that_knows_a_result_of_no_committed_step_is_found() {
        rows.set(0, reserve(5));
        assertThat(judge().rowsWrong()).isEqualTo(1);
    }

    @Test
    void a_job_with_two_keys_is_found() {
        calls.add(call(4, "another"));
        assertThat(judge().keysWrong()).isEqualTo(1);
    }

    @Test
    void a_key_of_two_jobs_is_found() {
        calls.add(new Call(4, JOB + 1, "key", true, true));
        assertThat(judge().keysWrong()).isEqualTo(1);
    }

    @Test
    void a_job_that_still_waits_for_an_accepted_signal_is_stuck_and_has_lost_it() {
        rows.remove(1);
        state = null;
        isWaiting = true;
        StepHistory history = judge();
        assertThat(history.stuck()).isEqualTo(1);
        assertThat(history.signalsLost()).isEqualTo(1);
        assertThat(history.rowsWrong()).isZero();
    }

    @Test
    void a_wait_that_timed_out_after_its_signal_was_accepted_has_lost_it() {
        races = true;
        rows.set(1, new Row(3, "book", JOB, 1L, "key", StepHandlers.TIMED_OUT));
        assertThat(judge().signalsLost()).isEqualTo(1);
    }

    @Test
    void a_signal_that_was_refused_and_seen_is_found() {
        races = true;
        answers.set(0, new Answer(JOB, VALUE, false, true));
        assertThat(judge().signalsWrong()).isEqualTo(1);
    }

    @Test
    void a_signal_of_a_transaction_that_was_rolled_back_is_found() {
        answers.set(0, new Answer(JOB, VALUE + 1, true, true));
        assertThat(judge().signalsWrong()).isEqualTo(1);
    }

    @Test
    void a_wait_with_two_outcomes_is_found() {
        races = true;
        rows.add(new Row(4, "seen", JOB, null, null, StepHandlers.TIMED_OUT));
        assertThat(judge().signalsWrong()).isEqualTo(1);
    }

    @Test
    void signals_that_are_taken_in_another_order_or_twice_are_found() {
        rows.set(2, items(7, 6));
        assertThat(judge().signalsWrong()).isEqualTo(1);
        rows.set(2, items(6, 6));
        assertThat(judge().signalsWrong()).isEqualTo(1);
    }

    private static Row items(long first, long second) {
        return new Row(2, "items", JOB, first, null, second);
    }

    @Test
    void a_signal_that_was_refused_after_its_job_was_cancelled_is_well() {
        undo(End.CANCELS, JobState.CANCELLED);
        rows.remove(1);
        undos.remove(0);
        answers.set(0, new Answer(JOB, VALUE, false, true));
        assertThat(judge().violations()).isEmpty();
    }

    @Test
    void a_job_that_was_undone_is_well() {
        undo(End.IS_REJECTED, JobState.DEAD);
        StepHistory history = judge();
        assertThat(history.violations()).isEmpty();
        assertThat(history.undone()).isEqualTo(3);
        assertThat(history.dead()).isEqualTo(1);
    }

    @Test
    void an_undo_that_failed_and_was_repeated_is_well() {
        undo(End.IS_CANCELLED, JobState.CANCELLED);
        undos.set(0, new Undo(13, "book", JOB, null, null, "undo-book", ""));
        undos.add(new Undo(14, "charge", JOB, null, "key", "undo-charge", "book"));
        StepHistory history = judge();
        assertThat(history.violations()).isEmpty();
        assertThat(history.cancelled()).isEqualTo(1);
    }

    @Test
    void a_call_without_a_response_that_was_undone_is_well() {
        undo(End.IS_REJECTED, JobState.DEAD);
        rows.remove(1);
        undos.clear();
        undos.add(new Undo(11, "charge", JOB, null, null, "undo-charge", ""));
        undos.add(new Undo(12, "reserve", JOB, 1L, null, "undo-reserve", "charge"));
        StepHistory history = judge();
        assertThat(history.violations()).isEmpty();
        assertThat(history.undoneUncertain()).isEqualTo(1);
    }

    @Test
    void a_call_that_failed_or_came_too_late_need_not_be_undone() {
        undo(End.IS_REJECTED, JobState.DEAD);
        rows.remove(1);
        calls.clear();
        calls.add(new Call(2, JOB, "key", true, false));
        calls.add(new Call(20, JOB, "key", false, true));
        undos.subList(0, 2).clear();
        assertThat(judge().violations()).isEmpty();
    }

    @Test
    void a_job_that_completed_although_it_cancelled_itself_is_found() {
        end = End.CANCELS;
        assertThat(judge().stuck()).isEqualTo(1);
    }

    @Test
    void a_job_that_is_dead_and_was_not_rejected_is_found() {
        undo(End.IS_CANCELLED, JobState.DEAD);
        assertThat(judge().stuck()).isEqualTo(1);
    }

    @Test
    void a_completed_job_that_was_undone_is_found() {
        undo(End.IS_CANCELLED, JobState.COMPLETED);
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void a_transaction_that_was_not_undone_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        undos.remove(2);
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void a_transaction_that_was_undone_twice_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        undos.add(new Undo(13, "reserve", JOB, 1L, null, "undo-reserve", ""));
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void an_undo_of_a_transaction_that_was_rolled_back_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        rows.remove(1);
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void a_call_that_was_not_undone_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        undos.remove(1);
        undos.set(1, new Undo(12, "reserve", JOB, 1L, null, "undo-reserve", "book charge"));
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void an_undo_with_two_keys_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        undos.add(new Undo(13, "charge", JOB, null, "key", "another", ""));
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void an_undo_with_the_key_of_its_step_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        undos.set(1, new Undo(11, "charge", JOB, null, "key", "key", "book"));
        assertThat(judge().keysWrong()).isEqualTo(1);
    }

    @Test
    void an_undo_with_another_result_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        undos.set(2, new Undo(12, "reserve", JOB, 2L, null, "undo-reserve", "book charge"));
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void an_undo_before_that_of_a_later_step_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        undos.set(0, new Undo(13, "book", JOB, null, null, "undo-book", ""));
        undos.set(1, new Undo(11, "charge", JOB, null, "key", "undo-charge", ""));
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void an_undo_that_was_tried_after_that_of_an_earlier_step_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        undos.set(0, new Undo(10, "book", JOB, null, null, "undo-book", "charge"));
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void a_step_after_the_first_undo_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        rows.set(1, new Row(11, "book", JOB, 1L, "key", VALUE));
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    @Test
    void a_call_after_the_first_undo_is_found() {
        undo(End.CANCELS, JobState.CANCELLED);
        calls.add(call(11, "key"));
        assertThat(judge().undoWrong()).isEqualTo(1);
    }

    private void undo(End how, JobState as) {
        end = how;
        state = as;
        undos.add(new Undo(10, "book", JOB, null, null, "undo-book", ""));
        undos.add(new Undo(11, "charge", JOB, null, "key", "undo-charge", "book"));
        undos.add(new Undo(12, "reserve", JOB, 1L, null, "undo-reserve", "book charge"));
    }

    private static Row reserve(long n) {
        return new Row(n, "reserve", JOB, null, null, null);
    }

    private static Call call(long n, String key) {
        return new Call(n, JOB, key, true, true);
    }

    private StepHistory judge() {
        return new StepHistory(
                List.of(new Sent(JOB, new StepWork.Order(3, races, false, false, end, 5))),
                rows,
                calls,
                undos,
                answers,
                state == null ? Map.of() : Map.of(JOB, state),
                isWaiting ? Set.of(JOB) : Set.of());
    }
}
