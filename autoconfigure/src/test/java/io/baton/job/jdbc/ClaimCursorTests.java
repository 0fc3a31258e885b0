package io.baton.job.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.job.ReadyJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When claims leave the front, when they look at it all the same, and when they come back. */
class ClaimCursorTests {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long FAST = MILLI;
    private static final long SLOW = 40 * MILLI;
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private final ClaimCursor cursor = new ClaimCursor();
    private long now = -5 * SECOND;

    private static ClaimedJob job(int priority, Instant dueAt) {
        return new ClaimedJob(1, new UUID(0, 0), "work", "q", priority, 1, 0, null, Instant.EPOCH, dueAt, null, null);
    }

    private static List<ClaimedJob> jobs(int count) {
        return Collections.nCopies(count, job(0, NOON));
    }

    private void readFront(long cost, ClaimedJob... jobs) {
        cursor.readFront(Arrays.asList(jobs), jobs.length + 1, cost, now);
    }

    private void readFront(List<ClaimedJob> jobs, long cost) {
        cursor.readFront(jobs, jobs.size(), cost, now);
    }

    /** On marks, with the last look at the front just taken. */
    private void onMarks(long cost, ClaimedJob... jobs) {
        cursor.readMarked(jobs(5_000), 5_000);
        readFront(cost, jobs);
        readFront(cost, jobs);
        readFront(cost, jobs);
        assertThat(cursor.fromFront(now))
                .as("the next claim starts at the front")
                .isFalse();
    }

    private void assertThatTheFrontIsLookedAtEvery(long nanos) {
        assertThat(cursor.fromFront(now + nanos - 1)).isFalse();
        assertThat(cursor.fromFront(now + nanos)).isTrue();
    }

    @Test
    void a_queue_is_read_from_the_front_at_first() {
        assertThat(cursor.fromFront(now)).isTrue();
        assertThat(cursor.marks()).isEmpty();
    }

    @Test
    void the_front_is_left_after_three_slow_claims_in_a_row() {
        readFront(jobs(5_000), 60 * MILLI);
        readFront(jobs(10), SLOW);
        assertThat(cursor.fromFront(now)).isTrue();
        readFront(jobs(10), SLOW);
        assertThat(cursor.fromFront(now)).isFalse();
    }

    @Test
    void a_claim_of_many_jobs_may_take_longer() {
        readFront(jobs(5_000), FAST);
        for (int i = 0; i < 3; i++) {
            readFront(jobs(1_000), 12 * MILLI);
        }
        assertThat(cursor.fromFront(now)).isTrue();
        for (int i = 0; i < 12; i++) {
            readFront(jobs(500), 12 * MILLI);
        }
        assertThat(cursor.fromFront(now)).isFalse();
    }

    @Test
    void a_fast_claim_between_slow_ones_starts_the_count_again() {
        readFront(SLOW);
        readFront(jobs(6_000), SLOW);
        readFront(FAST);
        readFront(jobs(6_000), 100 * MILLI);
        readFront(jobs(10), SLOW);
        assertThat(cursor.fromFront(now)).isTrue();
        readFront(jobs(10), SLOW);
        assertThat(cursor.fromFront(now)).isFalse();
    }

    @Test
    void the_front_is_left_only_when_enough_was_claimed_to_lie_dead_in_the_way() {
        for (int i = 0; i < 10; i++) {
            readFront(jobs(499), SLOW);
            assertThat(cursor.fromFront(now)).isTrue();
        }
        readFront(jobs(9), SLOW);
        assertThat(cursor.fromFront(now)).isTrue();
        readFront(jobs(1), SLOW);
        assertThat(cursor.fromFront(now)).isFalse();
    }

    @Test
    void what_was_claimed_before_a_fast_claim_lies_in_nobodys_way() {
        readFront(jobs(4_999), SLOW * 10);
        readFront(FAST);
        for (int i = 0; i < 5; i++) {
            readFront(SLOW, job(0, NOON));
            assertThat(cursor.fromFront(now)).isTrue();
        }
    }

