package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RingTests {

    private final Ring ring = Ring.of("q", 1).and(2);

    @Test
    void tells_of_every_priority_that_it_was_told_of() {
        assertThat(ring.and(-3).and(Ring.of("q", 7).and(1))).isEqualTo(new Ring("q", Set.of(1, 2, -3, 7), false));
    }

    @Test
    void stays_the_same_object_when_it_learns_nothing() {
        assertThat(ring.and(2)).isSameAs(ring);
        assertThat(ring.and(Ring.of("q", 1))).isSameAs(ring);
        assertThat(ring.and(Ring.of("q"))).isSameAs(ring);
    }

    @Test
    void who_may_be_anywhere_says_more_than_any_priority() {
        Ring anywhere = Ring.outOfTurn("q");
        assertThat(ring.and(anywhere)).isEqualTo(anywhere);
        assertThat(anywhere.and(ring)).isSameAs(anywhere);
        assertThat(anywhere.and(9)).isSameAs(anywhere);
        assertThat(new Ring("q", Set.of(1, 2), true)).isEqualTo(anywhere);
    }

    @Test
    void a_flood_of_priorities_may_be_anywhere() {
        Ring sixteen = Ring.of("q", 0);
        for (int priority = 1; priority < 16; priority++) {
            sixteen = sixteen.and(priority);
        }
        assertThat(sixteen.priorities()).hasSize(16);
        assertThat(sixteen.outOfTurn()).isFalse();
        assertThat(sixteen.and(16)).isEqualTo(Ring.outOfTurn("q"));
    }
}
