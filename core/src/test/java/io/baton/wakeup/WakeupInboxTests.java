package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ReadyJobs;
import org.junit.jupiter.api.Test;

class WakeupInboxTests {

    private final WakeupInbox inbox = new WakeupInbox();

    @Test
    void one_message_for_each_queue_is_remembered_until_somebody_looks() {
        inbox.jobsAvailable(ReadyJobs.of("b", 1));
        inbox.jobsAvailable(ReadyJobs.of("a"));
        inbox.jobsAvailable(ReadyJobs.of("b", 2));
        assertThat(inbox.takeReady())
                .containsExactly(ReadyJobs.of("b", 1).and(ReadyJobs.of("b", 2)), ReadyJobs.of("a"));
        assertThat(inbox.takeReady()).isEmpty();
    }

    @Test
    void however_many_priorities_are_announced_few_are_remembered() {
        for (int priority = 0; priority < 1_000; priority++) {
            inbox.jobsAvailable(ReadyJobs.of("a", priority));
        }
        assertThat(inbox.takeReady()).containsExactly(ReadyJobs.outOfTurn("a"));
    }
}
