package io.baton.job.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ReadyJobs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When claims leave the front, when they look at it all the same, and when they come back. */
class ClaimCursorTests extends ClaimCursorFixture {

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
    void the_front_is_left_only_when_enough_claimed_rows_lie_dead() {
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
    void an_unknown_queue_is_read_from_the_front_however_slow() {
        readFront(jobs(5_000), FAST);
        readFront(SLOW);
        readFront(SLOW);
        readFront(SLOW);
        assertThat(cursor.fromFront(now)).isTrue();
    }

    @Test
    void the_front_is_scanned_for_a_two_hundredth_of_the_time() {
        onMarks(4 * MILLI, job(0, NOON));
        assertThatTheFrontIsLookedAtEvery(800 * MILLI);
        onMarks(SLOW, job(0, NOON));
        assertThatTheFrontIsLookedAtEvery(200 * SLOW);
        cursor.readMarked(jobs(9), 10);
        assertThatTheFrontIsLookedAtEvery(200 * SLOW);
    }

    @Test
    void the_front_is_looked_at_every_ten_seconds_at_least() {
        onMarks(3 * SECOND, job(0, NOON));
        assertThatTheFrontIsLookedAtEvery(10 * SECOND);
        cursor.readMarked(List.of(), 10);
        assertThatTheFrontIsLookedAtEvery(10 * SECOND);
    }

    @Test
    void a_look_at_the_front_starts_the_pause_anew() {
        onMarks(SLOW, job(0, NOON));
        now += SECOND;
        readFront(SLOW);
        assertThatTheFrontIsLookedAtEvery(200 * SLOW);
    }

    @Test
    void a_mark_lies_at_the_newest_that_was_claimed() {
        onMarks(SLOW, job(0, NOON.minusSeconds(30)), job(0, NOON), job(0, NOON.minusSeconds(7)));
        assertThat(cursor.marks()).containsEntry(~0, NOON).hasSize(1);
    }

    /** Whatever was claimed since then lies in the way of each claim. */
    @Test
    void claims_start_before_the_marks_and_periodically_far_enough_for_late_commits() {
        onMarks(SLOW, job(0, NOON));
        assertThat(cursor.margin(now + 100 * MILLI - 1)).isEqualTo(Duration.ofMillis(100));
        assertThat(cursor.margin(now + 100 * MILLI)).isEqualTo(Duration.ofSeconds(2));
        assertThat(cursor.margin(now + 200 * MILLI - 1)).isEqualTo(Duration.ofMillis(100));
        assertThat(cursor.margin(now + 200 * MILLI)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void announced_jobs_get_a_claim_from_far_enough_that_takes_all() {
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
    void a_full_claim_from_the_front_resets_the_mark_where_it_stopped() {
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
    void ranks_are_learnt_one_by_one_in_the_order_of_the_index() {
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
}
