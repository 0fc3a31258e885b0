package io.baton.worker.claim;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.job.Fence;
import io.baton.job.ReadyJobs;
import io.baton.worker.lane.Lane;
import io.baton.worker.lane.LaneJobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a claim loop tells its store and when it comes back, at rest on a node that receives wake-ups from others. */
class ClaimLoopTests extends ClaimLoopFixture {

    @Test
    void the_store_is_told_before_the_claim_where_the_jobs_are() {
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).containsExactly("expect a [7]", "claim a");
    }

    /** Its jobs may be claimed without the worker's knowledge, and its wake-ups are for other nodes. */
    @Test
    void a_failed_claim_is_reported_and_passes_its_wake_up_on() {
        publisher.jobsAvailable(ReadyJobs.of("a"));
        failure = new IllegalStateException("no room");
        assertThatThrownBy(claims::turn).hasMessage("no room");
        assertThat(failedTurns).isEqualTo(1);
        assertThat(elsewhere.takeReady()).isNotEmpty();
    }

    @Test
    void room_that_comes_while_its_want_is_noted_is_not_missed() {
        Lane lane = requireNonNull(lanes.get("a"));
        lane.offer(jobs(10));
        elsewhere.onReady(() -> {
            lane.empty();
            lane.next();
        });
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        assertThat(claims.turn()).as("rest").isZero();
        claims.turn();
        assertThat(done).contains("claim a");
    }

    @Test
    void queues_of_others_are_not_talked_about() {
        inbox.jobsAvailable(ReadyJobs.outOfTurn("c"));
        claims.turn();
        assertThat(done).isEmpty();
    }

    @Test
    void who_may_have_missed_something_looks_everywhere() {
        inbox.checkAll();
        claims.turn();
        assertThat(done).contains("expect a out of turn", "expect b out of turn");
    }

    @Test
    void it_comes_back_when_a_claim_can_look_where_jobs_are_expected() {
        inbox.jobsAvailable(ReadyJobs.outOfTurn("a"));
        inbox.jobsAvailable(ReadyJobs.outOfTurn("b"));
        untilChecked.put("a", Duration.ofMillis(80));
        untilChecked.put("b", Duration.ofMillis(300));
        assertThat(claims.turn()).isEqualTo(Duration.ofMillis(80));
        done.clear();

        now += Duration.ofMillis(79).toNanos();
        assertThat(claims.turn()).isEqualTo(Duration.ofMillis(1));
        assertThat(done).isEmpty();

        now += Duration.ofMillis(1).toNanos();
        assertThat(claims.turn()).isEqualTo(Duration.ofMillis(220));
        assertThat(done).containsExactly("claim a");

        now += Duration.ofMillis(220).toNanos();
        assertThat(claims.turn()).as("nothing is left").isGreaterThan(Duration.ofMinutes(1));
        assertThat(done).containsExactly("claim a", "claim b");
    }

    @Test
    void what_a_claim_can_look_for_at_once_needs_no_rest() {
        inbox.jobsAvailable(ReadyJobs.outOfTurn("a"));
        untilChecked.put("a", Duration.ZERO);
        assertThat(claims.turn()).isZero();
        claims.turn();
        assertThat(done).containsExactly("expect a out of turn", "claim a", "claim a");
    }

    @Test
    void a_queue_with_an_expensive_front_is_not_queried_for_work() {
        cheaperToClaim = Set.of("a");
        inbox.checkAll();
        claims.turn();
        assertThat(done).contains("claim a").doesNotContain("ask [a, b]");
    }

    /** After a pause of the process its thread may go on before the one that beats. */
    @Test
    void claims_nothing_while_it_may_have_been_taken_for_dead() {
        now += DEAD_AFTER.toNanos();
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).isEmpty();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("a", 7));

        identity.lost(identity.current());
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).contains("claim a");
    }

    @Test
    void gives_back_what_it_claimed_under_an_identity_that_it_lost_meanwhile() {
        claimed = jobs(1);
        duringClaim = () -> {
            identity.lost(identity.current());
            identity.current();
        };
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(holdings.count()).isZero();
    }

    /** The marks of the store may have moved on past jobs that it did not get. */
    @Test
    void after_a_claim_with_unknown_result_jobs_may_be_anywhere() {
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        failure = new IllegalStateException("the answer was lost");
        assertThatThrownBy(claims::turn).hasMessage("the answer was lost");
        done.clear();
        claims.turn();
        assertThat(done).containsExactly("expect a out of turn", "claim a");
    }

    @Test
    void jobs_whose_permits_are_not_known_yet_are_requested_again() {
        claimed = List.of(LaneJobs.limited());
        inbox.jobsAvailable(ReadyJobs.of("a"));
        failureOfPermits = new IllegalStateException("away");
        assertThatThrownBy(claims::turn).hasMessage("away");
        assertThat(holdings.count()).isZero();
        claims.turn();
        assertThat(holdings.count()).isEqualTo(1);
        assertThat(done).as("they are taken on before there is another claim").containsOnlyOnce("claim a");
    }

    /** Others take its jobs back, and reading them may be what the worker failed at. */
    @Test
    void what_an_identity_got_that_was_lost_is_not_asked_for() {
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        failure = new IllegalStateException("the answer was lost");
        assertThatThrownBy(claims::turn).hasMessage("the answer was lost");
        identity.lost(identity.current());
        identity.current();
        done.clear();
        claims.turn();
        assertThat(done).containsExactly("claim a");
    }

    @Test
    void a_claim_is_open_until_its_jobs_are_held_and_no_longer() {
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        List<Boolean> open = new ArrayList<>();
        duringClaim = () -> open.add(isOpen());
        claims.turn();
        assertThat(open).containsExactly(true);
        assertThat(isOpen()).isFalse();
    }

    private boolean isOpen() {
        return claims.isOpen(new Fence(1, requireNonNull(last).lockId()));
    }
}
