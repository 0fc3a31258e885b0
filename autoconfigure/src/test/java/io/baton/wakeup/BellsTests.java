package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.Ring;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is rung when. */
class BellsTests {

    private static final Ring RING = Ring.of("a", 1);

    private final Doorbell here = new Doorbell();
    private final Doorbell elsewhere = new Doorbell();
    private final Bells bells = new Bells(here, elsewhere);

    @Test
    void where_nobody_works_everybody_is_rung() {
        bells.jobsAvailable(RING);
        assertThat(here.heard()).containsExactly(RING);
        assertThat(elsewhere.heard()).containsExactly(RING);
    }

    @Test
    void others_are_rung_for_queues_that_are_not_served_here() {
        bells.serve(Set.of("a"));
        bells.jobsAvailable(Ring.of("b", 1));
        assertThat(elsewhere.heard()).containsExactly(Ring.of("b", 1));
    }

    @Test
    void for_what_is_taken_here_nobody_else_is_rung() {
        bells.serve(Set.of("a"));
        bells.jobsAvailable(RING);
        assertThat(here.heard()).containsExactly(RING);
        bells.claiming("a");
        bells.tookAll("a");
        bells.leave();
        assertThat(elsewhere.heard()).isEmpty();
    }

    @Test
    void what_is_not_taken_is_passed_on_once() {
        bells.serve(Set.of("a"));
        bells.jobsAvailable(RING);
        bells.claiming("a");
        bells.passOn("a");
        assertThat(elsewhere.heard()).containsExactly(RING);
        bells.passOn("a");
        bells.passOnAll();
        assertThat(elsewhere.heard()).isEmpty();
    }

    /** The claim did not see it. */
    @Test
    void what_is_rung_for_during_a_claim_waits_for_the_next() {
        bells.serve(Set.of("a"));
        bells.claiming("a");
        bells.jobsAvailable(RING);
        bells.tookAll("a");
        bells.passOn("a");
        assertThat(elsewhere.heard()).containsExactly(RING);
    }

    /** It failed, and nobody knows what it got. */
    @Test
    void what_a_claim_did_not_answer_for_waits_for_the_next() {
        bells.serve(Set.of("a"));
        bells.jobsAvailable(RING);
        bells.claiming("a");
        bells.jobsAvailable(Ring.of("a", 2));
        bells.claiming("a");
        bells.passOn("a");
        assertThat(elsewhere.heard()).containsExactly(RING.and(2));
    }

    @Test
    void a_worker_that_leaves_passes_everything_on() {
        bells.serve(Set.of("a", "b"));
        bells.jobsAvailable(RING);
        bells.claiming("a");
        bells.jobsAvailable(Ring.of("b", 2));
        bells.leave();
        assertThat(elsewhere.heard()).containsExactlyInAnyOrder(RING, Ring.of("b", 2));
        bells.jobsAvailable(RING);
        assertThat(elsewhere.heard()).containsExactly(RING);
    }
}
