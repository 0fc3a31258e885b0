package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.Ring;
import org.junit.jupiter.api.Test;

class DoorbellTests {

    private final Doorbell doorbell = new Doorbell();

    @Test
    void one_ring_for_each_queue_is_remembered_until_somebody_looks() {
        doorbell.jobsAvailable(Ring.of("b", 1));
        doorbell.jobsAvailable(Ring.of("a"));
        doorbell.jobsAvailable(Ring.of("b", 2));
        assertThat(doorbell.heard()).containsExactly(Ring.of("b", 1).and(2), Ring.of("a"));
        assertThat(doorbell.heard()).isEmpty();
    }

    @Test
    void however_many_priorities_are_rung_for_few_are_remembered() {
        for (int priority = 0; priority < 1_000; priority++) {
            doorbell.jobsAvailable(Ring.of("a", priority));
        }
        assertThat(doorbell.heard()).containsExactly(Ring.outOfTurn("a"));
    }
}
