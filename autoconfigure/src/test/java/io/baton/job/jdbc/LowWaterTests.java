package io.baton.job.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When claims leave the front, when they look at it all the same, and when they come back. */
class LowWaterTests {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long FAST = MILLI;
    private static final long SLOW = 40 * MILLI;
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private final LowWater lowWater = new LowWater();
    private long now = -5 * SECOND;

    private static ClaimedJob job(int priority, Instant dueAt) {
        return new ClaimedJob(1, new UUID(0, 0), "work", "q", priority, 1, 0, null, Instant.EPOCH, dueAt, null, null);
    }

    private static List<ClaimedJob> jobs(int count) {
        return Collections.nCopies(count, job(0, NOON));
    }

    private void readFront(long cost, ClaimedJob... jobs) {
        lowWater.readFront(Arrays.asList(jobs), cost, now);
    }

    /** On marks, with the last look at the front just taken. */
    private void onMarks(long cost, ClaimedJob... jobs) {
        lowWater.readMarked(jobs(5_000), 5_000);
        readFront(cost, jobs);
        readFront(cost, jobs);
        readFront(cost, jobs);
        assertThat(lowWater.fromFront(now))
                .as("the next claim starts at the front")
                .isFalse();
    }

    private void assertThatTheFrontIsLookedAtEvery(long nanos) {
        assertThat(lowWater.fromFront(now + nanos - 1)).isFalse();
        assertThat(lowWater.fromFront(now + nanos)).isTrue();
    }

    @Test
    void a_queue_is_read_from_the_front_at_first() {
        assertThat(lowWater.fromFront(now)).isTrue();
        assertThat(lowWater.marks()).isEmpty();
    }

    @Test
    void the_front_is_left_after_three_slow_claims_in_a_row() {
        lowWater.readFront(jobs(5_000), 60 * MILLI, now);
        lowWater.readFront(jobs(10), SLOW, now);
        assertThat(lowWater.fromFront(now)).isTrue();
        lowWater.readFront(jobs(10), SLOW, now);
        assertThat(lowWater.fromFront(now)).isFalse();
    }

    @Test
    void a_claim_of_many_jobs_may_take_longer() {
        lowWater.readFront(jobs(5_000), FAST, now);
        for (int i = 0; i < 3; i++) {
            lowWater.readFront(jobs(1_000), 12 * MILLI, now);
        }
        assertThat(lowWater.fromFront(now)).isTrue();
        for (int i = 0; i < 12; i++) {
            lowWater.readFront(jobs(500), 12 * MILLI, now);
        }
        assertThat(lowWater.fromFront(now)).isFalse();
    }

    @Test
    void a_fast_claim_between_slow_ones_starts_the_count_again() {
        readFront(SLOW);
        lowWater.readFront(jobs(6_000), SLOW, now);
        readFront(FAST);
        lowWater.readFront(jobs(6_000), 100 * MILLI, now);
        lowWater.readFront(jobs(10), SLOW, now);
        assertThat(lowWater.fromFront(now)).isTrue();
        lowWater.readFront(jobs(10), SLOW, now);
        assertThat(lowWater.fromFront(now)).isFalse();
    }

    @Test
    void the_front_is_left_only_when_enough_was_claimed_to_lie_dead_in_the_way() {
        for (int i = 0; i < 10; i++) {
            lowWater.readFront(jobs(499), SLOW, now);
            assertThat(lowWater.fromFront(now)).isTrue();
        }
        lowWater.readFront(jobs(9), SLOW, now);
        assertThat(lowWater.fromFront(now)).isTrue();
        lowWater.readFront(jobs(1), SLOW, now);
        assertThat(lowWater.fromFront(now)).isFalse();
    }

    @Test
    void what_was_claimed_before_a_fast_claim_lies_in_nobodys_way() {
        lowWater.readFront(jobs(4_999), SLOW * 10, now);
        readFront(FAST);
        for (int i = 0; i < 5; i++) {
            readFront(SLOW, job(0, NOON));
            assertThat(lowWater.fromFront(now)).isTrue();
        }
    }

