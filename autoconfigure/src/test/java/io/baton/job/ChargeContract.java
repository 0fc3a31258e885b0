package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A crash is charged once, to jobs that may have been started, and four are too many. */
abstract class ChargeContract extends WorkersContract {

    private Unlocked crash(int capacity, int jobs) {
        long worker = worker(capacity);
        claimFor(worker, jobs);
        dies(worker);
        return unlock(worker);
    }

    @Test
    void only_as_many_are_charged_as_may_have_been_started_and_those_first_in_line() {
        store().insertAll(job().times(10));
        assertThat(crash(3, 10).jobs()).isEqualTo(10);
        assertThat(claim(10)).extracting(ClaimedJob::crashes).containsExactly(1, 1, 1, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void what_was_claimed_first_may_have_been_started_first() {
        long worker = worker(1);
        long first = insert(job());
        claimFor(worker, 1);
        long urgent = insert(job().priority(9));
        claimFor(worker, 1);
        dies(worker);
        unlock(worker);
        assertThat(claim(2))
                .extracting(ClaimedJob::id, ClaimedJob::crashes)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(urgent, 0), org.assertj.core.groups.Tuple.tuple(first, 1));
    }

    @Test
    void each_queue_is_charged_by_its_own_capacity() {
        long worker = database().register("w", Map.of("q", 1, "other", 2));
        store().insertAll(job().times(3));
        store().insertAll(job().queue("other").times(3));
        claimFor(worker, 3);
        claimFor(worker, "other", 3);
        dies(worker);
        unlock(worker);
        assertThat(claim(3)).extracting(ClaimedJob::crashes).containsExactly(1, 0, 0);
        assertThat(database().claim("other", 3)).extracting(ClaimedJob::crashes).containsExactly(1, 1, 0);
    }

    @Test
    void a_crash_is_charged_once_in_however_many_portions() {
        long worker = worker(10);
        store().insertAll(job().times(10));
        claimFor(worker, 10);
        dies(worker);
        for (int portion = 0; portion < 4; portion++) {
            workers().unlock(worker, 3);
        }
        assertThat(claim(10)).extracting(ClaimedJob::crashes).containsOnly(1).hasSize(10);
    }

    @Test
    void what_a_worker_held_that_ended_its_own_life_is_charged_to_nobody() {
        long worker = worker(5);
        store().insertAll(job().times(3));
        claimFor(worker, 3);
        workers().deregister(worker);
        assertThat(workers().dead(10)).contains(worker);
        assertThat(unlock(worker)).isEqualTo(new Unlocked(3, 0, java.util.Set.of("q")));
        assertThat(claim(3)).extracting(ClaimedJob::crashes).containsOnly(0);
    }

    @Test
    void what_four_workers_died_of_is_dead_and_tells_why() {
        long id = insert(job().payload("[1]"));
        for (int death = 1; death <= 3; death++) {
            assertThat(crash(1, 1)).isEqualTo(new Unlocked(1, 0, java.util.Set.of("q")));
        }
        assertThat(crash(1, 1)).extracting(Unlocked::jobs, Unlocked::buried).containsExactly(1, 1);

        JobDetails dead = find(id);
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.attempts()).isZero();
        assertThat(dead.error()).startsWith("Worker lost");
        assertThat(dead.payload()).isEqualTo("[1]");
        assertThat(dead.endedAt()).isNotNull();
        assertThat(database().unheld()).isEqualTo(1);
        assertThat(claim(1)).isEmpty();
        store().revive(List.of(id));
        assertThat(claimOne().crashes()).isZero();
    }

    @Test
    void others_in_its_company_are_not_buried_with_it() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(insert(job()));
        }
        database().crashed(3);
        assertThat(crash(1, 3)).extracting(Unlocked::jobs, Unlocked::buried).containsExactly(3, 1);
        assertThat(state(ids.get(0))).isEqualTo(JobState.DEAD);
        assertThat(claim(3)).extracting(ClaimedJob::id).containsExactly(ids.get(1), ids.get(2));
    }

    @Test
    void a_suspect_is_charged_only_if_it_was_alone() {
        store().insertAll(job().times(2));
        database().crashed(2);
        crash(2, 2);
        assertThat(claim(2)).extracting(ClaimedJob::crashes).containsExactly(2, 2);
    }

    @Test
    void a_suspect_that_was_alone_is_charged() {
        insert(job());
        database().crashed(2);
        crash(2, 1);
        assertThat(claimOne().crashes()).isEqualTo(3);
    }

    @Test
    void a_suspect_in_company_leaves_the_charge_to_the_others() {
        store().insertAll(job().times(2));
        database().crashed(2);
        insert(job().priority(-1));
        crash(3, 3);
        assertThat(claim(3)).extracting(ClaimedJob::crashes).containsExactly(2, 2, 1);
    }

    @Test
    void a_job_that_people_cancelled_is_cancelled_rather_than_buried() {
        long id = insert(job());
        database().crashed(3);
        long worker = worker(1);
        claimFor(worker, 1);
        store().cancel(List.of(id));
        dies(worker);
        assertThat(unlock(worker).buried()).isZero();
        assertThat(state(id)).isEqualTo(JobState.CANCELLED);
    }
}
