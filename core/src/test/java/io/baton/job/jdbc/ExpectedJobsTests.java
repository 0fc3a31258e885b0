package io.baton.job.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.job.ReadyJobs;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When expected jobs call claims that start at the marks back to the front. */
class ExpectedJobsTests extends ClaimCursorFixture {

    private void assertThatTheFrontIsLookedAtIn(long nanos) {
        assertThat(cursor.untilFront(now)).contains(Duration.ofNanos(nanos));
        assertThatTheFrontIsLookedAtEvery(nanos);
    }

    @Test
    void a_priority_without_a_mark_calls_to_the_front() {
        onMarks(SLOW, job(0, NOON));
        cursor.expect(ReadyJobs.of("q", 7));
        assertThatTheFrontIsLookedAtIn(4 * SLOW);
    }

    @Test
    void jobs_out_of_turn_call_to_the_front() {
        onMarks(SLOW, job(0, NOON));
        cursor.expect(ReadyJobs.outOfTurn("q"));
        assertThatTheFrontIsLookedAtIn(4 * SLOW);
    }

    @Test
    void what_the_marks_find_calls_nobody() {
        onMarks(SLOW, job(0, NOON), job(5, NOON));
        cursor.expect(ReadyJobs.of("q", 0).and(ReadyJobs.of("q", 5)));
        cursor.expect(ReadyJobs.of("q"));
        assertThat(cursor.untilFront(now)).isEmpty();
        assertThatTheFrontIsLookedAtEvery(200 * SLOW);
    }

    @Test
    void a_call_waits_ten_seconds_at_most_and_ends_with_the_pause() {
        onMarks(3 * SECOND, job(0, NOON));
        cursor.expect(ReadyJobs.outOfTurn("q"));
        assertThatTheFrontIsLookedAtIn(10 * SECOND);
        now += 11 * SECOND;
        assertThat(cursor.untilFront(now)).contains(Duration.ZERO);
        assertThat(cursor.fromFront(now)).isTrue();
    }

    @Test
    void a_call_is_remembered_while_claims_start_at_the_marks() {
        onMarks(SLOW, job(0, NOON));
        cursor.expect(ReadyJobs.of("q", 7));
        cursor.expect(ReadyJobs.of("q"));
        cursor.readMarked(List.of(), 10);
        cursor.readMarked(jobs(9), 10);
        assertThatTheFrontIsLookedAtIn(4 * SLOW);
    }

    @Test
    void a_look_at_the_front_answers_all_calls() {
        onMarks(SLOW, job(0, NOON));
        cursor.expect(ReadyJobs.of("q", 7).and(ReadyJobs.of("q", -7)));
        cursor.expect(ReadyJobs.outOfTurn("q"));
        readFront(SLOW);
        assertThat(cursor.untilFront(now)).isEmpty();
        assertThatTheFrontIsLookedAtEvery(200 * SLOW);
    }

    /** In any order, as a statement answers. */
    @Test
    void a_priority_beyond_a_poll_calls_once_claims_come_that_far() {
        onMarks(SLOW, job(0, NOON), job(9, NOON));
        cursor.expect(ReadyJobs.of("q", 5).and(ReadyJobs.of("q", 10)).and(ReadyJobs.of("q", -5)));
        readFront(List.of(job(9, NOON), job(10, NOON), job(9, NOON)), SLOW);
        assertThat(cursor.untilFront(now)).as("there is more of priority 9").isEmpty();
        cursor.readMarked(List.of(job(9, NOON)), 1);
        assertThat(cursor.untilFront(now)).isEmpty();
        cursor.readMarked(List.of(job(9, NOON), job(0, NOON)), 2);
        assertThatTheFrontIsLookedAtIn(4 * SLOW);
        readFront(List.of(job(5, NOON)), SLOW);
        assertThat(cursor.untilFront(now)).as("priority -5 can wait").isEmpty();
        cursor.readMarked(List.of(job(0, NOON)), 2);
        assertThatTheFrontIsLookedAtIn(4 * SLOW);
    }

