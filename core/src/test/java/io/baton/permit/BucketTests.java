package io.baton.permit;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Rate;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BucketTests {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Rate HUNDRED = Rate.of(100, Duration.ofSeconds(1));

    private static Bucket filled(Rate rate, double before, Duration since, int unstarted) {
        return Bucket.filled("r", rate, before, since, NOW, unstarted);
    }

    @Test
    void fills_with_time_up_to_the_burst() {
        assertThat(filled(HUNDRED, 0, Duration.ofMillis(30), 0).free()).isEqualTo(3);
        assertThat(filled(HUNDRED, 0.5, Duration.ofMillis(9), 0).free()).isEqualTo(1);
        assertThat(filled(HUNDRED, 0, Duration.ofHours(1), 0).free()).isEqualTo(10);
        assertThat(filled(HUNDRED, 2, Duration.ofHours(-1), 0).free()).isEqualTo(2);
    }

    @Test
    void whole_permits_are_whole_however_they_came() {
        Bucket bucket = filled(Rate.of(10, Duration.ofSeconds(1)).withBurst(5), 0, Duration.ZERO, 0);
        for (int each = 0; each < 10; each++) {
            bucket = filled(bucket.rate(), bucket.permits(), Duration.ofMillis(10), 0);
        }
        assertThat(bucket.free()).isEqualTo(1);
    }

    @Test
    void those_that_did_not_start_leave_less_room() {
        assertThat(filled(HUNDRED, 10, Duration.ZERO, 4).free()).isEqualTo(6);
        assertThat(filled(HUNDRED, 3, Duration.ZERO, 4).free()).isEqualTo(3);
        assertThat(filled(HUNDRED, 10, Duration.ZERO, 12).free()).isZero();
        assertThat(filled(HUNDRED, 10, Duration.ZERO, 12).isHeldUp()).isTrue();
        assertThat(filled(HUNDRED, 0.5, Duration.ZERO, 0).isHeldUp()).isFalse();
        assertThat(filled(HUNDRED, 10, Duration.ZERO, 0).less(10).free()).isZero();
    }

    @Test
    void waits_for_the_next_permit_or_for_several_that_come_soon() {
        Rate slow = Rate.of(2, Duration.ofSeconds(1));
        assertThat(filled(slow, 0, Duration.ZERO, 0).untilNext()).isEqualTo(Duration.ofMillis(500));
        assertThat(filled(slow, 0.5, Duration.ZERO, 0).untilNext()).isEqualTo(Duration.ofMillis(250));
        assertThat(filled(HUNDRED, 0, Duration.ZERO, 0).untilNext()).isEqualTo(Duration.ofMillis(50));
        assertThat(filled(HUNDRED.withBurst(1), 0, Duration.ZERO, 0).untilNext())
                .isEqualTo(Duration.ofMillis(10));
    }

    /** As it is on a machine that has other things to do. */
    @Test
    void a_rate_is_achieved_though_every_look_is_ten_milliseconds_late() {
        for (int perSecond : new int[] {5, 15, 19, 100, 1_000}) {
            Rate rate = Rate.of(perSecond, Duration.ofSeconds(1));
            Instant now = Instant.EPOCH;
            Instant end = now.plusSeconds(60);
            Bucket bucket = Bucket.filled("~r", rate, 0, Duration.ZERO, now, 0);
            int started = 0;
            while (now.isBefore(end)) {
                Duration until = bucket.untilNext().plusMillis(10);
                now = now.plus(until);
                bucket = Bucket.filled("~r", rate, bucket.permits(), until, now, 0);
                started += bucket.free();
                bucket = bucket.less(bucket.free());
            }
            assertThat(started / (perSecond * 60.0)).as(rate.toString()).isGreaterThanOrEqualTo(0.95);
        }
    }

    @Test
    void those_that_do_not_start_are_in_the_way_after_two_seconds() {
        assertThat(filled(HUNDRED, 10, Duration.ofMillis(1_999), 12).isStuck()).isFalse();
        assertThat(filled(HUNDRED, 10, Duration.ofSeconds(2), 12).isStuck()).isTrue();
        assertThat(filled(HUNDRED, 10, Duration.ofSeconds(2), 4).isStuck()).isFalse();
        assertThat(filled(HUNDRED, 10, Duration.ZERO, 0).isHeldUp()).isFalse();
        assertThat(filled(HUNDRED, 1, Duration.ZERO, 10).isHeldUp()).isTrue();
    }

    @Test
    void those_that_were_given_permits_have_not_started_yet() {
        Bucket left = filled(HUNDRED, 10, Duration.ZERO, 8).less(2);
        assertThat(left.free()).isZero();
        assertThat(left.isHeldUp()).isTrue();
    }
}
