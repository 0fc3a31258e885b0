package io.baton.faults.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.faults.step.StepHistory.Answer;
import io.baton.faults.step.StepHistory.Call;
import io.baton.faults.step.StepHistory.Row;
import io.baton.faults.step.StepHistory.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Histories of one job whose steps took effect once, and of some in which they did not. */
class StepHistoryTests {

    private static final long JOB = 7;
    private static final long VALUE = 3L * StepHandlers.ATTEMPTS + 1;

    private final List<Row> rows = new ArrayList<>(List.of(reserve(1), new Row(2, "book", JOB, 1L, "key", VALUE)));
    private final List<Call> calls = new ArrayList<>(List.of(new Call(JOB, "key"), new Call(JOB, "key")));
    private final List<Answer> answers = new ArrayList<>(List.of(new Answer(JOB, VALUE, true, true)));
    private boolean isCompleted = true;
    private boolean isWaiting;
    private boolean races;

    @Test
    void a_call_that_was_repeated_with_its_key_is_well() {
        assertThat(judge().violations()).isEmpty();
    }

    @Test
    void a_row_that_is_there_twice_is_found() {
        rows.add(reserve(3));
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
        calls.add(new Call(JOB, "another"));
        assertThat(judge().keysWrong()).isEqualTo(1);
    }

    @Test
    void a_key_of_two_jobs_is_found() {
        calls.add(new Call(JOB + 1, "key"));
        assertThat(judge().keysWrong()).isEqualTo(1);
    }

    @Test
    void a_job_that_still_waits_for_an_accepted_signal_is_stuck_and_has_lost_it() {
        rows.remove(1);
        isCompleted = false;
        isWaiting = true;
        StepHistory history = judge();
        assertThat(history.stuck()).isEqualTo(1);
        assertThat(history.signalsLost()).isEqualTo(1);
        assertThat(history.rowsWrong()).isZero();
    }

    @Test
    void a_wait_that_timed_out_after_its_signal_was_accepted_has_lost_it() {
        races = true;
        rows.set(1, new Row(2, "book", JOB, 1L, "key", StepHandlers.TIMED_OUT));
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

    private static Row reserve(long n) {
        return new Row(n, "reserve", JOB, null, null, null);
    }

    private StepHistory judge() {
        return new StepHistory(
                List.of(new Sent(JOB, new StepWork.Order(3, races, false, false))),
                rows,
                calls,
                answers,
                isCompleted ? Set.of(JOB) : Set.of(),
                isWaiting ? Set.of(JOB) : Set.of());
    }
}