    @Test
    void a_fast_claim_from_the_front_brings_the_claims_back_to_it() {
        onMarks(SLOW, job(0, NOON));
        readFront(FAST);
        assertThat(cursor.fromFront(now)).isTrue();
        assertThat(cursor.marks()).isEmpty();
    }

    @Test
    void a_queue_of_which_nothing_is_known_is_read_from_the_front_however_slow() {
        readFront(jobs(5_000), FAST);
        readFront(SLOW);
        readFront(SLOW);
        readFront(SLOW);
        assertThat(cursor.fromFront(now)).isTrue();
    }

    @Test
    void the_front_is_looked_at_once_a_second_while_it_is_a_little_slow() {
        onMarks(SLOW, job(0, NOON));
        assertThatTheFrontIsLookedAtEvery(SECOND);
    }

    @Test
    void the_front_is_looked_at_less_often_the_slower_it_is() {
        onMarks(200 * MILLI, job(0, NOON));
        assertThatTheFrontIsLookedAtEvery(4 * SECOND);
    }

    @Test
    void the_front_is_looked_at_every_ten_seconds_at_least() {
        onMarks(3 * SECOND, job(0, NOON));
        assertThatTheFrontIsLookedAtEvery(10 * SECOND);
        cursor.readMarked(List.of(), 10);
        assertThatTheFrontIsLookedAtEvery(10 * SECOND);
    }

    @Test
    void the_front_is_looked_at_sooner_when_the_marks_have_no_more() {
        onMarks(4 * MILLI, job(0, NOON));
        cursor.readMarked(jobs(9), 10);
        assertThatTheFrontIsLookedAtEvery(300 * MILLI);
        cursor.readMarked(jobs(10), 10);
        assertThatTheFrontIsLookedAtEvery(SECOND);

        onMarks(SLOW, job(0, NOON));
        cursor.readMarked(List.of(), 10);
        assertThatTheFrontIsLookedAtEvery(600 * MILLI);
    }

    @Test
    void a_look_at_the_front_starts_the_pause_anew() {
        onMarks(SLOW, job(0, NOON));
        now += SECOND;
        readFront(SLOW);
        assertThatTheFrontIsLookedAtEvery(SECOND);
    }

    @Test
    void a_mark_lies_at_the_newest_that_was_claimed() {
        onMarks(SLOW, job(0, NOON.minusSeconds(30)), job(0, NOON), job(0, NOON.minusSeconds(7)));
        assertThat(cursor.marks()).containsEntry(~0, NOON).hasSize(1);
    }