    /** A fifth of the time, whatever comes. */
    @Test
    void a_flood_of_unknown_priorities_brings_polls_every_four_times_their_cost() {
        onMarks(SLOW, job(0, NOON));
        int looks = 0;
        for (int millis = 0; millis < 20_000; millis++) {
            cursor.expect(ReadyJobs.of("q", 10 + millis));
            if (cursor.fromFront(now)) {
                looks++;
                now += SLOW;
                readFront(SLOW, job(0, NOON));
            }
            now += MILLI;
        }
        assertThat(looks).isBetween(20_000 / (4 * 40) - 5, 20_000 / (4 * 40));
    }

    /** Jobs of other ranks may have been put back too. */
    @Test
    void an_extra_poll_that_stopped_resumes_once_claims_come_that_far() {
        onMarks(SLOW, job(9, NOON), job(0, NOON));
        cursor.expect(ReadyJobs.outOfTurn("q"));
        readFront(List.of(job(9, NOON.minusSeconds(60))), SLOW);
        cursor.readMarked(List.of(job(9, NOON)), 1);
        assertThat(cursor.untilFront(now)).isEmpty();
        cursor.readMarked(List.of(job(0, NOON)), 1);
        assertThatTheFrontIsLookedAtIn(4 * SLOW);
    }

    @Test
    void the_most_and_the_least_important_priority_call_too() {
        onMarks(SLOW, job(0, NOON));
        cursor.expect(ReadyJobs.of("q", Integer.MAX_VALUE));
        assertThatTheFrontIsLookedAtIn(4 * SLOW);
        readFront(SLOW);
        cursor.expect(ReadyJobs.of("q", Integer.MIN_VALUE));
        assertThatTheFrontIsLookedAtIn(4 * SLOW);
        readFront(SLOW);
        assertThat(cursor.untilFront(now)).isEmpty();
    }

    @Test
    void the_hundred_priorities_with_newest_jobs_have_marks_and_others_call() {
        onMarks(SLOW, job(0, NOON));
        List<ClaimedJob> flood = IntStream.rangeClosed(1, 300)
                .mapToObj(i -> job(i, NOON.plusSeconds(i)))
                .toList();
        cursor.readFront(flood, 301, SLOW, now);
        cursor.readMarked(List.of(job(1_000, NOON.plusSeconds(1_000))), 1);
        assertThat(cursor.marks()).hasSize(100).containsKeys(~300, ~202, ~1_000).doesNotContainKeys(~0, ~201);
        cursor.expect(ReadyJobs.of("q", 300));
        assertThat(cursor.untilFront(now)).isEmpty();
        cursor.readMarked(List.of(), 1);
        cursor.expect(ReadyJobs.of("q", 201));
        assertThatTheFrontIsLookedAtIn(4 * SLOW);
    }

    @Test
    void nothing_calls_while_claims_start_at_the_front_anyway() {
        cursor.expect(ReadyJobs.of("q", 7));
        cursor.expect(ReadyJobs.outOfTurn("q"));
        assertThat(cursor.untilFront(now)).isEmpty();
        onMarks(SLOW, job(0, NOON));
        assertThat(cursor.untilFront(now)).isEmpty();
    }

    @Test
    void who_leaves_the_marks_forgets_the_calls() {
        onMarks(SLOW, job(0, NOON));
        cursor.expect(ReadyJobs.of("q", 7));
        cursor.expect(ReadyJobs.outOfTurn("q"));
        cursor.forget();
        onMarks(SLOW, job(0, NOON));
        assertThat(cursor.untilFront(now)).isEmpty();
    }

    @Test
    void what_was_asked_for_is_not_changed_by_later_claims() {
        onMarks(SLOW, job(0, NOON));
        var asked = cursor.marks();
        readFront(FAST);
        assertThat(asked).hasSize(1);
    }
}
