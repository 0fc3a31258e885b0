package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ReadyJobsTests {

    private final ReadyJobs ready = ReadyJobs.of("q", 1).and(ReadyJobs.of("q", 2));

    @Test
    void tells_of_every_priority_that_it_was_told_of() {
        assertThat(ready.and(ReadyJobs.of("q", -3)).and(ReadyJobs.of("q", 7).and(ReadyJobs.of("q", 1))))
                .isEqualTo(new ReadyJobs("q", Set.of(1, 2, -3, 7), false));
    }

    @Test
    void stays_the_same_object_when_it_learns_nothing() {
        assertThat(ready.and(ReadyJobs.of("q", 2))).isSameAs(ready);
        assertThat(ready.and(ReadyJobs.of("q", 1))).isSameAs(ready);
        assertThat(ready.and(ReadyJobs.of("q"))).isSameAs(ready);
    }

    @Test
    void who_may_be_anywhere_says_more_than_any_priority() {
        ReadyJobs anywhere = ReadyJobs.outOfTurn("q");
        assertThat(ready.and(anywhere)).isEqualTo(anywhere);
        assertThat(anywhere.and(ready)).isSameAs(anywhere);
        assertThat(anywhere.and(ReadyJobs.of("q", 9))).isSameAs(anywhere);
        assertThat(new ReadyJobs("q", Set.of(1, 2), true)).isEqualTo(anywhere);
    }

    @Test
    void a_flood_of_priorities_may_be_anywhere() {
        ReadyJobs sixteen = ReadyJobs.of("q", 0);
        for (int priority = 1; priority < 16; priority++) {
            sixteen = sixteen.and(ReadyJobs.of("q", priority));
        }
        assertThat(sixteen.priorities()).hasSize(16);
        assertThat(sixteen.outOfTurn()).isFalse();
        assertThat(sixteen.and(ReadyJobs.of("q", 16))).isEqualTo(ReadyJobs.outOfTurn("q"));
    }
}
