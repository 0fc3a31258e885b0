package io.baton.worker.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.job.ReadyJobs;
import io.baton.worker.lane.Lane;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which wake-ups of this node others are told of. */
class ForwardedWakeupsTests extends ClaimLoopFixture {

    @Test
    void nobody_else_is_woken_for_what_is_taken_here() {
        claimed = jobs(9);
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).containsExactly("expect a [7]", "claim a");
        publisher.leave();
        assertThat(elsewhere.takeReady()).isEmpty();
    }

    @Test
    void others_are_woken_if_there_may_be_more_than_this_node_takes() {
        claimed = jobs(10);
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        assertThat(elsewhere.takeReady()).isEmpty();
        claims.turn();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("a", 7));
    }

    @Test
    void others_are_woken_if_there_is_no_room_here() {
        lanes.values().forEach(Lane::close);
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("a", 7));
    }

    @Test
    void others_are_woken_if_this_node_cannot_claim() {
        failure = new IllegalStateException("the database is away");
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        assertThatThrownBy(claims::turn).hasMessage("the database is away");
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("a", 7));
    }

    @Test
    void others_are_woken_if_this_node_does_not_look_everywhere_at_once() {
        untilChecked.put("a", Duration.ofMillis(80));
        publisher.jobsAvailable(ReadyJobs.outOfTurn("a"));
        claims.turn();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.outOfTurn("a"));
    }

    /** The claim may have looked past it. */
    @Test
    void what_is_announced_during_a_claim_is_kept_for_the_next() {
        claimed = jobs(9);
        duringClaim = () -> publisher.jobsAvailable(ReadyJobs.of("a", 3));
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        publisher.leave();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("a", 3));
    }
}
