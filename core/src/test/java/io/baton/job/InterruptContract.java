package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs that the end of their worker interrupts cost neither attempts nor crashes, but come to an end. */
abstract class InterruptContract extends VerbContract {

    private static final int MOST = Outcome.Interrupted.MOST_IN_A_ROW;

    @Test
    void an_interrupted_job_keeps_its_place_and_its_attempts() {
        long id = insert(job());
        ClaimedJob claimed = claimOne();
        JobDetails held = find(id);
        assertThat(settle(claimed, Outcome.Interrupted.PLAIN)).isEqualTo(Settled.DONE);

        JobDetails back = find(id);
        assertThat(back.state()).isEqualTo(JobState.READY);
        assertThat(back.attempts()).isZero();
        assertThat(back.error()).isNull();
        assertThat(back.endedAt()).isNull();
        assertThat(back.dueAt()).isEqualTo(held.dueAt());
        assertThat(claimOne().crashes()).isZero();
    }

    @Test
    void the_charge_for_its_start_is_taken_back() {
        insert(job());
        database().crashed(3);
        ClaimedJob claimed = claimOne();
        store().countCrash(Set.of(claimed.fence()));
        store().settle(List.of(Settlement.of(claimed, Outcome.Interrupted.PLAIN, claimed.crashes())));
        assertThat(claimOne().crashes()).isEqualTo(3);
    }

    @Test
    void what_is_interrupted_again_and_again_is_dead_and_tells_why() {
        long id = insert(job());
        for (int times = 1; times < MOST; times++) {
            settle(claimOne(), Outcome.Interrupted.PLAIN);
            assertThat(state(id)).as("after %d interruptions", times).isEqualTo(JobState.READY);
        }
        settle(claimOne(), Outcome.Interrupted.PLAIN);

        JobDetails dead = find(id);
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.error()).startsWith("Interrupted: " + MOST + " times in a row");
        assertThat(dead.endedAt()).isNotNull();
        assertThat(dead.attempts()).isZero();
        assertThat(database().unheld()).isEqualTo(1);
        store().revive(List.of(id));
        settle(claimOne(), Outcome.Interrupted.PLAIN);
        assertThat(state(id)).isEqualTo(JobState.READY);
    }

    @Test
    void an_interruption_by_the_database_waits_and_says_why() {
        long id = insert(job());
        settle(claimOne(), new Outcome.Interrupted(Duration.ofHours(1), "the connection was cut"));

        JobDetails back = find(id);
        assertThat(back.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(back.attempts()).isZero();
        assertThat(back.error()).isEqualTo("the connection was cut");
        assertThat(back.endedAt()).isNull();
    }

    @Test
    void the_last_interruption_by_the_database_kills_and_keeps_its_reason() {
        long id = insert(job());
        database().interrupted(MOST - 1);
        JobDetails waiting = find(id);
        settle(claimOne(), new Outcome.Interrupted(Duration.ofHours(1), "the connection was cut"));

        JobDetails dead = find(id);
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.dueAt()).isEqualTo(waiting.dueAt());
        assertThat(dead.error()).isEqualTo("the connection was cut");
        assertThat(dead.endedAt()).isNotNull();
        store().revive(List.of(id));
        assertThat(claimOne().id()).isEqualTo(id);
    }

    @Test
    void any_outcome_begins_the_count_anew() {
        for (Outcome outcome : List.of(
                new Outcome.Retried(Duration.ZERO, "it broke"),
                new Outcome.Snoozed(Duration.ZERO),
                new Outcome.Dead("it broke"))) {
            database().clear();
            long id = insert(job());
            database().interrupted(MOST - 1);
            settle(claimOne(), outcome);
            store().revive(List.of(id));
            settle(claimOne(), Outcome.Interrupted.PLAIN);
            assertThat(state(id)).as("after %s", outcome).isEqualTo(JobState.READY);
        }
    }

    @Test
    void what_a_limit_rejects_again_and_again_has_failed_in_the_end() {
        Outcome rejected =
                new Outcome.Rejected(Duration.ZERO, new Outcome.Retried(Duration.ofHours(1), "it is rejected"));
        long id = insert(job());
        for (int times = 1; times < Outcome.Rejected.MOST_IN_A_ROW; times++) {
            settle(claimOne(), rejected);
            assertThat(state(id)).as("after %d rejections", times).isEqualTo(JobState.READY);
        }
        assertThat(find(id).attempts()).isZero();
        assertThat(find(id).error()).isNull();
        assertThat(find(id).failedAttempts()).isEmpty();
        settle(claimOne(), rejected);

        JobDetails failed = find(id);
        assertThat(failed.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(failed.attempts()).isOne();
        assertThat(failed.error()).isEqualTo("it is rejected");
        assertThat(failed.failedAttempts()).hasSize(1);
        assertThat(database().unheld()).isEqualTo(1);
        store().reschedule(List.of(id), Due.NOW);
        settle(claimOne(), rejected);
        assertThat(state(id)).as("the count begins anew").isEqualTo(JobState.READY);
    }

    @Test
    void what_a_limit_rejects_in_its_last_attempt_waits_and_then_dies() {
        Outcome rejected = new Outcome.Rejected(Duration.ofHours(1), new Outcome.Dead("it is rejected"));
        long id = insert(job());
        settle(claimOne(), rejected);
        assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
        store().reschedule(List.of(id), Due.NOW);
        database().interrupted(Outcome.Rejected.MOST_IN_A_ROW - 1);
        settle(claimOne(), rejected);
        assertThat(state(id)).isEqualTo(JobState.DEAD);
        assertThat(find(id).error()).isEqualTo("it is rejected");
    }

    @Test
    void to_be_handed_back_unstarted_counts_nowhere() {
        long id = insert(job());
        database().interrupted(MOST - 1);
        settle(claimOne(), Outcome.HandedBack.UNSTARTED);
        assertThat(state(id)).isEqualTo(JobState.READY);
        settle(claimOne(), Outcome.Interrupted.PLAIN);
        assertThat(state(id)).isEqualTo(JobState.DEAD);
    }

    @Test
    void a_cancelled_job_is_cancelled_rather_than_interrupted() {
        long id = insert(job());
        database().interrupted(MOST - 1);
        ClaimedJob claimed = claimOne();
        store().cancel(List.of(id));
        settle(claimed, Outcome.Interrupted.PLAIN);
        assertThat(state(id)).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void several_are_interrupted_together() {
        store().insertAll(job().times(3));
        List<ClaimedJob> claimed = claim(3);
        database().interrupted(MOST - 1);
        Stream<Settlement> settlements =
                claimed.stream().map(job -> new Settlement(job.fence(), Outcome.Interrupted.PLAIN, false, null));
        assertThat(store().settle(settlements.toList())).hasSize(3).containsValue(Settled.DONE);
        assertThat(claimed).allSatisfy(job -> assertThat(state(job.id())).isEqualTo(JobState.DEAD));
    }
}
