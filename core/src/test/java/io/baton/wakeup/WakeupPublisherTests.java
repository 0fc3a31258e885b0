package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ReadyJobs;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is told when. */
class WakeupPublisherTests {

    private static final ReadyJobs READY = ReadyJobs.of("a", 1);

    private final WakeupInbox here = new WakeupInbox();
    private final WakeupInbox elsewhere = new WakeupInbox();
    private final WakeupPublisher publisher = new WakeupPublisher(here, elsewhere);

    @Test
    void where_nobody_works_everybody_is_told() {
        publisher.jobsAvailable(READY);
        assertThat(here.takeReady()).containsExactly(READY);
        assertThat(elsewhere.takeReady()).containsExactly(READY);
    }

    @Test
    void others_are_told_of_queues_that_are_not_served_here() {
        publisher.serve(Set.of("a"));
        publisher.jobsAvailable(ReadyJobs.of("b", 1));
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("b", 1));
    }

    @Test
    void of_what_is_taken_here_nobody_else_is_told() {
        publisher.serve(Set.of("a"));
        publisher.jobsAvailable(READY);
        assertThat(here.takeReady()).containsExactly(READY);
        publisher.claiming("a");
        publisher.drained("a");
        publisher.leave();
        assertThat(elsewhere.takeReady()).isEmpty();
    }

    @Test
    void what_is_not_taken_is_passed_on_once() {
        publisher.serve(Set.of("a"));
        publisher.jobsAvailable(READY);
        publisher.claiming("a");
        publisher.forward("a");
        assertThat(elsewhere.takeReady()).containsExactly(READY);
        publisher.forward("a");
        publisher.forwardAll();
        assertThat(elsewhere.takeReady()).isEmpty();
    }

    /** The claim did not see it. */
    @Test
    void what_is_announced_during_a_claim_waits_for_the_next() {
        publisher.serve(Set.of("a"));
        publisher.claiming("a");
        publisher.jobsAvailable(READY);
        publisher.drained("a");
        publisher.forward("a");
        assertThat(elsewhere.takeReady()).containsExactly(READY);
    }

    /** It failed, and nobody knows what it got. */
    @Test
    void what_a_claim_did_not_answer_for_waits_for_the_next() {
        publisher.serve(Set.of("a"));
        publisher.jobsAvailable(READY);
        publisher.claiming("a");
        publisher.jobsAvailable(ReadyJobs.of("a", 2));
        publisher.claiming("a");
        publisher.forward("a");
        assertThat(elsewhere.takeReady()).containsExactly(READY.and(ReadyJobs.of("a", 2)));
    }

    @Test
    void a_worker_that_leaves_passes_everything_on() {
        publisher.serve(Set.of("a", "b"));
        publisher.jobsAvailable(READY);
        publisher.claiming("a");
        publisher.jobsAvailable(ReadyJobs.of("b", 2));
        assertThat(here.serves("a")).isTrue();
        publisher.leave();
        assertThat(here.serves("a")).isFalse();
        assertThat(elsewhere.takeReady()).containsExactlyInAnyOrder(READY, ReadyJobs.of("b", 2));
        publisher.jobsAvailable(READY);
        assertThat(elsewhere.takeReady()).containsExactly(READY);
    }
}
