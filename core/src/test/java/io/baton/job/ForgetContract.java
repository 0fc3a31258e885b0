package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of workers stay while anybody may ask for them. */
abstract class ForgetContract extends WorkersContract {

    @BeforeEach
    void forgetThoseOfOtherTests() {
        while (workers().forget(100) > 0) {}
    }

    @Test
    void a_worker_that_died_long_ago_and_holds_nothing_is_forgotten() {
        long worker = worker();
        dies(worker);
        assertThat(workers().forget(100)).isZero();
        database().seenLongAgo(worker);
        assertThat(workers().forget(100)).isEqualTo(1);
        assertThat(workers().forget(100)).isZero();
        assertThat(workers().heartbeat(worker)).isFalse();
    }

    @Test
    void the_living_are_not_forgotten_however_silent() {
        long worker = worker();
        database().seenLongAgo(worker);
        assertThat(workers().forget(100)).isZero();
        assertThat(lives(worker)).isTrue();
        dies(worker);
        assertThat(workers().forget(100)).isEqualTo(1);
    }

    @Test
    void a_dead_worker_is_remembered_while_it_holds_jobs() {
        long worker = worker();
        insert(job());
        ClaimedJob held = claimFor(worker, 1).get(0);
        dies(worker);
        database().seenLongAgo(worker);
        assertThat(workers().forget(100)).isZero();
        assertThat(workers().dead(10)).contains(worker);

        unlock(worker);
        assertThat(state(held.id())).isEqualTo(JobState.READY);
        assertThat(workers().forget(100)).isEqualTo(1);
    }

    @Test
    void a_worker_is_forgotten_though_a_dead_job_was_its_last() {
        long worker = worker();
        insert(job());
        ClaimedJob dead = claimFor(worker, 1).get(0);
        settle(dead, new Outcome.Dead("no use"));
        assertThat(find(dead.id()).worker()).isEqualTo("short-lived");
        dies(worker);
        database().seenLongAgo(worker);

        assertThat(workers().forget(100)).isEqualTo(1);
        assertThat(state(dead.id())).isEqualTo(JobState.DEAD);
        assertThat(find(dead.id()).worker()).isNull();
    }

    @Test
    void a_job_whose_last_worker_is_forgotten_runs_again() {
        long worker = worker();
        insert(job());
        ClaimedJob failed = claimFor(worker, 1).get(0);
        settle(failed, new Outcome.Retried(Duration.ZERO, "failed"));
        dies(worker);
        database().seenLongAgo(worker);
        assertThat(workers().forget(100)).isEqualTo(1);

        assertThat(claimOne().id()).isEqualTo(failed.id());
        assertThat(store().unlockStrays(10).jobs()).isZero();
    }

    @Test
    void workers_are_forgotten_in_bounded_portions() {
        for (int i = 0; i < 5; i++) {
            long worker = worker();
            dies(worker);
            database().seenLongAgo(worker);
        }
        assertThat(workers().forget(2)).isEqualTo(2);
        assertThat(workers().forget(2)).isEqualTo(2);
        assertThat(workers().forget(2)).isEqualTo(1);
    }
}
