package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import io.baton.job.JobSweeps.Unlocked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was in the hands of a worker that died is charged whenever it starts, and comes to its end after four starts that did not. */
abstract class ChargeContract extends WorkersContract {

    private static final int CRASHES_TO_DIE = 5;

    /** Those of the fences whose start is charged. */
    private Set<Fence> countCrash(Collection<Fence> starting) {
        Map<Fence, Settled> charged = store().countCrash(starting);
        assertThat(charged).containsOnlyKeys(starting).doesNotContainValue(Settled.BUSY);
        return starting.stream()
                .filter(fence -> charged.get(fence) == Settled.DONE)
                .collect(Collectors.toSet());
    }

    /** A worker claims and dies; answers what became of it. */
    private Unlocked crash(int jobs) {
        long worker = worker();
        claimFor(worker, jobs);
        dies(worker);
        return unlock(worker);
    }

    /** A worker claims one job, starts it and dies. */
    private Unlocked crashWhileRunning() {
        long worker = worker();
        ClaimedJob job = claimFor(worker, 1).get(0);
        if (job.isCareful()) {
            assertThat(countCrash(Set.of(job.fence()))).containsExactly(job.fence());
        }
        dies(worker);
        return unlock(worker);
    }

    @Test
    void a_dead_workers_jobs_become_careful_once_for_any_number_of_deaths() {
        store().insertAll(job().times(10));
        for (int death = 0; death < 2 * CRASHES_TO_DIE; death++) {
            assertThat(crash(10)).isEqualTo(new Unlocked(10, List.of(), Set.of("q")));
        }
        assertThat(claim(10)).extracting(ClaimedJob::crashes).containsOnly(1).hasSize(10);
    }

    @Test
    void jobs_left_by_a_worker_that_ended_itself_become_careful_too() {
        long worker = worker();
        store().insertAll(job().times(3));
        claimFor(worker, 3);
        workers().deregister(worker, false);
        assertThat(workers().dead(10)).contains(worker);
        assertThat(unlock(worker)).isEqualTo(new Unlocked(3, List.of(), Set.of("q")));
        assertThat(claim(3)).extracting(ClaimedJob::crashes).containsOnly(1);
    }

    @Test
    void jobs_left_by_an_orderly_shutdown_have_no_start_counted_as_crash() {
        store().insertAll(job().times(2));
        database().crashed(CRASHES_TO_DIE - 1);
        long worker = worker();
        Set<Fence> starting = Set.of(claimFor(worker, 1).get(0).fence());
        assertThat(countCrash(starting)).isEqualTo(starting);
        workers().deregister(worker, true);
        assertThat(unlock(worker)).isEqualTo(new Unlocked(1, List.of(), Set.of("q")));
        assertThat(claimOne().crashes()).isEqualTo(CRASHES_TO_DIE - 1);
    }

    @Test
    void what_such_a_worker_did_not_start_is_not_charged_either() {
        store().insertAll(job().times(3));
        long worker = worker();
        claimFor(worker, 3);
        workers().deregister(worker, true);
        assertThat(unlock(worker)).isEqualTo(new Unlocked(3, List.of(), Set.of("q")));
        assertThat(claim(3)).extracting(ClaimedJob::crashes).containsOnly(0);
    }

    @Test
    void a_worker_declared_dead_cannot_end_in_good_order() {
        insert(job());
        long worker = worker();
        claimFor(worker, 1);
        dies(worker);
        workers().deregister(worker, true);
        unlock(worker);
        assertThat(claimOne().crashes()).isEqualTo(1);
    }

    @Test
    void only_what_started_is_charged_wherever_it_stands() {
        store().insertAll(job().times(10));
        crash(10);
        long worker = worker();
        List<ClaimedJob> claimed = claimFor(worker, 10);
        Set<Fence> starting = Set.of(claimed.get(7).fence(), claimed.get(9).fence());
        assertThat(countCrash(starting)).isEqualTo(starting);
        dies(worker);
        unlock(worker);
        assertThat(claim(10)).extracting(ClaimedJob::crashes).containsExactly(1, 1, 1, 1, 1, 1, 1, 2, 1, 2);
    }

    @Test
    void jobs_of_several_claims_are_charged_together() {
        store().insertAll(job().times(6));
        Set<Fence> starting = new HashSet<>();
        for (int claim = 0; claim < 3; claim++) {
            claim(2).forEach(job -> starting.add(job.fence()));
        }
        assertThat(countCrash(starting)).isEqualTo(starting).hasSize(6);
    }

    @Test
    void nothing_to_charge_is_nothing_charged() {
        assertThat(countCrash(Set.of())).isEmpty();
    }

