package io.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void is_smooth_unless_a_burst_is_set() {
        assertThat(Rate.of(1, SECOND).burst()).isEqualTo(1);
        assertThat(Rate.of(5, SECOND).burst()).isEqualTo(1);
        assertThat(Rate.of(6, SECOND).burst()).isEqualTo(2);
        assertThat(Rate.of(100, SECOND).burst()).isEqualTo(10);
        assertThat(Rate.of(1_000_000, Duration.ofMillis(1)).burst()).isEqualTo(1_000_000);
        assertThat(Rate.of(100, SECOND).withBurst(100).burst()).isEqualTo(100);
    }

    @Test
    void what_cannot_be_a_rate_is_refused() {
        assertThatThrownBy(() -> Rate.of(0, SECOND))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("0 permits");
        assertThatThrownBy(() -> Rate.of(1_000_001, SECOND)).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> Rate.of(1, Duration.ZERO)).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> Rate.of(1, Duration.ofDays(400))).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> Rate.of(1, Duration.ofSeconds(Long.MAX_VALUE))).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> Rate.of(1, SECOND).withBurst(0)).isInstanceOf(BatonException.class);
    }

    @Test
    void equals_what_says_the_same() {
        assertThat(Rate.of(5, SECOND)).isEqualTo(Rate.of(5, SECOND)).hasSameHashCodeAs(Rate.of(5, SECOND));
        assertThat(Rate.of(5, SECOND)).isNotEqualTo(Rate.of(5, SECOND).withBurst(5));
    }
}