    @Test
    void a_fast_claim_from_the_front_brings_the_claims_back_to_it() {
        onMarks(SLOW, job(0, NOON));
        readFront(FAST);
        assertThat(lowWater.fromFront(now)).isTrue();
        assertThat(lowWater.marks()).isEmpty();
    }

    @Test
    void a_queue_of_which_nothing_is_known_is_read_from_the_front_however_slow() {
        lowWater.readFront(jobs(5_000), FAST, now);
        readFront(SLOW);
        readFront(SLOW);
        readFront(SLOW);
        assertThat(lowWater.fromFront(now)).isTrue();
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
        lowWater.readMarked(List.of(), 10);
        assertThatTheFrontIsLookedAtEvery(10 * SECOND);
    }

    @Test
    void the_front_is_looked_at_sooner_when_the_marks_have_no_more() {
        onMarks(4 * MILLI, job(0, NOON));
        lowWater.readMarked(jobs(9), 10);
        assertThatTheFrontIsLookedAtEvery(300 * MILLI);
        lowWater.readMarked(jobs(10), 10);
        assertThatTheFrontIsLookedAtEvery(SECOND);

        onMarks(SLOW, job(0, NOON));
        lowWater.readMarked(List.of(), 10);
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
    void a_mark_lies_two_seconds_before_the_newest_for_those_that_commit_late() {
        onMarks(SLOW, job(0, NOON.minusSeconds(30)), job(0, NOON), job(0, NOON.minusSeconds(7)));
        assertThat(lowWater.marks()).containsEntry(~0, NOON.minusSeconds(2)).hasSize(1);
    }

    @Test
    void a_claim_from_the_marks_moves_them_on_and_never_back() {
        onMarks(SLOW, job(0, NOON));
        lowWater.readMarked(List.of(job(0, NOON.plusSeconds(10))), 1);
        assertThat(lowWater.marks()).containsEntry(~0, NOON.plusSeconds(8));
        lowWater.readMarked(List.of(job(0, NOON.plusSeconds(9))), 1);
        assertThat(lowWater.marks()).containsEntry(~0, NOON.plusSeconds(8));
    }

    @Test
    void a_job_found_at_the_front_takes_its_mark_back() {
        onMarks(SLOW, job(0, NOON), job(5, NOON));
        readFront(SLOW, job(0, NOON.minusSeconds(60)));
        assertThat(lowWater.marks()).containsEntry(~0, NOON.minusSeconds(62)).containsEntry(~5, NOON.minusSeconds(2));
    }

    @Test
    void ranks_are_known_one_by_one_and_come_in_the_order_of_the_index() {
        onMarks(SLOW, job(0, NOON), job(7, NOON.plusSeconds(1)));
        readFront(SLOW, job(-3, NOON.plusSeconds(2)));
        lowWater.readMarked(List.of(job(Integer.MAX_VALUE, NOON)), 1);
        assertThat(lowWater.marks().keySet()).containsExactly(~Integer.MAX_VALUE, ~7, ~0, ~-3);
        assertThat(lowWater.marks()).containsEntry(~7, NOON.minusSeconds(1)).containsEntry(~-3, NOON);
    }

    @Test
    void an_error_makes_everything_forgotten() {
        onMarks(SLOW, job(0, NOON));
        lowWater.forget();
        assertThat(lowWater.fromFront(now)).isTrue();
        assertThat(lowWater.marks()).isEmpty();
        readFront(SLOW, job(0, NOON));
        readFront(SLOW, job(0, NOON));
        readFront(SLOW, job(0, NOON));
        assertThat(lowWater.fromFront(now)).as("nothing was claimed since").isTrue();
    }

    @Test
    void what_was_asked_for_is_not_changed_by_later_claims() {
        onMarks(SLOW, job(0, NOON));
        var asked = lowWater.marks();
        readFront(FAST);
        assertThat(asked).hasSize(1);
    }
}
