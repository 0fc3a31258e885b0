package io.baton.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who checks the checker: a store that is broken on purpose must be noticed within a few seeds. */
@ExtendWith(Quiet.class)
class MutantTests {

    private static final int FEW = 300;
    private static final int MORE = 6_000;

    private static AbstractThrowableAssert<?, ?> noticed(Mutation mutation, UnaryOperator<Setup> change, int seeds) {
        return assertThatThrownBy(() -> {
                    try (Simulation simulation = new Simulation(change, mutation)) {
                        for (long seed = 1; seed <= seeds; seed++) {
                            simulation.run(seed);
                        }
                    }
                })
                .isInstanceOf(SimulationFailure.class);
    }

    private static AbstractThrowableAssert<?, ?> noticed(Mutation mutation) {
        return noticed(mutation, UnaryOperator.identity(), FEW);
    }

    @Test
    void a_store_without_a_fence_is_noticed() {
        noticed(Mutation.NO_FENCE).hasMessageContaining("an outcome counts that is not the holder's");
    }

    @Test
    void a_store_that_gives_a_job_to_two_is_noticed() {
        noticed(Mutation.CLAIMED_TWICE).hasMessageContaining("but its claim is attempt");
    }

    @Test
    void a_store_that_forgets_attempts_is_noticed() {
        noticed(Mutation.ATTEMPT_FREE);
    }

    @Test
    void a_store_that_charges_no_crashes_is_noticed() {
        noticed(Mutation.CRASH_FREE).hasMessageContaining("starts, and its start is not charged");
    }

    @Test
    void a_lease_that_runs_out_by_the_clock_is_noticed() {
        noticed(Mutation.LEASE_BY_CLOCK).hasMessageContaining("is declared dead, but its silence counts for");
    }

    @Test
    void a_store_that_hides_the_heartbeats_of_living_workers_is_noticed() {
        noticed(Mutation.BEAT_UNSEEN).hasMessageContaining("is declared dead, but its silence counts for");
    }

    @Test
    void a_store_that_declares_workers_dead_that_have_beaten_since_is_noticed() {
        noticed(Mutation.BEAT_IGNORED, Setup::withFreezesOnly, MORE)
                .hasMessageContaining("is declared dead, but its silence counts for");
    }

    private static AbstractThrowableAssert<?, ?> noticedAmongLimits(Mutation mutation) {
        return noticed(mutation, Setup::withLimits, FEW);
    }

    @Test
    void an_admission_counting_in_the_statement_that_locks_is_noticed() {
        noticedAmongLimits(Mutation.ONE_STATEMENT).hasMessageContaining("jobs run that need a permit of");
    }

    @Test
    void a_job_that_is_ready_without_an_admission_is_noticed() {
        noticedAmongLimits(Mutation.UNADMITTED).hasMessageContaining("jobs run that need a permit of");
    }

    @Test
    void an_end_of_which_nobody_is_told_is_noticed() {
        noticedAmongLimits(Mutation.UNTOUCHED).hasMessageContaining("though there is a permit");
    }

    @Test
    void a_rate_whose_permits_are_not_used_up_is_noticed() {
        noticedAmongLimits(Mutation.RATE_UNUSED).hasMessageContaining("at a rate of");
    }

    @Test
    void an_end_that_gives_nothing_back_is_noticed() {
        noticedAmongLimits(Mutation.NO_RELEASE).hasMessageContaining("permits are left");
    }

    private static AbstractThrowableAssert<?, ?> noticedAmongBatches(Mutation mutation) {
        return noticed(mutation, Setup::withBatches, FEW);
    }

    @Test
    void a_fold_reading_in_the_statement_that_locks_is_noticed() {
        noticedAmongBatches(Mutation.FOLDED_BEFORE_LOCK);
    }

    @Test
    void a_fold_that_never_returns_to_a_locked_batch_is_noticed() {
        noticedAmongBatches(Mutation.PASSED_OVER_FOR_GOOD);
    }

    @Test
    void a_release_in_portions_without_a_note_is_noticed() {
        noticedAmongBatches(Mutation.NO_NOTE);
    }

    @Test
    void a_step_that_starts_after_one_of_those_before_it_is_noticed() {
        noticedAmongBatches(Mutation.ANY_STEP_BEFORE).hasMessageContaining("before all have ended that it waits for");
    }

    @Test
    void what_is_noticed_is_told_with_its_seed_and_its_story() {
        noticed(Mutation.BEAT_UNSEEN).satisfies(failure -> assertThat(
                        String.valueOf(failure.getMessage()).lines().toList())
                .hasSizeGreaterThan(10)
                .first()
                .asString()
                .startsWith("Seed "));
    }
}
