package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import io.baton.job.JobSweeps.Unlocked;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the jobs of the dead. */
abstract class UnlockContract extends WorkersContract {

    @Test
    void the_jobs_of_the_living_are_theirs() {
        long living = worker();
        insert(job());
        ClaimedJob held = claimFor(living, 1).get(0);
        assertThat(unlock(living)).isEqualTo(Unlocked.NOTHING);
        assertThat(state(held.id())).isEqualTo(JobState.CLAIMED);
        assertThat(settle(held, Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
    }

    @Test
    void a_dead_workers_job_is_ready_again_with_its_place_and_attempts() {
        long worker = worker();
        long id = insert(job());
        insert(job());
        JobDetails before = find(id);
        claimFor(worker, 1);
        dies(worker);

        assertThat(unlock(worker)).isEqualTo(new Unlocked(1, List.of(), Set.of("q")));

        JobDetails after = find(id);
        assertThat(after.state()).isEqualTo(JobState.READY);
        assertThat(after.attempts()).isZero();
        assertThat(after.dueAt()).isEqualTo(before.dueAt());
        assertThat(claimOne().id()).isEqualTo(id);
    }

    @Test
    void what_the_dead_still_say_is_refused() {
        long worker = worker();
        insert(job());
        ClaimedJob stale = claimFor(worker, 1).get(0);
        dies(worker);
        unlock(worker);
        assertThat(settle(stale, Outcome.Completed.PLAIN)).isEqualTo(Settled.FENCED);
        ClaimedJob current = claimOne();
        assertThat(settle(stale, Outcome.Completed.PLAIN)).isEqualTo(Settled.FENCED);
        assertThat(store().saveCheckpoint(stale.fence(), "late")).isEqualTo(Settled.FENCED);
        assertThat(settle(current, Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
    }

    @Test
    void what_the_dead_said_before_counts() {
        long worker = worker();
        store().insertAll(job().times(2));
        List<ClaimedJob> claimed = claimFor(worker, 2);
        settle(claimed.get(0), Outcome.Completed.PLAIN);
        dies(worker);
        assertThat(settle(claimed.get(1), Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
        assertThat(unlock(worker).jobs()).isZero();
        assertThat(claimed).allSatisfy(job -> assertThat(state(job.id())).isEqualTo(JobState.COMPLETED));
    }

    @Test
    void jobs_are_taken_back_in_bounded_portions() {
        long worker = worker();
        store().insertAll(job().times(25));
        claimFor(worker, 25);
        dies(worker);
        assertThat(store().unlock(worker, 10).jobs()).isEqualTo(10);
        assertThat(workers().dead(10)).contains(worker);
        assertThat(store().unlock(worker, 10).jobs()).isEqualTo(10);
        assertThat(store().unlock(worker, 10).jobs()).isEqualTo(5);
        assertThat(store().unlock(worker, 10).jobs()).isZero();
        assertThat(claim(30)).hasSize(25);
    }

    @Test
    void any_number_of_jobs_is_taken_back() {
        int held = 10_001;
        long worker = worker();
        store().insertAll(job().times(held));
        List<ClaimedJob> claimed = new ArrayList<>();
        while (claimed.size() < held) {
            claimed.addAll(claimFor(worker, 1_000));
        }
        assertThat(store().heldBy(worker)).hasSize(held);
        store().cancel(List.of(claimed.get(7).id()));
        Set<Fence> running = claimed.stream().map(ClaimedJob::fence).collect(Collectors.toSet());
        assertThat(store().cancelRequested(worker, running))
                .containsExactly(claimed.get(7).fence());
        dies(worker);
        int unlocked = 0;
        for (int portion = 0; portion < 21; portion++) {
            unlocked += store().unlock(worker, 500).jobs();
        }
        assertThat(unlocked).isEqualTo(held);
        assertThat(store().heldBy(worker)).isEmpty();
    }

    @Test
    void the_queues_that_have_work_again_are_named() {
        long worker = database().register("w", "q", "other queue");
        insert(job());
        insert(job().queue("other queue"));
        insert(job().queue("third"));
        claimFor(worker, 1);
        claimFor(worker, "other queue", 1);
        dies(worker);
        assertThat(unlock(worker).queues()).containsExactlyInAnyOrder("q", "other queue");
    }

    @Test
    void a_job_that_people_cancelled_does_not_run_again() {
        long worker = worker();
        store().insertAll(job().times(2));
        List<ClaimedJob> claimed = claimFor(worker, 2);
        store().cancel(List.of(claimed.get(0).id()));
        dies(worker);
        assertThat(unlock(worker).jobs()).isEqualTo(2);
        assertThat(state(claimed.get(0).id())).isEqualTo(JobState.CANCELLED);
        assertThat(state(claimed.get(1).id())).isEqualTo(JobState.READY);
    }

    @Test
    @Timeout(180)
    void one_sweeper_is_at_it() {
        long worker = worker();
        insert(job());
        claimFor(worker, 1);
        dies(worker);
        try (HeldTransaction other = database().hold()) {
            other.call(() -> {
                database().lockWorker(worker);
                return worker;
            });
            assertThat(unlock(worker)).isEqualTo(Unlocked.NOTHING);
        }
        assertThat(unlock(worker).jobs()).isEqualTo(1);
    }

    @Test
    void a_claim_made_in_ignorance_of_ones_death_is_taken_back_too() {
        long worker = worker();
        dies(worker);
        insert(job());
        claimFor(worker, 1);
        assertThat(workers().dead(10)).contains(worker);
        assertThat(unlock(worker).jobs()).isEqualTo(1);
        assertThat(claimOne().attempt()).isEqualTo(1);
    }
}
