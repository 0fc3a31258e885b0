package io.baton.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.loop.Troubled.Trouble;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FailuresTests {

    private long now;
    private final Failures failures = new Failures("part", Duration.ofSeconds(5), () -> now, new SplittableRandom(1));

    @Test
    void trouble_lasts_from_the_first_failure_in_a_row_until_something_works() {
        assertThat(failures.trouble()).isEmpty();
        failures.failed(new IllegalStateException("secret"));
        now += 3_000_000_000L;
        failures.failed(new IllegalArgumentException("secret"));
        assertThat(failures.trouble())
                .contains(new Trouble("part", "java.lang.IllegalArgumentException", Duration.ofSeconds(3)));
        failures.worked();
        assertThat(failures.trouble()).isEmpty();
        now += 1_000_000_000L;
        failures.failed(new IllegalStateException("secret"));
        assertThat(failures.trouble().orElseThrow().lasting()).isZero();
    }

    @Test
    void pauses_grow_to_the_longest_and_begin_anew() {
        Duration first = failures.failed(new IllegalStateException("x"));
        assertThat(first).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
        for (int i = 0; i < 20; i++) {
            failures.failed(new IllegalStateException("x"));
        }
        assertThat(failures.failed(new IllegalStateException("x")))
                .isBetween(Duration.ofMillis(2_500), Duration.ofSeconds(5));
        failures.worked();
        assertThat(failures.failed(new IllegalStateException("x"))).isLessThanOrEqualTo(Duration.ofMillis(100));
    }
}
