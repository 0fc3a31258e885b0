package io.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RetryRuleTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void wait_grows_by_multiplier() {
        RetryRule rule = rule(SECOND, 2, HOUR, 0);

        assertThat(Stream.of(1, 2, 3, 4).map(attempt -> rule.delayAfter(attempt, always(0.5))))
                .containsExactly(SECOND, Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(8));
    }

    @Test
    void wait_keeps_parts_of_a_second() {
        assertThat(rule(Duration.ofMillis(1290), 1, HOUR, 0).delayAfter(1, always(0.5)))
                .isEqualTo(Duration.ofMillis(1290));
    }

    @Test
    void wait_is_never_longer_than_max_delay() {
        RetryRule rule = rule(SECOND, 10, Duration.ofSeconds(50), 0.5);

        assertThat(rule.delayAfter(2, always(1))).isEqualTo(Duration.ofSeconds(15));
        assertThat(rule.delayAfter(3, always(1))).isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void wait_at_the_cap_still_has_a_random_share() {
        assertThat(rule(SECOND, 10, Duration.ofSeconds(50), 0.5).delayAfter(9, always(0)))
                .isEqualTo(Duration.ofSeconds(25));
    }

    @Test
    void jitter_spreads_the_wait_around_its_middle() {
        RetryRule rule = rule(Duration.ofSeconds(10), 2, HOUR, 0.2);

        assertThat(rule.delayAfter(1, always(0))).isEqualTo(Duration.ofSeconds(8));
        assertThat(rule.delayAfter(1, always(0.5))).isEqualTo(Duration.ofSeconds(10));
        assertThat(rule.delayAfter(1, always(0.75))).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void full_jitter_is_never_negative() {
        RetryRule rule = rule(SECOND, 2, HOUR, 1);
        Random random = new Random(7);

        assertThat(Stream.generate(() -> rule.delayAfter(3, random)).limit(1000))
                .allMatch(delay -> !delay.isNegative() && delay.compareTo(Duration.ofSeconds(8)) <= 0)
                .anyMatch(delay -> delay.compareTo(SECOND) < 0)
                .anyMatch(delay -> delay.compareTo(Duration.ofSeconds(7)) > 0);
    }

    @Test
    void no_attempt_is_too_many_to_compute() {
        assertThat(rule(SECOND, 2, HOUR, 0.2).delayAfter(Integer.MAX_VALUE, always(0.5)))
                .isEqualTo(HOUR);
        assertThat(rule(Duration.ofNanos(1), 1e300, Duration.ofSeconds(Long.MAX_VALUE), 0.2)
                        .delayAfter(Integer.MAX_VALUE, always(0.9)))
                .isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
        assertThat(rule(Duration.ZERO, 2, HOUR, 0.2).delayAfter(Integer.MAX_VALUE, always(0.9)))
                .isZero();
        assertThat(rule(SECOND, 2, Duration.ZERO, 0.2).delayAfter(1, always(0.9)))
                .isZero();
    }

    @Test
    void subclasses_of_failures_not_retried_kill_the_job_but_causes_do_not() {
        RetryRule rule = new RetryRule(SECOND, 2, HOUR, 0, List.of(IOException.class));

        assertThat(rule.isFinal(new FileNotFoundException())).isTrue();
        assertThat(rule.isFinal(new IllegalStateException(new IOException()))).isFalse();
    }

    @Test
    void nonsense_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule(Duration.ofSeconds(-1), 2, HOUR, 0))
                .withMessage("delay must not be negative, but is PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule(SECOND, 2, Duration.ofSeconds(-1), 0))
                .withMessage("maxDelay must not be negative, but is PT-1S");
        for (double multiplier : new double[] {0.9, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rule(SECOND, multiplier, HOUR, 0))
                    .withMessage("multiplier must be 1 or more, but is " + multiplier);
        }
        for (double jitter : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rule(SECOND, 2, HOUR, jitter))
                    .withMessage("jitter must be between 0 and 1, but is " + jitter);
        }
    }

    private static RetryRule rule(Duration delay, double multiplier, Duration maxDelay, double jitter) {
        return new RetryRule(delay, multiplier, maxDelay, jitter, List.of());
    }

    private static RandomGenerator always(double value) {
        return new Random() {
            @Override
            public double nextDouble() {
                return value;
            }
        };
    }
}