    @Test
    void what_is_somebody_elses_by_now_is_not_charged() {
        store().insertAll(job().times(3));
        List<ClaimedJob> claimed = claim(3);
        settle(claimed.get(1), Outcome.HandedBack.UNSTARTED);
        ClaimedJob others = claimOne();
        assertThat(others.id()).isEqualTo(claimed.get(1).id());
        List<Fence> starting = claimed.stream().map(ClaimedJob::fence).toList();

        assertThat(countCrash(starting)).containsExactlyInAnyOrder(starting.get(0), starting.get(2));
        assertThat(countCrash(List.of(new Fence(claimed.get(0).id(), UUID.randomUUID()), starting.get(1))))
                .isEmpty();

        settle(others, Outcome.HandedBack.UNSTARTED);
        assertThat(claimOne().crashes()).isZero();
    }

    @Test
    void ids_and_lock_ids_are_compared_as_pairs() {
        store().insertAll(job().times(2));
        ClaimedJob first = claimOne();
        ClaimedJob second = claimOne();
        assertThat(countCrash(List.of(
                        new Fence(first.id(), second.fence().lockId()),
                        new Fence(second.id(), first.fence().lockId()))))
                .isEmpty();
    }

    @Test
    void ten_thousand_are_charged_at_once() {
        store().insertAll(job().times(10_000));
        List<Fence> starting = new ArrayList<>();
        for (int claim = 0; claim < 10; claim++) {
            claim(1_000).forEach(job -> starting.add(job.fence()));
        }
        assertThat(countCrash(starting)).hasSize(10_000);
    }

    @Test
    @Timeout(180)
    void a_release_reverts_a_crash_count_whether_written_or_not() {
        store().insertAll(job().times(2));
        crash(2);
        List<ClaimedJob> claimed = claim(2);
        countCrash(Set.of(claimed.get(0).fence()));
        Outcome released = new Outcome.HandedBack(Duration.ZERO, "no thread");
        store().settle(claimed.stream()
                .map(job -> Settlement.of(job, released, job.crashes()))
                .toList());
        assertThat(claim(2)).extracting(ClaimedJob::crashes).containsExactly(1, 1);
    }

    @Test
    void a_job_that_killed_four_workers_in_a_row_dies_with_reason() {
        long id = insert(job().payload("[1]"));
        for (int death = 1; death < CRASHES_TO_DIE; death++) {
            assertThat(crashWhileRunning()).isEqualTo(new Unlocked(1, List.of(), Set.of("q")));
        }
        assertThat(crashWhileRunning()).isEqualTo(new Unlocked(1, List.of(id), Set.of()));

        JobDetails dead = find(id);
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.attempts()).as("how often it was run").isEqualTo(CRASHES_TO_DIE);
        assertThat(dead.error()).startsWith("Worker lost");
        assertThat(dead.payload()).isEqualTo("[1]");
        assertThat(dead.endedAt()).isNotNull();
        assertThat(database().unheld()).isEqualTo(1);
        assertThat(claim(1)).isEmpty();
        store().revive(List.of(id));
        assertThat(claimOne().crashes()).isZero();
    }

    @Test
    void others_in_its_company_do_not_die_with_it() {
        List<Long> ids = database().insert(job(), job(), job());
        database().crashed(CRASHES_TO_DIE - 1);
        long worker = worker();
        List<ClaimedJob> claimed = claimFor(worker, 3);
        countCrash(Set.of(claimed.get(1).fence()));
        dies(worker);
        assertThat(unlock(worker)).isEqualTo(new Unlocked(3, List.of(ids.get(1)), Set.of("q")));
        assertThat(state(ids.get(1))).isEqualTo(JobState.DEAD);
        assertThat(claim(3)).extracting(ClaimedJob::id).containsExactly(ids.get(0), ids.get(2));
    }

    @Test
    void an_outcome_forgives_all() {
        insert(job());
        crashWhileRunning();
        crashWhileRunning();
        ClaimedJob claimed = claimOne();
        assertThat(claimed.crashes()).isEqualTo(2);
        assertThat(claimed.isSuspect()).isTrue();
        countCrash(Set.of(claimed.fence()));
        settle(claimed, new Outcome.Retried(Duration.ZERO, "it broke"));
        assertThat(claimOne().crashes()).isZero();
    }

    @Test
    void a_job_that_people_cancelled_is_cancelled_rather_than_dead() {
        long id = insert(job());
        database().crashed(CRASHES_TO_DIE);
        long worker = worker();
        claimFor(worker, 1);
        store().cancel(List.of(id));
        dies(worker);
        assertThat(unlock(worker)).isEqualTo(new Unlocked(1, List.of(), Set.of()));
        assertThat(state(id)).isEqualTo(JobState.CANCELLED);
    }
}