    /** Whatever was claimed since then lies in the way of each claim. */
    @Test
    void claims_start_a_little_before_the_marks_and_ten_times_a_second_far_enough_for_late_commits() {
        onMarks(SLOW, job(0, NOON));
        assertThat(cursor.margin(now + 100 * MILLI - 1)).isEqualTo(Duration.ofMillis(100));
        assertThat(cursor.margin(now + 100 * MILLI)).isEqualTo(Duration.ofSeconds(2));
        assertThat(cursor.margin(now + 200 * MILLI - 1)).isEqualTo(Duration.ofMillis(100));
        assertThat(cursor.margin(now + 200 * MILLI)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void what_is_announced_is_owed_a_claim_from_far_enough_that_takes_all_there_is() {
        onMarks(SLOW, job(0, NOON));
        assertThat(cursor.untilChecked(now)).isEmpty();
        cursor.expect(ReadyJobs.of("q", 0));
        assertThat(cursor.untilChecked(now)).contains(Duration.ofMillis(100));

        cursor.margin(now + MILLI);
        cursor.readMarked(List.of(), 10);
        assertThat(cursor.untilChecked(now))
                .as("it did not start far enough back")
                .isPresent();

        cursor.margin(now + 100 * MILLI);
        cursor.readMarked(jobs(10), 10);
        assertThat(cursor.untilChecked(now + 110 * MILLI)).as("it had enough").contains(Duration.ofMillis(90));

        cursor.margin(now + 200 * MILLI);
        cursor.readMarked(jobs(9), 10);
        assertThat(cursor.untilChecked(now + 210 * MILLI)).isEmpty();
    }

    @Test
    void a_claim_from_the_front_that_takes_all_there_is_owes_nothing() {
        onMarks(SLOW, job(0, NOON));
        cursor.expect(ReadyJobs.of("q", 0));
        readFront(List.of(job(0, NOON)), SLOW);
        assertThat(cursor.untilChecked(now)).isPresent();
        readFront(SLOW);
        assertThat(cursor.untilChecked(now)).isEmpty();
    }

    @Test
    void a_claim_from_the_marks_moves_them_on_and_never_back() {
        onMarks(SLOW, job(0, NOON));
        cursor.readMarked(List.of(job(0, NOON.plusSeconds(10))), 1);
        assertThat(cursor.marks()).containsEntry(~0, NOON.plusSeconds(10));
        cursor.readMarked(List.of(job(0, NOON.plusSeconds(9))), 1);
        assertThat(cursor.marks()).containsEntry(~0, NOON.plusSeconds(10));
    }

    @Test
    void a_claim_from_the_front_that_had_enough_takes_the_mark_back_of_the_rank_where_it_stopped() {
        onMarks(SLOW, job(0, NOON), job(5, NOON), job(-5, NOON));
        readFront(List.of(job(5, NOON.minusSeconds(30)), job(0, NOON.minusSeconds(60))), SLOW);
        assertThat(cursor.marks())
                .containsEntry(~5, NOON)
                .containsEntry(~0, NOON.minusSeconds(60))
                .containsEntry(~-5, NOON);
    }

    @Test
    void a_claim_that_got_all_there_was_leaves_nothing_behind_the_marks() {
        onMarks(SLOW, job(0, NOON));
        readFront(SLOW, job(0, NOON.minusSeconds(60)));
        assertThat(cursor.marks()).containsEntry(~0, NOON);
    }

    @Test
    void ranks_are_known_one_by_one_and_come_in_the_order_of_the_index() {
        onMarks(SLOW, job(0, NOON), job(7, NOON.plusSeconds(1)));
        readFront(SLOW, job(-3, NOON.plusSeconds(2)));
        cursor.readMarked(List.of(job(Integer.MAX_VALUE, NOON)), 1);
        assertThat(cursor.marks().keySet()).containsExactly(~Integer.MAX_VALUE, ~7, ~0, ~-3);
        assertThat(cursor.marks()).containsEntry(~7, NOON.plusSeconds(1)).containsEntry(~-3, NOON.plusSeconds(2));
    }

    @Test
    void an_error_makes_everything_forgotten() {
        onMarks(SLOW, job(0, NOON));
        cursor.forget();
        assertThat(cursor.fromFront(now)).isTrue();
        assertThat(cursor.marks()).isEmpty();
        readFront(SLOW, job(0, NOON));
        readFront(SLOW, job(0, NOON));
        readFront(SLOW, job(0, NOON));
        assertThat(cursor.fromFront(now)).as("nothing was claimed since").isTrue();
    }

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
        cursor.expect(ReadyJobs.of("q", 0).and(5));
        cursor.expect(ReadyJobs.of("q"));
        assertThat(cursor.untilFront(now)).isEmpty();
        assertThatTheFrontIsLookedAtEvery(SECOND);
    }

    @Test
    void a_call_waits_ten_seconds_at_most_and_no_time_once_the_pause_is_over() {
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
        cursor.expect(ReadyJobs.of("q", 7).and(-7));
        cursor.expect(ReadyJobs.outOfTurn("q"));
        readFront(SLOW);
        assertThat(cursor.untilFront(now)).isEmpty();
        assertThatTheFrontIsLookedAtEvery(SECOND);
    }

    /** In any order, as a statement answers. */
    @Test
    void a_look_that_stopped_before_a_priority_has_not_found_it_and_it_calls_once_claims_come_as_far() {
        onMarks(SLOW, job(0, NOON), job(9, NOON));
        cursor.expect(ReadyJobs.of("q", 5).and(10).and(-5));
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
    void a_flood_of_unknown_priorities_brings_a_look_every_four_times_its_cost() {
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
    void who_looks_for_jobs_out_of_turn_and_stops_goes_on_once_claims_come_as_far() {
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
    void of_very_many_priorities_the_hundred_with_the_newest_jobs_have_marks_and_the_others_call() {
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
