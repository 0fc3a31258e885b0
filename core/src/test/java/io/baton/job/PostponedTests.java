package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.DirtyFollowUp.Postponed;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PostponedTests {

    private final Postponed<String> postponed = new Postponed<>();

    private Duration next() {
        return Duration.ofNanos(postponed.untilNext(0));
    }

    @Test
    void a_row_held_repeatedly_waits_ever_longer_independently_of_others() {
        for (int time = 0; time < 10; time++) {
            postponed.untilUnlocked(Set.of("held"), Set.of("held"), 0);
            postponed.untilUnlocked(Set.of("free"), Set.of(), 0);
        }
        assertThat(next()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void who_was_let_go_waits_shortly_the_next_time() {
        postponed.untilUnlocked(Set.of("held"), Set.of("held"), 0);
        postponed.untilUnlocked(Set.of("held"), Set.of("held"), 0);
        postponed.untilUnlocked(Set.of("held"), Set.of(), 0);
        postponed.untilUnlocked(Set.of("held"), Set.of("held"), 0);
        assertThat(next()).isEqualTo(Duration.ofMillis(20));
    }
}
